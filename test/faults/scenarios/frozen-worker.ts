import type { Scenario } from '../scenario.ts';
import { V2_TIMEOUT } from '../system/start-system.ts';

/** Longer than a step's lease, than the client's timeout, and than what counts as proof: its late writes must be refused. */
const FROZEN_MS = V2_TIMEOUT * 1000 * 3;

export const frozenWorker: Scenario = {
  name: 'frozen-worker',
  about: 'SIGSTOP of a worker that holds steps, then SIGCONT',
  rounds: 4,
  async play({ system, random, rounds, fault, pause, finishedShare }) {
    for (let round = 0; round < rounds && (await finishedShare()) < 1; round++) {
      await pause(random.whole(500, 4000));
      const worker = random.pick(system.workers);
      worker.signal('SIGSTOP');
      fault(`SIGSTOP of ${worker.name}`);
      await pause(FROZEN_MS + random.whole(0, 3000));
      worker.signal('SIGCONT');
    }
    return undefined;
  },
};
