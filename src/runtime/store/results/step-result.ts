import type { StepResult } from './result-filter.ts';

/** SQL: the states of calls `i` by which their step has this result, unless another call of it has given it one that stands before. */
export const CALL_STATES: Readonly<Record<StepResult, string>> = {
  done: `i.state = 'done'`,
  in_doubt: `i.state in ('sent', 'unknown')`,
  refused: `i.state = 'refused'`,
  not_done: `i.state not in ('done', 'sent', 'unknown', 'refused')`,
};

const BEST_FIRST = ['done', 'in_doubt', 'refused'] as const;

/** SQL: the result of a step, of all its calls `i`. */
export const RESULT_OF_STEP = `case ${BEST_FIRST.map((result) => `when bool_or(${CALL_STATES[result]}) then '${result}'`).join(' ')} else 'not_done' end`;
