import { DAY } from '../../../shared/kit/duration.ts';
import { isDay } from '../../../shared/kit/read-date.ts';
import { companyKey } from '../leads/company-key.ts';
import { NO_LABEL, type ResultFilter, type ResultsAsked } from './result-filter.ts';
import { CALL_STATES } from './step-result.ts';

/**
 * SQL: what is true of all `enrollments e`, with their lead `l`, who fit the filter, in words that indexes know. A person's calls are summed up for the filter itself, which takes longer than all else: so nobody's are but those
 * of whom this is true.
 */
export function candidateConditions(filter: ResultFilter, { by }: ResultsAsked, before: number) {
  const values: unknown[] = [];
  const place = (value: unknown): string => `$${before + values.push(value)}`;
  const {
    step,
    result,
    standing,
    answered,
    arm,
    contacted,
    judged,
    accepted,
    replied,
    positive,
    outcome,
    label,
    group,
  } = filter;
  const hasCall = (conditions: readonly string[]): string =>
    `exists (select from intents i where ${['i.enrollment_id = e.id', ...conditions].join(' and ')})`;
  const named = (node: string, name: string | undefined): string[] =>
    name === undefined ? [] : [`${node} = any(${place(nodesNamed(name))}::text[])`];
  const conditions: string[] = [];
  if ([step, result, answered, arm].some((each) => each !== undefined) || contacted === true || judged === true)
    conditions.push('e.started_at is not null');
  if (step !== undefined || result !== undefined)
    conditions.push(hasCall([...named('i.node', step), ...(result === undefined ? [] : [CALL_STATES[result]])]));
  if (answered !== undefined) conditions.push(hasCall([...named('i.node', answered), CALL_STATES.done]));
  // Whoever stands at a step has come to it.
  if (standing !== undefined)
    conditions.push(
      ...named('e.node', standing),
      `e.status <> 'finished' and (e.started_at is not null or e.status <> 'queued')`,
    );
  if (replied === true || positive === true || answered !== undefined) conditions.push('e.replied_at is not null');
  if (accepted === true) conditions.push('e.accepted_at is not null');
  if (positive === true) conditions.push('e.label in (select name from labels where positive)');
  if (outcome !== undefined) conditions.push(`e.outcome = ${place(outcome)}`);
  if (label !== undefined && label !== NO_LABEL) conditions.push(`e.label = ${place(label)}`);
  if (by.kind === 'week' && typeof group === 'string') {
    const monday = isDay(group) ? Date.parse(`${group}T00:00:00Z`) : Number.NaN;
    // No week begins on another day.
    if (new Date(monday).getUTCDay() !== 1) conditions.push('false');
    else {
      const week = [monday, monday + 7 * DAY].map((at) => place(new Date(at)));
      conditions.push(
        'e.started_at is not null',
        hasCall([CALL_STATES.done, `i.created_at >= ${week[0]} and i.created_at < ${week[1]}`]),
      );
    }
  }
  if (by.kind === 'sender' && typeof group === 'string') conditions.push(hasCall([`i.account_id = ${place(group)}`]));
  const company = by.kind === 'field' && by.field === 'company' ? companyKey(group) : null;
  if (company !== null) conditions.push(`l.company_key = ${place(company)}`);
  return { text: conditions.map((condition) => ` and ${condition}`).join(''), values };
}

/** The ids that a step may have which results name so: of other sequences the name begins with theirs, and the id of a nested step has a slash as well. */
function nodesNamed(name: string): string[] {
  const parts = name.split('/');
  return parts.map((_, from) => parts.slice(from).join('/'));
}
