import type { Metric } from '../../../src/core/experiments/arm-person.ts';
import {
  type ArmChoice,
  chooseArm,
  count,
  type ExperimentState,
  isDue,
  JUDGED_AFTER,
  judge,
  look,
  sharesNow,
} from '../../../src/core/experiments/optimized-split.ts';
import { sayChoice } from '../../../src/core/experiments/say-choice.ts';
import { SEND_CLASSES } from '../../../src/language/plan/node-traits.ts';
import { leastShare } from '../../../src/language/plan/nodes/split.ts';
import { splitDraw } from '../../../src/language/plan/split-arm.ts';
import { findArmChoice, saveArmChoice } from '../../../src/runtime/store/experiments/arm-choice.ts';
import type { ExperimentRow } from '../../../src/runtime/store/experiments/experiment-row.ts';
import { lockExperiment } from '../../../src/runtime/store/experiments/lock-experiment.ts';
import { saveExperiment } from '../../../src/runtime/store/experiments/save-experiment.ts';
import { listDue, listOutcomes, noteWatched } from '../../../src/runtime/store/experiments/watch-arm-people.ts';
import type { Queryable } from '../../../src/shared/postgres/database.ts';

interface Asked {
  readonly sequence: string;
  /** The split's id. */
  readonly node: string;
  readonly arms: readonly string[];
  readonly metric: Metric;
  readonly enrollment_id: string;
  readonly lead_id: string;
  readonly at: Date;
}

/** The arm of a person; `title` says why they took it, null where they had it already. */
type Given = (ArmChoice & { readonly title: string }) | { readonly arm: string; readonly title: null };

/** The number of people who are judged on the way of one: whoever comes next goes on. */
const AT_ONCE = 500;

/**
 * Gives a person one of the arms, by what all arms have brought until now. The experiment is locked, so that two who come at once see
 * each what the other left; whoever has an arm keeps it.
 */
export async function giveArm(tx: Queryable, asked: Asked): Promise<Given> {
  const { sequence, node, arms, metric, enrollment_id, lead_id, at } = asked;
  const row = await lockExperiment(tx, asked);
  const had = await findArmChoice(tx, { enrollment_id, node, experiment_id: row.id });
  if (had !== null) return { arm: had, title: null };
  const state = row.winner === null ? await bringUpToDate(tx, row, asked) : row;
  const shares = sharesNow(state, arms, leastShare(arms.length));
  const choice = chooseArm(state, { arms, shares, draw: (seed) => splitDraw({ sequence, node, seed }, lead_id) });
  // Once it is decided nobody need be judged any more.
  const look_at = state.winner === null ? new Date(at.getTime() + JUDGED_AFTER) : null;
  await saveArmChoice(tx, { ...choice, enrollment_id, node, experiment_id: row.id, at, look_at });
  return { ...choice, title: sayChoice(choice, metric) };
}

/** Judges those whose days are over since somebody came last, and looks at the bound when it is time. */
async function bringUpToDate(tx: Queryable, row: ExperimentRow, { arms, metric, at }: Asked): Promise<ExperimentState> {
  const asked = { experiment_id: row.id, now: at, sends: SEND_CLASSES, limit: AT_ONCE };
  const due = (await listDue(tx, asked)).map((person) => {
    const happened = person[`${metric}_at`];
    const { contacted_at, is_over } = person;
    const times = { contacted_at: contacted_at?.getTime() ?? null, happened_at: happened?.getTime() ?? null, is_over };
    return { person, found: judge(times, at.getTime()) };
  });
  if (due.length === 0) return row;
  await noteWatched(
    tx,
    due.map(({ person: { enrollment_id, node }, found }) => ({
      ...{ enrollment_id, node },
      look_at: found.is === 'open' ? new Date(found.look_at) : null,
      judged_at: found.is === 'judged' ? new Date(found.at) : null,
      success: found.is === 'judged' ? found.success : null,
    })),
  );
  const judged = due.flatMap(({ person: { arm }, found }) =>
    found.is === 'judged' ? [{ arm, success: found.success }] : [],
  );
  if (judged.length === 0) return row;
  const counted = count(row, judged);
  const state = isDue(counted) ? look(counted, await outcomesOf(tx, row.id, arms)) : counted;
  await saveExperiment(tx, { ...state, id: row.id }, at);
  return state;
}

async function outcomesOf(tx: Queryable, id: string, arms: readonly string[]) {
  const outcomes = await listOutcomes(tx, id);
  return arms.map((name) => ({ name, outcomes: outcomes.get(name) ?? [] }));
}
