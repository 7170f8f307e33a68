import type { CallNode } from '../../../language/plan/node.ts';
import { simulatedCall } from '../calls/kinds.ts';
import type { CallAnswer } from '../walk/walk-input.ts';
import type { Answer } from './test-file.ts';

/** How every call can end. */
const ANY: Readonly<Record<string, CallAnswer>> = {
  impossible: { outcome: 'impossible', code: 'IMPOSSIBLE', text: 'the test answers that it is impossible' },
  failed: { outcome: 'failed', code: 'FAILED', text: 'the test answers that it fails' },
};

/** How a call of this step ends, in the words of the test; null: as one would expect. */
export function scriptedAnswer({ kind }: CallNode, answer: Answer): CallAnswer | null {
  const { words, fields } = simulatedCall(kind);
  if (answer.kind === 'fields') return fields?.answer(answer.fields) ?? { outcome: 'done' };
  return Object.entries({ ...ANY, ...words }).find(([word]) => word === answer.word)?.[1] ?? null;
}
