import type { Scenario } from '../scenario.ts';

export const killServices: Scenario = {
  name: 'kill-services',
  about: 'kill -9 of the API and of the V2 service at seeded moments',
  rounds: 20,
  async play({ system, random, rounds, fault, pause, finishedShare }) {
    for (let round = 0; round < rounds && (await finishedShare()) < 1; round++) {
      await pause(random.whole(200, 4000));
      const role = random.pick([system.api, system.v2]);
      if (await role.kill()) fault(`kill -9 of ${role.name}`);
      await pause(random.whole(0, 1000));
      await role.start();
    }
    return undefined;
  },
};
