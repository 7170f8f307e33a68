import { SEND_CLASSES } from '../../../language/plan/node-traits.ts';
import { candidateConditions } from './result-candidates.ts';
import { type Grouping, NO_LABEL, type ResultFilter, type ResultsAsked } from './result-filter.ts';
import { CALL_STATES, RESULT_OF_STEP } from './step-result.ts';

/** SQL: the result of a step for a person, over all its visits, of its calls `intents i`, grouped by step. */
const STEP = `min(i.limit_class) as limit_class, min(i.account_id) as account_id,
    ${RESULT_OF_STEP} as result,
    count(*) filter (where ${CALL_STATES.done} and i.response ->> 'refused' is null)::int as calls,
    min(i.created_at) filter (where ${CALL_STATES.done}) as at, sum(i.credits)::int as credits,
    bool_or(${CALL_STATES.done}) and min(i.limit_class) = any($2) as reached`;

/** SQL: sums over all steps of a person, who replied at the time `replied_at`. */
const sums = (replied_at: string): string => `min(at) filter (where reached) as contacted_at,
    (array_agg(account_id order by at, node) filter (where reached))[1] as sender,
    (array_agg(node order by at, node) filter (where reached and at <= ${replied_at}))[count(*) filter (where reached and at <= ${replied_at})] as answered,
    sum(credits) as credits, sum(calls) filter (where limit_class = 'inmail') as inmails`;

/** SQL: the columns of a person, of `enrollments e` with their lead `l`, the label `b` of their answer, and the sums `s`. */
const person = (
  by: Grouping,
): string => `e.id, e.sequence, e.version, e.labeled_at, e.lead_id, e.status, e.outcome, e.label, e.node, e.created_at,
    e.accepted_at, e.replied_at, e.finished_at, s.contacted_at, s.sender, s.answered, coalesce(s.credits, 0)::int as credits, coalesce(s.inmails, 0)::int as inmails,
    coalesce(s.contacted_at <= $3::timestamptz - $4::int * interval '1 day', false) as judged,
    coalesce(e.replied_at between s.contacted_at and s.contacted_at + $4::int * interval '1 day', false) as answered_in_time,
    nullif(${GROUPS[by.kind]}, '') as "group", coalesce(b.positive and e.replied_at is not null, false) as positive`;

export const OF_CAMPAIGN = 'e.campaign_id = $1 and $5::text is not null';
/** Whoever has not begun has no calls, so nobody looks for them. */
const HAS_BEGUN = 'e.started_at is not null';

export function valuesOf({ campaign_id, by, window_days, now }: ResultsAsked): unknown[] {
  const name = by.kind === 'field' ? by.field : by.kind === 'variable' ? by.name : '';
  return [campaign_id, [...SEND_CLASSES], now, window_days, name];
}

export interface PeopleQuery {
  readonly text: string;
  /** Whether anything is known of whoever may fit that an index tells. */
  readonly isNarrowed: boolean;
  /** SQL behind `from`: the `enrollments e` of whoever may fit. */
  readonly candidates: string;
  /** `$1` to `$5`, and what the conditions ask for. */
  readonly values: unknown[];
}

/**
 * The people of a campaign who may fit a filter as rows `people p`, with what the ledger says of each. Each person's calls are read
 * by themselves, by their index: whoever wants a page of people has only those read that come before its end, and where Postgres
 * does not know yet how many there are, nothing is gone through again and again.
 */
export function resultPeople(asked: ResultsAsked, filter: ResultFilter): PeopleQuery {
  const values = valuesOf(asked);
  const conditions = candidateConditions(filter, asked, values.length);
  const fit = `${OF_CAMPAIGN}${conditions.text}`;
  const people = 'enrollments e left join leads l on l.id = e.lead_id';
  const text = `
      select ${person(asked.by)}, s.nodes, s.classes, s.results, s.all_calls, s.times, s.all_credits
        from ${people} left join labels b on b.name = e.label,
             lateral (
               select ${sums('e.replied_at')}, array_agg(node) as nodes, array_agg(limit_class) as classes, array_agg(result) as results,
                      array_agg(calls) as all_calls, array_agg(at) as times, array_agg(credits) as all_credits
                 from (select i.node, ${STEP} from intents i where i.enrollment_id = e.id and ${HAS_BEGUN} group by i.node) as steps) as s
       where ${fit}`;
  return {
    text,
    isNarrowed: conditions.text !== '',
    candidates: `${people} where ${fit}`,
    values: [...values, ...conditions.values],
  };
}

/** SQL: the value of a person's group, from the ledger or the lead. */
export const GROUPS: Readonly<Record<Grouping['kind'], string>> = {
  week: `to_char(date_trunc('week', s.contacted_at at time zone 'UTC'), 'YYYY-MM-DD')`,
  sender: 's.sender',
  field:
    "case $5::text when 'company' then l.company when 'country' then l.country when 'location' then l.location when 'timezone' then l.timezone else l.headline end",
  variable: 'coalesce(e.vars ->> $5::text, l.vars ->> $5::text)',
};

/** The steps of `people p`, as a table. */
const STEPS_OF_PERSON =
  'unnest(p.nodes, p.classes, p.results, p.all_calls, p.times, p.all_credits) as s(node, limit_class, result, calls, at, credits)';

const FLAGS = ['contacted', 'accepted', 'replied', 'positive', 'judged'] as const;
type Flag = (typeof FLAGS)[number];

const OF_ALL_TIME: Readonly<Record<Flag, string>> = {
  contacted: '(p.contacted_at is not null)',
  accepted: '(p.accepted_at is not null)',
  replied: '(p.replied_at is not null)',
  positive: 'p.positive',
  judged: 'p.judged',
};

/** The same from the moment `t.at` on at which they took an arm, as `listArmPeople` reads them. */
const SINCE_THE_ARM: Readonly<Record<Flag, string>> = {
  contacted: `exists (select from intents i where i.enrollment_id = p.id and i.state = 'done' and i.limit_class = any($2) and i.settled_at >= t.at)`,
  accepted: 'coalesce(p.accepted_at >= t.at, false)',
  replied: 'coalesce(p.replied_at >= t.at, false)',
  positive: 'coalesce(p.positive and p.replied_at >= t.at and p.labeled_at >= t.at, false)',
  judged: 'p.judged',
};

/** The arms that a person of `people p` has taken of a split, by its id in the version in which they stood then. */
const armsTaken = (versions: string, nodes: string): string => `(
  select b.arm, b.at from (
    select distinct on (node) node, id, at, detail ->> 'arm' as arm from timeline
     where enrollment_id = p.id and type = 'branch' and detail ? 'arm' and node = any(${nodes}::text[]) order by node, id) as b
   where (coalesce((select (m.detail ->> 'from_version')::int from timeline m
                     where m.enrollment_id = p.id and m.id > b.id and m.type = 'moved' order by m.id limit 1), p.version), b.node)
         in (select * from unnest(${versions}::int[], ${nodes}::text[])))`;

/** The `where` of a filter over `people p`; `before`: values that stand before its own. */
export function resultConditions(filter: ResultFilter, sequence: string, before: number) {
  const values: unknown[] = [];
  const place = (value: unknown): string => `$${before + values.push(value)}`;
  /** The condition that `node` is the step that `stepName` names so. */
  const isStep = (node: string, name: string) =>
    `case when p.sequence = ${place(sequence)} then ${node} else p.sequence || '/' || ${node} end = ${place(name)}`;
  const conditions: string[] = [];
  const { step, result, standing, answered, label, outcome, group, arm } = filter;
  if (step !== undefined || result !== undefined) {
    const fit = [
      ...(step === undefined ? [] : [isStep('s.node', step)]),
      ...(result === undefined ? [] : [`s.result = ${place(result)}`]),
    ];
    conditions.push(`exists (select from ${STEPS_OF_PERSON} where ${['s.node is not null', ...fit].join(' and ')})`);
  }
  if (standing !== undefined) conditions.push(`p.status <> 'finished' and ${isStep('p.node', standing)}`);
  if (answered !== undefined) conditions.push(isStep('p.answered', answered));
  const flags = (of: Readonly<Record<Flag, string>>): string[] =>
    FLAGS.flatMap((flag) => (filter[flag] === undefined ? [] : [`${of[flag]} = ${place(filter[flag])}`]));
  if (arm === undefined) conditions.push(...flags(OF_ALL_TIME));
  else {
    const [versions, nodes] = [place([...arm.split.keys()]), place([...arm.split.values()])];
    const fit = [`t.arm = ${place(arm.name)}`, ...flags(SINCE_THE_ARM)];
    const took = `exists (select from ${armsTaken(versions, nodes)} as t where ${fit.join(' and ')})`;
    conditions.push(`p.sequence = ${place(sequence)} and ${took}`);
  }
  if (label === NO_LABEL) conditions.push('p.label is null');
  else if (label !== undefined) conditions.push(`p.label = ${place(label)}`);
  if (outcome !== undefined) conditions.push(`p.outcome = ${place(outcome)}`);
  if (group === null) conditions.push('p."group" is null');
  else if (group !== undefined) conditions.push(`p."group" = ${place(group)}`);
  return { text: conditions.join(' and ') || 'true', values };
}
