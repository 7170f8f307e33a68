import type { FastifyInstance } from 'fastify';
import type { ArmPerson } from '../../../core/experiments/arm-person.ts';
import type { ArmFigures } from '../../../core/experiments/count-arms.ts';
import { type Comparison, judgeSplit } from '../../../core/experiments/judge-split.ts';
import { type OptimizedFigures, optimizedFigures } from '../../../core/experiments/optimized-figures.ts';
import { NEW_EXPERIMENT } from '../../../core/experiments/optimized-split.ts';
import { checkSampleRatio, type SampleRatio } from '../../../core/experiments/sample-ratio.ts';
import { sayComparison } from '../../../core/experiments/say-comparison.ts';
import { titleOfStep } from '../../../language/graph/title-of-step.ts';
import { SEND_CLASSES } from '../../../language/plan/node-traits.ts';
import { leastShare, type SplitNode } from '../../../language/plan/nodes/split.ts';
import type { Plan } from '../../../language/plan/plan.ts';
import { splitKey } from '../../../language/plan/split-key.ts';
import { readCampaign } from '../../../runtime/store/campaigns/read-campaign.ts';
import { findExperiment } from '../../../runtime/store/experiments/find-experiment.ts';
import { type ArmPersonRow, listArmPeople } from '../../../runtime/store/experiments/list-arm-people.ts';
import { listSharesByDay } from '../../../runtime/store/experiments/list-shares.ts';
import { listPlans } from '../../../runtime/store/sequences/list-plans.ts';
import { readSequenceVersion, type SequenceVersion } from '../../../runtime/store/sequences/read-sequence-version.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import type { ApiDeps } from '../context.ts';
import { notFound, Problem } from '../problem.ts';
import { serve } from '../serve.ts';

/** What the arms of the splits of a sequence have brought: those of its current version, with everybody who took one of them. */
export function addExperimentRoutes(app: FastifyInstance, { db, clock }: ApiDeps): void {
  serve(app, 'getExperiments', async ({ params: { name }, query: { window_days, campaign_id, version } }) => {
    const row = await readSequenceVersion(db, name, version ?? null);
    if (row === null) throw version === undefined ? notFound('sequence', name) : notFound('version', String(version));
    const plans = await listPlans(db, name);
    if (campaign_id !== undefined) await campaignOfSequence(db, campaign_id, name);
    const splits = [];
    for (const node of Object.values(row.plan.nodes)) {
      if (!('arms' in node)) continue;
      const alike = versionsAlike(plans, row, node);
      const nodes = [...new Set([node.id, ...alike.values()])];
      const asked = { sequence: name, nodes, campaign_id: campaign_id ?? null, sends: SEND_CLASSES };
      const rows = await listArmPeople(db, asked);
      const counted = rows.filter((one) => alike.get(one.version) === one.node);
      const people = counted.map(personOf);
      const judged = judgeSplit({
        arms: node.arms.map(({ name, weight }) => ({ name, weight })),
        ...{ people, window_days, now: clock.now() },
      });
      const optimized = await readOptimized(db, name, node);
      splits.push({
        ...{
          node: node.id,
          title: titleOfStep(row.plan, node.id),
          versions: [...alike.keys()],
          others: rows.length - counted.length,
        },
        ...{ ...judged, comparisons: judged.comparisons.map(viewComparison), optimized },
        ...(optimized === null ? {} : { sample_ratio: ratioOf(optimized, judged.arms) }),
      });
    }
    return { sequence: name, version: row.version, window_days, splits };
  });
}

/**
 * The versions of the sequence that ask the same by the split, newest first, and its id in each. Who is moved towards the better arm is divided with everybody who
 * ever came to it, so there all versions that have it are one.
 */
function versionsAlike(
  plans: readonly { readonly version: number; readonly plan: Plan }[],
  { version: asked, plan: own }: Pick<SequenceVersion, 'version' | 'plan'>,
  split: SplitNode,
): Map<number, string> {
  const key = splitKey(own, split);
  return new Map(
    plans.flatMap(({ version, plan }): [number, string][] => {
      if (version === asked) return [[version, split.id]];
      const splits = Object.values(plan.nodes).filter((node) => node.kind === 'split');
      const same = splits.find(({ id }) => id === split.id);
      if (split.optimize !== undefined) return same === undefined ? [] : [[version, same.id]];
      if (same !== undefined && splitKey(plan, same) === key) return [[version, same.id]];
      // It stands elsewhere; where several ask the same, nobody can tell which one it is.
      const alike = splits.filter((node) => splitKey(plan, node) === key);
      return alike.length === 1 && alike[0] !== undefined ? [[version, alike[0].id]] : [];
    }),
  );
}

/** Zeros would say that nobody of it has come so far. */
async function campaignOfSequence(db: Queryable, id: string, sequence: string): Promise<void> {
  const campaign = await readCampaign(db, { id });
  if (campaign === null) throw notFound('campaign', id);
  if (campaign.sequence === sequence) return;
  throw new Problem(404, 'unknown_campaign', `The campaign ${id} is of ${campaign.sequence}, not of ${sequence}.`);
}

/** Of everybody who came to it, in whichever campaign: they are divided together. */
async function readOptimized(db: Queryable, sequence: string, node: SplitNode): Promise<OptimizedFigures | null> {
  if (node.optimize === undefined) return null;
  const arms = node.arms.map(({ name }) => name);
  const found = await findExperiment(db, { sequence, node: node.id, metric: node.optimize, arms });
  const least = leastShare(arms.length);
  const over_time = found === null ? [] : await listSharesByDay(db, found.id);
  const state = found ?? NEW_EXPERIMENT;
  const decided_at = found?.decided_at?.getTime() ?? null;
  return optimizedFigures({ metric: node.optimize, arms, state, decided_at, least, over_time });
}

/** The shares have changed under way, so people are held against the mean of those that held when each of them came. */
function ratioOf({ over_time, arms }: OptimizedFigures, figures: readonly ArmFigures[]): SampleRatio {
  const expected = arms.map(({ name }) =>
    over_time.reduce((sum, { shares, entered }) => {
      const people = Object.values(entered).reduce((all, count) => all + count, 0);
      return sum + people * (shares[name] ?? 0);
    }, 0),
  );
  const weights = expected.every((weight) => weight === 0) ? arms.map(() => 1) : expected;
  return checkSampleRatio(
    figures.map(({ entered }, n) => ({ weight: Math.max(weights[n] ?? 0, 1e-9), people: entered })),
  );
}

function personOf({ arm, entered_at, ...times }: ArmPersonRow): ArmPerson {
  const at = (time: Date | null) => time?.getTime() ?? null;
  return {
    ...{ arm, entered_at: entered_at.getTime() },
    ...{ contacted_at: at(times.contacted_at), accepted_at: at(times.accepted_at), replied_at: at(times.replied_at) },
    positive_at: at(times.positive_at),
    ...{ unsubscribed_at: at(times.unsubscribed_at), bounced_at: at(times.bounced_at) },
  };
}

const viewComparison = ({ risk, ...comparison }: Comparison) => ({
  ...comparison,
  judged: { arm: comparison.judged.other, against: comparison.judged.first },
  rates: { arm: comparison.rates.other, against: comparison.rates.first },
  sentence: sayComparison({ ...comparison, risk }),
});
