import { LEAD_FIELDS, type LeadFields, type Vars } from '../../../language/plan/lead.ts';
import type { Node } from '../../../language/plan/node.ts';
import type { CallAnswer } from '../world-input.ts';
import type { Answer } from './test-file.ts';

/** What a call of this step comes to, in the words of the test; null: as one would expect. */
export function scriptedAnswer(node: Node, answer: Answer): CallAnswer | null {
  return answer.is === 'word' ? answerWord(node, answer.word) : answerFields(node, answer.fields);
}

function answerWord(node: Node, word: string): CallAnswer | null {
  switch (word) {
    case 'impossible':
      return { outcome: 'impossible', code: 'IMPOSSIBLE', text: 'the test answers that it is impossible' };
    case 'failed':
      return { outcome: 'failed', code: 'FAILED', text: 'the test answers that it fails' };
    case 'not_connected':
      return node.kind === 'message'
        ? { outcome: 'impossible', code: 'NOT_CONNECTED', text: 'they are not connected' }
        : { outcome: 'done', connected: false };
    case 'connected':
      return { outcome: 'done', connected: true };
    case 'not_found':
      return { outcome: 'impossible', code: 'NOT_FOUND', text: 'nothing was found' };
    case 'none':
      return { outcome: 'impossible', code: 'NO_POST', text: 'the lead has no post' };
    default:
      return null;
  }
}

function answerFields(node: Node, fields: Vars): CallAnswer {
  switch (node.kind) {
    case 'enrich':
      return { outcome: 'done', found: foundIn(fields) };
    case 'action':
      return { outcome: 'done', saved: fields.result ?? null };
    default:
      return {
        outcome: 'done',
        ...(typeof fields.connected === 'boolean' ? { connected: fields.connected } : {}),
        ...(typeof fields.degree === 'number' ? { degree: fields.degree } : {}),
        ...(typeof fields.premium === 'boolean' ? { premium: fields.premium } : {}),
      };
  }
}

function foundIn(fields: Vars): LeadFields {
  const found: { -readonly [field in keyof LeadFields]?: string } = {};
  for (const field of LEAD_FIELDS) {
    const value = fields[field];
    if (value !== undefined && value !== null) found[field] = String(value);
  }
  return found;
}
