import { sequenceText } from '../load.ts';
import type { Scenario } from '../scenario.ts';

/** Those under way stay in their version; new ones of it and new workers come while they go on. */
export const newVersion: Scenario = {
  name: 'new-version',
  about: 'new versions of the sequence and new workers in mid-flight',
  rounds: 4,
  async play({ system, load, random, rounds, fault, pause }) {
    for (let round = 1; round <= rounds; round++) {
      await pause(random.whole(3000, 8000));
      const text = sequenceText(load.limits, load.zone, `Thank you ${round} times`);
      const { status, body } = await system.callApi('POST', '/api/sequences', text);
      if (status > 201) throw new Error(`version ${round + 1} was refused: ${JSON.stringify(body)}`);
      const worker = random.pick(system.workers);
      await worker.kill(round % 2 === 0 ? 'SIGTERM' : 'SIGKILL');
      fault(`version ${round + 1}, new ${worker.name}`);
      await worker.start();
    }
    return undefined;
  },
};

/** Nearly every task finds its workflow gone from memory and replays its history. */
export const smallCache: Scenario = {
  name: 'small-cache',
  about: 'workers that keep two workflows in memory, so that every task replays',
  rounds: 2,
  load: { leads: 40 },
  system: { env: { OVERTURE_CACHED_WORKFLOWS: '2' } },
  async play({ system, rounds, random, fault, pause }) {
    for (let round = 0; round < rounds; round++) {
      await pause(random.whole(4000, 9000));
      const worker = random.pick(system.workers);
      if (await worker.kill()) fault(`kill -9 of ${worker.name}`);
      await worker.start();
    }
    return undefined;
  },
};
