import type { OperationName } from '../api-contract/api-operations.ts';
import type { EngineEvent } from '../api-contract/engine-events.ts';
import type { Operation } from '../api-contract/operation.ts';
import type { ProblemBody } from '../api-contract/problem.ts';

/** The part of the contract that a client knows: how each route is called, and how its answers are read. */
export interface KnownContract {
  readonly names: readonly OperationName[];
  routeOf(name: OperationName): Pick<Operation, 'method' | 'path' | 'slow'>;
  /** The JSON of a good answer, undefined where it has none; throws CodedError `unexpected_answer`. `fields`: by them its items were cut. */
  readAnswer(name: OperationName, answer: Response, fields: unknown, base_url: string): Promise<unknown>;
  /** Null: that is no problem of this API. */
  readProblem(given: unknown): ProblemBody | null;
  /** Null: its type is of a later version. */
  readEvent(type: string, data: string): EngineEvent | null;
}
