import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { waitUntil } from '../../../src/app/main/wait-until.ts';
import type { Scenario } from '../scenario.ts';

/** Everything of the home shares the disk: Postgres, Temporal's file and the logs fill up at once. */
export const diskFull: Scenario = {
  name: 'disk-full',
  about: 'the disk of Postgres, Temporal and the logs is full for a while',
  rolesMayDie: true,
  disk_megabytes: 700,
  load: { leads: 40 },
  rounds: 2,
  async play({ system, rounds, fault, pause, say }) {
    for (let round = 0; round < rounds; round++) {
      await pause(8000);
      // Noted before: the note needs room, too.
      fault('disk full');
      const folder = system.home.path('filler');
      mkdirSync(folder, { recursive: true });
      for (let file = 0, left = 1; left > 0 && file < 2000; file++) {
        const { bavail, bsize } = statfsSync(folder);
        left = Math.min(1_000_000, bavail * bsize);
        try {
          writeFileSync(join(folder, String(file)), Buffer.alloc(left));
        } catch {
          left = 0;
        }
      }
      say('the disk is full');
      await pause(12_000);
      rmSync(folder, { recursive: true });
      // What could not live with a full disk is started again, as its supervisor would.
      await system.startPostgres();
      const up = await waitUntil(() => system.temporalServes(), { timeout: 3000 });
      if (!up) {
        await system.killTemporal();
        await system.startTemporal();
      }
      say('there is room again');
    }
    return undefined;
  },
};

/** Nobody reads what a role writes, and it must not matter. */
export const logFull: Scenario = {
  name: 'log-full',
  about: 'the log of a worker cannot be written (/dev/full)',
  load: { leads: 20 },
  async play({ system, fault, pause }) {
    await pause(3000);
    for (const worker of system.workers) {
      await worker.kill();
      await worker.start({}, '/dev/full');
      fault(`${worker.name} writes to a full disk`);
    }
    return undefined;
  },
};
