import { checkShape } from '../../shared/kit/check-shape.ts';
import { CodedError } from '../../shared/kit/coded-error.ts';
import { operationNames, operationOf } from '../api-contract/api-operations.ts';
import { type EngineEvent, eventSchema, isEngineEventType } from '../api-contract/engine-events.ts';
import { answerOf } from '../api-contract/list.ts';
import { problem } from '../api-contract/problem.ts';
import type { KnownContract } from './known-contract.ts';

/** With the schemas of all answers: what does not fit them is no answer. */
export const WHOLE_CONTRACT: KnownContract = {
  names: operationNames,
  routeOf: operationOf,
  async readAnswer(name, answer, fields, base_url) {
    const schema = answerOf(operationOf(name), answer.status, fields);
    if (schema === null) return undefined;
    const answered: unknown = await answer.json().catch(() => null);
    const checked = checkShape(schema, answered);
    // As it came: a later version may have added fields.
    if (checked.ok) return answered;
    const [first] = checked.error;
    const text = `${first?.field || 'the answer'} ${first?.message}`;
    throw new CodedError('unexpected_answer', `${base_url} gave an answer that is not understood: ${text}.`, {
      fix: 'Use a client of the same version as the engine.',
    });
  },
  readProblem(given) {
    const read = problem.safeParse(given);
    return read.success ? read.data : null;
  },
  /** As it came, once it fits: a later version may have added fields. */
  readEvent(type, data) {
    if (!isEngineEventType(type)) return null;
    const event: unknown = JSON.parse(data);
    // Held against the schema of its type, from which the union is made.
    return checkShape(eventSchema(type), event).ok ? (event as EngineEvent) : null;
  },
};
