import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { type AskedOf, type Client, createClient, type ResultOf } from '../../../src/app/api-client/index.ts';
import type { AuditReport } from '../../../src/runtime/audit/audit.ts';
import { stepName } from '../../../src/runtime/store/enrollments/step-name.ts';
import { STEP_RESULTS } from '../../../src/runtime/store/results/result-filter.ts';
import { JUDGED } from '../judged-campaign.ts';
import type { System } from '../system/system.ts';
import { AUDIT_FILE } from './audit.ts';
import { type Check, type Evidence, finding, rowsOf } from './finding.ts';

const RESULTS_FILE = 'faults-results.json';

type Results = ResultOf<'getCampaignResults'>;
type Filter = NonNullable<AskedOf<'listResultPeople'>['query']>;

/** The results of the people of the load, as the API reports them. */
interface Noted {
  readonly results: Results;
  /** A number of the results, and how many people are behind it. */
  readonly opened: readonly { readonly filter: Filter; readonly says: number; readonly people: number }[];
  /** The lines of the file of results, and of each step how many of them say that it is done. */
  readonly file: { readonly people: number; readonly done: Readonly<Record<string, number>> };
}

/** Adds to the campaign of the load all who came by none, and keeps what its results and its file say, and how many people are behind each number. */
export async function noteResults({ engine_db: db, home, api_url, api_key }: System): Promise<void> {
  await db.query('update enrollments set campaign_id = $1 where campaign_id is null', [JUDGED]);
  const client = createClient({ base_url: api_url, key: api_key });
  const results = await client.getCampaignResults({ params: { id: JUDGED }, query: { by: 'sender' } });
  const opened: Noted['opened'][number][] = [];
  for (const { filter, says } of numbersOf(results))
    opened.push({ filter, says, people: await countPeople(client, filter) });
  const file = await client.raw('getCampaignResultsFile', { params: { id: JUDGED } });
  const noted: Noted = { results, opened, file: readFile(await file.text(), results) };
  writeFileSync(home.path(RESULTS_FILE), JSON.stringify(noted));
}

/** Every number of people, with the filter that opens them. */
function numbersOf(results: Results): { readonly filter: Filter; readonly says: number }[] {
  const { enrolled, contacted, accepted, replied, positive, outcomes, groups, funnel } = results;
  return [
    { filter: {}, says: enrolled },
    { filter: { contacted: true }, says: contacted },
    { filter: { accepted: true }, says: accepted },
    { filter: { replied: true }, says: replied },
    { filter: { positive: true }, says: positive },
    ...Object.entries(outcomes).map(([outcome, says]) => ({ filter: { outcome }, says })),
    ...groups.map((each) => ({ filter: { by: 'sender', group: each.group ?? '' }, says: each.enrolled })),
    ...funnel.flatMap(({ step, reached, standing, answered, ...counts }) => [
      { filter: { step }, says: reached },
      { filter: { standing: step }, says: standing },
      { filter: { answered: step }, says: answered },
      ...STEP_RESULTS.map((result) => ({ filter: { step, result }, says: counts[result] })),
    ]),
  ];
}

async function countPeople(client: Client, filter: Filter): Promise<number> {
  const people = new Set<string>();
  const query = { ...filter, limit: 1000 };
  for await (const { enrollment_id } of client.each('listResultPeople', { params: { id: JUDGED }, query }))
    people.add(enrollment_id);
  return people.size;
}

function readFile(text: string, { funnel }: Results): Noted['file'] {
  const lines: Record<string, string>[] = parse(text, { columns: true, bom: true });
  const done = funnel.map(({ step }): [string, number] => [step, lines.filter((line) => line[step] === 'done').length]);
  return { people: lines.length, done: Object.fromEntries(done) };
}

/**
 * The results of all people of the load against what the audit counted: of each step that limits count as many calls as the service's log has. A call of
 * which nobody knows may be in the log or not. And every number of the results against the people behind it, the groups and the file.
 */
export const resultsAgree: Check = async (evidence) => {
  // Written by `noteResults` and `noteAudit`.
  const noted = JSON.parse(readFileSync(join(evidence.home, RESULTS_FILE), 'utf8')) as Noted;
  const report = JSON.parse(readFileSync(join(evidence.home, AUDIT_FILE), 'utf8')) as AuditReport;
  const { results, opened, file } = noted;
  const exceptions = [
    ...(await againstAudit(evidence, noted, report)),
    ...opened.flatMap(({ filter, says, people }) =>
      says === people ? [] : [`${JSON.stringify(filter)}: the results say ${says}, and ${people} people are behind it`],
    ),
    ...results.funnel.flatMap(({ step, done }) =>
      done === file.done[step] ? [] : [`${step}: done for ${done}, and for ${file.done[step]} in the file`],
    ),
    ...differs('people in the file', file.people, results.enrolled),
    ...differs('outcomes', sumOf(Object.values(results.outcomes)), results.finished),
    ...differs('credits of the steps', sumOf(results.funnel.map(({ credits }) => credits)), results.cost.credits),
    ...(['enrolled', 'contacted', 'accepted', 'replied', 'positive', 'finished'] as const).flatMap((what) =>
      differs(`${what} by sender`, sumOf(results.groups.map((group) => group[what])), results[what]),
    ),
  ];
  return finding(
    'I13',
    'the results of a campaign are what the audit counts, step by step, and every number is as many people as it says',
    { people: results.enrolled, replied: results.replied, numbers: opened.length, counted: report.counted.length },
    exceptions,
  );
};

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

const differs = (what: string, one: number, other: number): readonly string[] =>
  one === other ? [] : [`${what}: ${one} together, and ${other} in all`];

async function againstAudit({ engine, load }: Evidence, { results }: Noted, report: AuditReport) {
  const people = await rowsOf<{ id: string; sequence: string }>(
    engine,
    'select id, sequence from enrollments where campaign_id = $1',
    [JUDGED],
  );
  const counted = new Map<string, number>();
  const sequences = new Map(people.map((person) => [person.id, person.sequence]));
  for (const { key, failed } of report.counted) {
    const [enrollment = ''] = key.split('/');
    const own = sequences.get(enrollment);
    if (failed !== null || own === undefined) continue;
    // A step within a branch has slashes of its own.
    const step = stepName(results.sequence, own, key.slice(enrollment.length + 1, key.lastIndexOf('/')));
    counted.set(step, (counted.get(step) ?? 0) + 1);
  }
  const limited = await rowsOf<{ sequence: string; node: string }>(
    engine,
    `select distinct e.sequence, i.node from intents i join enrollments e on e.id = i.enrollment_id
      where e.campaign_id = $1 and i.limit_class is not null`,
    [JUDGED],
  );
  return limited.flatMap(({ sequence: own, node }) => {
    const name = stepName(results.sequence, own, node);
    const step = results.funnel.find((each) => each.step === name);
    const { calls = 0, in_doubt = 0 } = step ?? {};
    const audited = counted.get(name) ?? 0;
    // A ledger that was set back can only say less than what happened.
    const isLess = calls + in_doubt < audited && !load.ledger_set_back;
    return calls > audited || isLess
      ? [`${name}: the results say ${calls} calls and ${in_doubt} in doubt, the audit counts ${audited}`]
      : [];
  });
}
