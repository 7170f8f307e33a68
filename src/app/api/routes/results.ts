import type { FastifyInstance } from 'fastify';
import type { Plan } from '../../../language/plan/plan.ts';
import { messagesOf } from '../../../runtime/conversations/messages-of-people.ts';
import { guardCell } from '../../../runtime/enroll/csv/guard-cell.ts';
import type { CampaignRow } from '../../../runtime/store/campaigns/read-campaign.ts';
import { stepName } from '../../../runtime/store/enrollments/step-name.ts';
import { readPage } from '../../../runtime/store/listing.ts';
import { countResults } from '../../../runtime/store/results/count-results.ts';
import {
  type ResultPersonRow,
  readWalks,
  resultListing,
  type Walk,
} from '../../../runtime/store/results/list-result-people.ts';
import { pagesOfResultPeople } from '../../../runtime/store/results/narrow-result-people.ts';
import {
  type Grouping,
  LEAD_GROUPS,
  type ResultFilter,
  type ResultsAsked,
} from '../../../runtime/store/results/result-filter.ts';
import { listPlans } from '../../../runtime/store/sequences/list-plans.ts';
import { readSequenceVersion } from '../../../runtime/store/sequences/read-sequence-version.ts';
import { compareTexts } from '../../../shared/kit/compare-texts.ts';
import { own } from '../../../shared/kit/own.ts';
import type { OperationNamed } from '../../api-contract/api-operations.ts';
import type { QueryOf } from '../../api-contract/operation.ts';
import type { ApiDeps } from '../context.ts';
import { answerPageOf } from '../paging.ts';
import { invalidQuery } from '../problem.ts';
import { sendCsv } from '../send-csv.ts';
import { serve } from '../serve.ts';
import { versionsAlike } from '../split-versions.ts';
import { viewFigures, viewFunnel, viewTimes } from '../views/results.ts';
import { campaignOf } from './campaigns.ts';

/** Adds the routes for what a campaign has brought, and for the people behind each number. */
export function addResultRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const { db, clock } = deps;

  const askedOf = (
    { id, sequence }: CampaignRow,
    { by, window_days }: { by: string; window_days: number },
  ): ResultsAsked => ({
    ...{ campaign_id: id, sequence, window_days, by: groupingOf(by) },
    now: new Date(clock.now()),
  });

  serve(app, 'getCampaignResults', async ({ params, query }) => {
    const campaign = await campaignOf(deps, params.id);
    const asked = askedOf(campaign, query);
    const { total, outcomes, labels, steps, times, groups } = await countResults(db, asked);
    const { id, name, sequence, version } = campaign;
    const plans = await findPlans(deps, campaign, new Set(steps.map((step) => step.sequence)));
    return {
      ...{ campaign_id: id, name, sequence, version, at: asked.now, window_days: query.window_days },
      ...viewFigures(total),
      ...{ outcomes, labels },
      funnel: viewFunnel(sequence, plans, steps),
      times: viewTimes(sequence, plans, times),
      by: query.by,
      groups: (asked.by.kind === 'week' ? groups.toSorted(byGroup) : groups).map(({ group, ...counts }) => ({
        group,
        ...viewFigures(counts),
      })),
    };
  });

  serve(app, 'listResultPeople', async ({ params, query }) => {
    const campaign = await campaignOf(deps, params.id);
    const listing = pagesOfResultPeople(db, askedOf(campaign, query), await filterOf(deps, campaign, query));
    return answerPageOf(db, listing, query, (rows) => viewPeople(deps, campaign.sequence, rows));
  });

  serve(app, 'getCampaignResultsFile', async ({ params, query, request, reply }) => {
    const campaign = await campaignOf(deps, params.id);
    const asked = askedOf(campaign, query);
    const filter = await filterOf(deps, campaign, query);
    const { steps } = await countResults(db, asked);
    const plans = await findPlans(deps, campaign, new Set(steps.map(({ sequence }) => sequence)));
    const called = viewFunnel(campaign.sequence, plans, steps).flatMap(({ step, reached }) =>
      reached > 0 ? [step] : [],
    );
    const columns = [...COLUMNS, ...called.flatMap((step) => [step, `${step} at`])];
    return sendCsv(request, reply, {
      name: `${campaign.id}-results.csv`,
      columns: columns.map((key) => ({ key, header: guardCell(key) })),
      rows: cells(deps, asked, filter),
    });
  });
}

const byGroup = (one: { readonly group: string | null }, other: { readonly group: string | null }): number =>
  compareTexts(one.group ?? '9', other.group ?? '9');

function groupingOf(by: string): Grouping {
  if (by === 'week' || by === 'sender') return { kind: by };
  const field = LEAD_GROUPS.find((name) => name === by);
  return field === undefined ? { kind: 'variable', name: by.slice('vars.'.length) } : { kind: 'field', field };
}

type FilterAsked = QueryOf<OperationNamed<'getCampaignResultsFile'>>;

async function filterOf(deps: ApiDeps, campaign: CampaignRow, query: FilterAsked): Promise<ResultFilter> {
  const { step, result, standing, answered, contacted, accepted, replied, positive, judged, label, outcome, group } =
    query;
  return {
    ...{ step, result, standing, answered, contacted, accepted, replied, positive, judged, label, outcome },
    group: group === '' ? null : group,
    arm: await armOf(deps, campaign, query),
  };
}

/** An arm of a split of the present version, as the experiments of the sequence name both. */
async function armOf({ db }: ApiDeps, { sequence }: CampaignRow, { split, arm }: FilterAsked) {
  if (split === undefined && arm === undefined) return undefined;
  if (split === undefined) throw invalidQuery('split', 'is needed with arm: the split that the arm is of');
  if (arm === undefined) throw invalidQuery('arm', 'is needed with split: one of its arms');
  const present = await readSequenceVersion(db, sequence, null);
  const node = present === null ? undefined : own(present.plan.nodes, split);
  if (present === null || node?.kind !== 'split') {
    throw invalidQuery('split', `is no split of ${sequence}; GET /api/sequences/${sequence}/experiments lists them`);
  }
  return { name: arm, split: versionsAlike(await listPlans(db, sequence), present, node) };
}

/** The present versions of these sequences; of the campaign's own the one that it entered. */
async function findPlans({ db }: ApiDeps, { sequence, version }: CampaignRow, names: ReadonlySet<string>) {
  const plans = new Map<string, Plan>();
  for (const name of new Set([sequence, ...names])) {
    const row = await readSequenceVersion(db, name, name === sequence ? version : null);
    if (row !== null) plans.set(name, row.plan);
  }
  return plans;
}

async function viewPeople({ db }: ApiDeps, sequence: string, rows: readonly ResultPersonRow[]) {
  const [walks, words] = await Promise.all([
    readWalks(
      db,
      rows.map(({ enrollment_id }) => enrollment_id),
    ),
    lastWords(
      db,
      rows.flatMap(({ lead_id }) => (lead_id === null ? [] : [lead_id])),
    ),
  ]);
  return rows.map((row) => {
    const { steps, arms }: Walk = walks.get(row.enrollment_id) ?? { steps: [], arms: {} };
    return {
      ...row,
      status: row.status as 'queued',
      answered: row.answered === null ? null : stepName(sequence, row.sequence, row.answered),
      arms,
      last_words: (row.lead_id === null ? undefined : words.get(row.lead_id)) ?? null,
      steps: steps.map(({ node, result, at }) => ({
        node: stepName(sequence, row.sequence, node),
        result,
        at: at === null ? null : new Date(at),
      })),
    };
  });
}

/** Finds the last words that each of them wrote. */
async function lastWords(db: ApiDeps['db'], leadIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const messages = await messagesOf(db, leadIds);
  return new Map(
    messages.flatMap(({ lead_id, by, automatic, text }) => (by === 'them' && !automatic ? [[lead_id, text]] : [])),
  );
}

const COLUMNS = [
  ...[
    'enrollment_id',
    'lead_id',
    'first_name',
    'last_name',
    'profile_url',
    'email',
    'company',
    'sequence',
    'status',
    'outcome',
  ],
  ...[
    'sender',
    'arms',
    'answered',
    'label',
    'group',
    'entered_at',
    'contacted_at',
    'accepted_at',
    'replied_at',
    'finished_at',
  ],
  ...['credits', 'inmails', 'last_words'],
];

/** People are found by one statement over the whole campaign, so many at once; their steps and words are read for fewer. */
const FOUND_AT_ONCE = 20_000;
const READ_AT_ONCE = 1000;

async function* cells(
  deps: ApiDeps,
  asked: ResultsAsked,
  filter: ResultFilter,
): AsyncGenerator<Record<string, string>> {
  const listing = resultListing(asked, filter);
  for (let after: string[] | null = null; ; ) {
    const found: ResultPersonRow[] = await readPage(deps.db, listing, { after, limit: FOUND_AT_ONCE });
    for (let at = 0; at < found.length; at += READ_AT_ONCE) {
      for (const person of await viewPeople(deps, asked.sequence, found.slice(at, at + READ_AT_ONCE)))
        yield cellsOf(person);
    }
    const last = found.at(-1);
    if (last === undefined || found.length < FOUND_AT_ONCE) return;
    after = [last.enrollment_id];
  }
}

type Shown = Awaited<ReturnType<typeof viewPeople>>[number];

function cellsOf({ steps, arms, ...person }: Shown): Record<string, string> {
  const own = Object.entries({ ...person, arms: Object.values(arms).join(', ') });
  const walked = steps.flatMap(({ node, result, at }): [string, unknown][] => [
    [node, result],
    [`${node} at`, at],
  ]);
  return Object.fromEntries([...own, ...walked].map(([name, value]) => [name, guardCell(textOf(value))]));
}

const textOf = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value ?? ''));
