import type { FastifyInstance } from 'fastify';
import { type ArmPeople, OUTCOME_BITS } from '../../../core/experiments/arm-people.ts';
import type { Guard, Metric } from '../../../core/experiments/arm-person.ts';
import { hoursBetween } from '../../../core/experiments/count-arms.ts';
import { type Comparison, judgeSplit } from '../../../core/experiments/judge-split.ts';
import type { KnownSize } from '../../../core/experiments/known-size.ts';
import { type OptimizedFigures, optimizedFigures } from '../../../core/experiments/optimized-figures.ts';
import { NEW_EXPERIMENT } from '../../../core/experiments/optimized-split.ts';
import { checkRecordedShares } from '../../../core/experiments/sample-ratio.ts';
import { sayComparison, sayGuard } from '../../../core/experiments/say-comparison.ts';
import { titleOfStep } from '../../../language/graph/title-of-step.ts';
import { SEND_CLASSES } from '../../../language/plan/node-traits.ts';
import { leastShare, type SplitNode } from '../../../language/plan/nodes/split.ts';
import { listSizes } from '../../../runtime/store/campaigns/campaign-sizes.ts';
import { readCampaign } from '../../../runtime/store/campaigns/read-campaign.ts';
import type { ExperimentRow } from '../../../runtime/store/experiments/experiment-row.ts';
import { findExperiment } from '../../../runtime/store/experiments/find-experiment.ts';
import { listSharesByDay } from '../../../runtime/store/experiments/list-shares.ts';
import { readArmPeople } from '../../../runtime/store/experiments/read-arm-people.ts';
import type { ArmPeopleRow } from '../../../runtime/store/experiments/unpack-arm-people.ts';
import { readFollow } from '../../../runtime/store/follows/follow.ts';
import { listPlans } from '../../../runtime/store/sequences/list-plans.ts';
import { readSequenceVersion } from '../../../runtime/store/sequences/read-sequence-version.ts';
import { DAY } from '../../../shared/kit/duration.ts';
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
    const counts = campaign_id === undefined ? null : await readCounts(db, campaign_id);
    const splits = [];
    for (const node of Object.values(row.plan.nodes)) {
      if (!('arms' in node)) continue;
      const alike = versionsAlike(plans, row, node);
      const experiment = await findOptimized(db, name, node);
      const arms = node.arms.map((arm) => arm.name);
      const asked = {
        sequence: name,
        alike,
        campaign_id: campaign_id ?? null,
        sends: SEND_CLASSES,
        bits: OUTCOME_BITS,
        arms,
      };
      // How people are divided follows from what has come of others there, so only bounds for ever are right.
      const sized = counts !== null && node.optimize === undefined;
      const [now, window_ms] = [clock.now(), window_days * DAY];
      const found = await readArmPeople(db, { ...asked, now, window_ms, sized, experiment_id: experiment?.id ?? null });
      const question = {
        arms: node.arms.map(({ name, weight }) => ({ name, weight })),
        people: found.arms.map((arm) => viewPeople(arm, window_ms)),
        ...{ now, first: first ?? node.optimize ?? 'positive' },
        size: sized ? { counts, left: found.left } : null,
      };
      const entered = question.people.reduce((sum, { figures }) => sum + figures.entered, 0);
      const judged = entered < MANY ? judgeSplit(question) : await compute({ request, reply }, 'split', question);
      const optimized = await viewOptimized(db, node, experiment);
      splits.push({
        ...{
          node: node.id,
          title: titleOfStep(row.plan, node.id),
          versions: [...alike.keys()],
          others: found.others,
        },
        ...{ ...judged, optimized },
        comparisons: judged.comparisons.map((one) => viewComparison(one, judged)),
        guards: judged.guards.map(viewGuard),
        // The shares have changed under way, so each is held against the ones that were recorded when they came.
        ...(node.optimize === undefined ? {} : { sample_ratio: checkRecordedShares(node.arms.length, found.taken) }),
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

/** Null: nobody knows how many people it will have. */
async function readCounts(db: Queryable, campaign_id: string): Promise<KnownSize['counts'] | null> {
  const sizes = await listSizes(db, campaign_id);
  if (sizes.length === 0 || (await readFollow(db, campaign_id)) !== null) return null;
  return sizes.map(({ at, people }) => ({ at: at.getTime(), people }));
}

function viewPeople({ median_low, median_high, ...found }: ArmPeopleRow, window_ms: number): ArmPeople {
  const { arm: _, outcomes, contacted_at, ...counts } = found;
  const median = median_low === null || median_high === null ? null : hoursBetween(median_low, median_high);
  return {
    figures: { ...counts, median_hours_to_reply: median },
    judged: { outcomes, until: contacted_at.map((at) => at + window_ms) },
  };
}

/** Null: its weights divide them, or nobody has come yet. */
async function findOptimized(
  db: Queryable,
  sequence: string,
  { id, arms, optimize }: SplitNode,
): Promise<ExperimentRow | null> {
  if (optimize === undefined) return null;
  return findExperiment(db, { sequence, node: id, metric: optimize, arms: arms.map(({ name }) => name) });
}

/** Reads the figures of everybody who came to the split, in whichever campaign: they are divided together. */
async function viewOptimized(
  db: Queryable,
  node: SplitNode,
  found: ExperimentRow | null,
): Promise<OptimizedFigures | null> {
  if (node.optimize === undefined) return null;
  const arms = node.arms.map(({ name }) => name);
  const over_time = found === null ? [] : await listSharesByDay(db, found.id);
  const decided_at = found?.decided_at?.getTime() ?? null;
  const state = found ?? NEW_EXPERIMENT;
  return optimizedFigures({
    metric: node.optimize,
    arms,
    state,
    decided_at,
    least: leastShare(arms.length),
    over_time,
  });
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
