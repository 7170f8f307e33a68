import { finding } from '../invariants/finding.ts';
import type { Scenario } from '../scenario.ts';
import { startCommitCutter } from '../system/commit-cutter.ts';

export const killPostgres: Scenario = {
  name: 'kill-postgres',
  about: 'kill -9 of Postgres every few seconds under load',
  rounds: 10,
  async play({ system, random, rounds, fault, pause, finishedShare }) {
    for (let round = 0; round < rounds; round++) {
      await pause(random.whole(1000, 5000));
      if ((await finishedShare().catch(() => 0)) === 1) break;
      await system.killPostgres();
      fault('kill -9 of Postgres');
      await pause(random.whole(0, 1500));
      await system.startPostgres();
    }
    return undefined;
  },
};

export const loseCommits: Scenario = {
  name: 'lose-commits',
  about: 'the answer to one COMMIT in ten is lost',
  short: true,
  load: { leads: 30 },
  async play({ system, random, fault, untilAllEnd }) {
    const cutter = await startCommitCutter(system.postgres().port);
    try {
      await system.links['workers-postgres'].leadTo(cutter.address);
      cutter.lose(0.1, random.next);
      await untilAllEnd(120_000);
      cutter.lose(0, random.next);
      if (cutter.lost() > 0) fault(`${cutter.lost()} answers to COMMIT`);
      await system.links['workers-postgres'].leadTo(`127.0.0.1:${system.postgres().port}`);
      const none = cutter.lost() === 0 ? ['no answer was lost'] : [];
      return [finding('commits', 'answers to COMMIT were lost', { lost: cutter.lost() }, none)];
    } finally {
      cutter.stop();
    }
  },
};
