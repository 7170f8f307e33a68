import { KILL_POINTS, killAt } from '../../support/kill-at.ts';
import { readFaults } from '../fault-count.ts';
import { finding } from '../invariants/finding.ts';
import type { Scenario } from '../scenario.ts';

/** Each life of a worker dies at the next entry; with two workers an entry may be used twice. */
const FAULTS = [2, 3, 5].flatMap((nth) => KILL_POINTS.map((point) => `${point}:${nth}`));

export const killPoints: Scenario = {
  name: 'kill-points',
  about: 'kill -9 at each named point of a step',
  load: { leads: 40 },
  system: { env: killAt(FAULTS) },
  rolesMayDie: true,
  async play({ system, untilAllEnd }) {
    await untilAllEnd();
    const fired = readFaults(system.home.folder);
    const missing = fired < FAULTS.length ? [`only ${fired} of ${FAULTS.length} points came`] : [];
    return [finding('points', 'a worker died at every point', { fired }, missing)];
  },
};
