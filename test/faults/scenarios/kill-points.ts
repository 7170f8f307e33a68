import type { FaultPoint } from '../../../activities/deps.ts';
import { readFaults } from '../fault-count.ts';
import { finding } from '../invariants/finding.ts';
import type { Scenario } from '../scenario.ts';

const POINTS: readonly FaultPoint[] = [
  'before_intent',
  'intent_committed',
  'bytes_sent',
  'response_received',
  'outcome_stored',
  'activity_completed',
];

/** Each life of a worker dies at the next entry; with two workers an entry may be used twice. */
const FAULTS = [2, 3, 5].flatMap((nth) => POINTS.map((point) => `${point}:${nth}`));

export const killPoints: Scenario = {
  name: 'kill-points',
  about: 'kill -9 at each named point of a step',
  load: { leads: 40 },
  system: { env: { FAULT: FAULTS.join(',') } },
  rolesMayDie: true,
  async play({ system, untilAllEnd }) {
    await untilAllEnd();
    const fired = readFaults(system.home.folder);
    const missing = fired < FAULTS.length ? [`only ${fired} of ${FAULTS.length} points came`] : [];
    return [finding('points', 'a worker died at every point', { fired }, missing)];
  },
};
