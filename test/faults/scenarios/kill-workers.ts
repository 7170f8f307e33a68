import { finding } from '../invariants/finding.ts';
import type { Run, Scenario } from '../scenario.ts';

const SLOWER = 20;
/** Share of the rounds that leave nobody at work for a while. More would only show that nothing is done where nobody lives to do it. */
const BOTH = 0.15;

/** A round: kill -9 of one of two workers at a seeded moment, and its recovery, while people are under way. */
async function killByRounds({ system, load, random, rounds, fault, pause, say, finishedShare }: Run) {
  let kills = 0;
  let slowdown = 1;
  for (let share = 0; kills < rounds; share = await finishedShare()) {
    if (share === 1) break;
    // Nearly all have come to an end before the last round: then days pass slower.
    if (slowdown === 1 && share > 0.6 && share > kills / rounds) {
      slowdown = SLOWER;
      await system.speedUp(Math.max(1, load.speed / slowdown));
    }
    await pause(random.whole(50, 2000));
    const victim = random.pick(system.workers);
    const victims = random.next() < BOTH ? system.workers : [victim];
    for (const worker of victims) if (await worker.kill()) fault(`kill -9 of ${worker.name}`);
    kills++;
    await Promise.all(victims.map((worker) => worker.start()));
    if (kills % 10 === 0) say(`round ${kills} of ${rounds}, ${Math.round(share * 100)} % have come to an end`);
  }
  const missing = kills < rounds ? [`everybody had come to an end after ${kills} of ${rounds} rounds`] : [];
  return [finding('kills', 'each round killed while people were under way', { rounds: kills }, missing)];
}

export const killWorkers: Scenario = {
  name: 'kill-workers',
  about: 'kill -9 of two workers at seeded moments, ten times',
  short: true,
  rounds: 10,
  load: { leads: 30 },
  async play(run) {
    // A machine under load takes long to start a worker: days pass slower, so that nobody is through before the last kill.
    const { system, load } = run;
    const slower = load.speed / 4;
    await system.speedUp(slower);
    const findings = await killByRounds({ ...run, load: { ...load, speed: slower } });
    await system.speedUp(load.speed);
    return findings;
  },
};

export const killWorkersLong: Scenario = {
  name: 'kill-workers-long',
  about: 'kill -9 of two workers at seeded moments, 200 times, with 500 leads',
  rounds: 200,
  // Slow enough that they are under way until the last kill.
  load: { leads: 500, speed: 720 },
  async play(run) {
    const findings = await killByRounds(run);
    await run.system.speedUp(Math.max(4320, run.load.speed));
    return findings;
  },
};
