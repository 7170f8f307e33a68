import { CodedError } from '../../shared/kit/coded-error.ts';
import type { ProblemBody } from '../api-contract/problem.ts';

/** An answer that is an error. Its `code` never changes its meaning; `problem` is all that the engine said. */
export class ApiProblem extends CodedError {
  readonly status: number;
  readonly problem: ProblemBody;

  constructor(problem: ProblemBody) {
    super(problem.code, problem.detail, { detail: problem });
    this.status = problem.status;
    this.problem = problem;
  }
}
