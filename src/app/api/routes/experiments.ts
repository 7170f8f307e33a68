import type { FastifyInstance } from 'fastify';
import type { Guard, Metric } from '../../../core/experiments/arm-person.ts';
import { type Comparison, judgeSplit } from '../../../core/experiments/judge-split.ts';
import type { KnownSize } from '../../../core/experiments/known-size.ts';
import { type OptimizedFigures, optimizedFigures } from '../../../core/experiments/optimized-figures.ts';
import { NEW_EXPERIMENT } from '../../../core/experiments/optimized-split.ts';
import { packPeople } from '../../../core/experiments/packed-people.ts';
import { checkRecordedShares, type SampleRatio } from '../../../core/experiments/sample-ratio.ts';
import { sayComparison, sayGuard } from '../../../core/experiments/say-comparison.ts';
import { titleOfStep } from '../../../language/graph/title-of-step.ts';
import { SEND_CLASSES } from '../../../language/plan/node-traits.ts';
import { leastShare, type OptimizedFor, type SplitNode } from '../../../language/plan/nodes/split.ts';
import { listFinished, listSizes } from '../../../runtime/store/campaigns/campaign-sizes.ts';
import { readCampaign } from '../../../runtime/store/campaigns/read-campaign.ts';
import type { ExperimentKey } from '../../../runtime/store/experiments/experiment-row.ts';
import { findExperiment } from '../../../runtime/store/experiments/find-experiment.ts';
import { type ArmPersonRow, listArmPeople } from '../../../runtime/store/experiments/list-arm-people.ts';
import { listSharesByDay, listTaken } from '../../../runtime/store/experiments/list-shares.ts';
import { readFollow } from '../../../runtime/store/follows/follow.ts';
import { listPlans } from '../../../runtime/store/sequences/list-plans.ts';
import { readSequenceVersion } from '../../../runtime/store/sequences/read-sequence-version.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import type { ComputeFor } from '../computations/compute-for.ts';
import type { ApiDeps } from '../context.ts';
import { notFound, Problem } from '../problem.ts';
import { serve } from '../serve.ts';
import { versionsAlike } from '../split-versions.ts';

/** So many are judged in a thread: they take longer than anybody else's request may wait. */
const MANY = 20_000;

/**
 * Adds the route for what the arms of a sequence's splits have brought: those of its current version, with everybody who took
 * one of them.
 */
export function addExperimentRoutes(app: FastifyInstance, { db, clock }: ApiDeps, compute: ComputeFor): void {
  serve(app, 'getExperiments', async ({ params: { name }, query, request, reply }) => {
    const { window_days, campaign_id, version, first } = query;
    const row = await readSequenceVersion(db, name, version ?? null);
    if (row === null) throw version === undefined ? notFound('sequence', name) : notFound('version', String(version));
    const plans = await listPlans(db, name);
    if (campaign_id !== undefined) await campaignOfSequence(db, campaign_id, name);
    const campaign = campaign_id === undefined ? null : await readSize(db, campaign_id);
    const splits = [];
    for (const node of Object.values(row.plan.nodes)) {
      if (!('arms' in node)) continue;
      const alike = versionsAlike(plans, row, node);
      const nodes = [...new Set([node.id, ...alike.values()])];
      const asked = { sequence: name, nodes, campaign_id: campaign_id ?? null, sends: SEND_CLASSES };
      const rows = await listArmPeople(db, asked);
      const counted = rows.filter((one) => alike.get(one.version) === one.node);
      const question = {
        arms: node.arms.map(({ name, weight }) => ({ name, weight })),
        ...{ window_days, now: clock.now(), first: first ?? node.optimize ?? 'positive' },
        // How people are divided follows from what has come of others there, so only bounds for ever are right.
        size: campaign && node.optimize === undefined ? sizeFor(campaign, rows, counted) : null,
      };
      const judged =
        counted.length < MANY
          ? judgeSplit({ ...question, people: counted })
          : await compute({ request, reply }, 'split', { ...question, people: packPeople(counted) });
      const optimized = await readOptimized(db, name, node);
      splits.push({
        ...{
          node: node.id,
          title: titleOfStep(row.plan, node.id),
          versions: [...alike.keys()],
          others: rows.length - counted.length,
        },
        ...{ ...judged, optimized },
        comparisons: judged.comparisons.map((one) => viewComparison(one, judged)),
        guards: judged.guards.map(viewGuard),
        ...(node.optimize === undefined
          ? {}
          : { sample_ratio: await ratioOf(db, keyOf(name, node, node.optimize), counted) }),
      });
    }
    return { sequence: name, version: row.version, window_days, splits };
  });
}

/** Zeros would say that nobody of it has come so far. */
async function campaignOfSequence(db: Queryable, id: string, sequence: string): Promise<void> {
  const campaign = await readCampaign(db, { id });
  if (campaign === null) throw notFound('campaign', id);
  if (campaign.sequence === sequence) return;
  throw new Problem(404, 'unknown_campaign', `The campaign ${id} is of ${campaign.sequence}, not of ${sequence}.`);
}

interface CampaignSize {
  readonly counts: KnownSize['counts'];
  readonly finished: readonly { readonly id: string; readonly at: Date }[];
}

/** Null: nobody knows how many people it will have. */
async function readSize(db: Queryable, campaign_id: string): Promise<CampaignSize | null> {
  const sizes = await listSizes(db, campaign_id);
  if (sizes.length === 0 || (await readFollow(db, campaign_id)) !== null) return null;
  const counts = sizes.map(({ at, people }) => ({ at: at.getTime(), people }));
  return { counts, finished: await listFinished(db, campaign_id) };
}

/**
 * Computes the size of a split. People who came to an end before anybody contacted them after the split, or who took an arm
 * when it asked something else, are never judged.
 */
function sizeFor(
  { counts, finished }: CampaignSize,
  rows: readonly ArmPersonRow[],
  counted: readonly ArmPersonRow[],
): KnownSize {
  const contacted = new Set(counted.flatMap((row) => (row.contacted_at === null ? [] : [row.enrollment_id])));
  const asked = new Set(counted.map((row) => row.enrollment_id));
  const left = new Map(finished.map(({ id, at }) => [id, at.getTime()]));
  for (const row of rows) if (!asked.has(row.enrollment_id)) left.set(row.enrollment_id, row.entered_at);
  for (const id of contacted) left.delete(id);
  return { counts, left: [...left.values()] };
}

const keyOf = (sequence: string, { id, arms }: SplitNode, metric: OptimizedFor): ExperimentKey => ({
  ...{ sequence, node: id, metric },
  arms: arms.map(({ name }) => name),
});

/** Reads the figures of everybody who came to the split, in whichever campaign: they are divided together. */
async function readOptimized(db: Queryable, sequence: string, node: SplitNode): Promise<OptimizedFigures | null> {
  if (node.optimize === undefined) return null;
  const key = keyOf(sequence, node, node.optimize);
  const { arms } = key;
  const found = await findExperiment(db, key);
  const least = leastShare(arms.length);
  const over_time = found === null ? [] : await listSharesByDay(db, found.id);
  const state = found ?? NEW_EXPERIMENT;
  const decided_at = found?.decided_at?.getTime() ?? null;
  return optimizedFigures({ metric: node.optimize, arms, state, decided_at, least, over_time });
}

/** The shares have changed under way, so each of those who are counted is held against the ones that were recorded when they came. */
async function ratioOf(db: Queryable, key: ExperimentKey, counted: readonly ArmPersonRow[]): Promise<SampleRatio> {
  const found = await findExperiment(db, key);
  const arms = new Map(counted.map(({ enrollment_id, arm }) => [enrollment_id, arm]));
  const taken = found === null ? [] : await listTaken(db, found.id);
  return checkRecordedShares(
    key.arms,
    taken.flatMap(({ enrollment_id, shares }) => {
      const arm = arms.get(enrollment_id);
      return arm === undefined ? [] : [{ arm, shares }];
    }),
  );
}

const viewComparison = (comparison: Comparison, beside: Parameters<typeof sayComparison>[1]) => ({
  ...viewInterval(comparison),
  better: comparison.more,
  sentence: sayComparison(comparison, beside),
});

const viewGuard = (guard: Comparison<Guard>) => ({
  ...viewInterval(guard),
  worse: guard.more,
  sentence: sayGuard(guard),
});

const viewInterval = <By extends Metric | Guard>({ risk: _, more: __, judged, rates, ...rest }: Comparison<By>) => ({
  ...rest,
  judged: { arm: judged.other, against: judged.first },
  rates: { arm: rates.other, against: rates.first },
});
