import type { FastifyInstance } from 'fastify';
import type { ArmPerson } from '../../../core/experiments/arm-person.ts';
import { type Comparison, judgeSplit } from '../../../core/experiments/judge-split.ts';
import { sayComparison } from '../../../core/experiments/say-comparison.ts';
import { SEND_CLASSES } from '../../../language/plan/node-traits.ts';
import { type ArmPersonRow, listArmPeople } from '../../../runtime/store/experiments/list-arm-people.ts';
import { readSequenceVersion } from '../../../runtime/store/sequences/read-sequence-version.ts';
import type { ApiDeps } from '../context.ts';
import { notFound } from '../problem.ts';
import { serve } from '../serve.ts';

/** What the arms of the splits of a sequence have brought: those of its current version, with everybody who took one of them. */
export function addExperimentRoutes(app: FastifyInstance, { db, clock }: ApiDeps): void {
  serve(app, 'getExperiments', async ({ params: { name }, query: { window_days, campaign_id } }) => {
    const row = await readSequenceVersion(db, name, null);
    if (row === null) throw notFound('sequence', name);
    const splits = [];
    for (const node of Object.values(row.plan.nodes)) {
      if (!('arms' in node)) continue;
      const asked = { sequence: name, node: node.id, campaign_id: campaign_id ?? null, sends: SEND_CLASSES };
      const people = (await listArmPeople(db, asked)).map(personOf);
      const judged = judgeSplit({
        arms: node.arms.map(({ name, weight }) => ({ name, weight })),
        ...{ people, window_days, now: clock.now() },
      });
      splits.push({ node: node.id, ...judged, comparisons: judged.comparisons.map(viewComparison) });
    }
    return { sequence: name, version: row.version, window_days, splits };
  });
}

function personOf({ arm, entered_at, ...times }: ArmPersonRow): ArmPerson {
  const at = (time: Date | null) => time?.getTime() ?? null;
  return {
    ...{ arm, entered_at: entered_at.getTime() },
    ...{ contacted_at: at(times.contacted_at), accepted_at: at(times.accepted_at), replied_at: at(times.replied_at) },
    ...{ unsubscribed_at: at(times.unsubscribed_at), bounced_at: at(times.bounced_at) },
  };
}

const viewComparison = (comparison: Comparison) => ({
  ...comparison,
  judged: { arm: comparison.judged.other, against: comparison.judged.first },
  rates: { arm: comparison.rates.other, against: comparison.rates.first },
  sentence: sayComparison(comparison),
});
