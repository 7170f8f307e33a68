import type { Scenario } from '../scenario.ts';

/** The world begins two days before; caps are so low that every day is filled to its end. */
const calendar = (name: string, about: string, zone: string, world: string): Scenario => ({
  name: `calendar-${name}`,
  about: `${about}, with a worker killed on the way`,
  rounds: 3,
  load: { leads: 16, accounts: 2, per_day: 3, zone },
  system: { world },
  async play({ system, random, rounds, fault, pause, finishedShare }) {
    for (let round = 0; round < rounds && (await finishedShare()) < 1; round++) {
      await pause(random.whole(5000, 12_000));
      const worker = random.pick(system.workers);
      if (await worker.kill()) fault(`kill -9 of ${worker.name}`);
      await worker.start();
    }
    return undefined;
  },
});

export const CALENDARS: readonly Scenario[] = [
  calendar('paris-spring', 'clocks go forward in Paris', 'Europe/Paris', '2026-03-27T06:00:00Z'),
  calendar('paris-autumn', 'clocks go back in Paris', 'Europe/Paris', '2026-10-23T05:00:00Z'),
  calendar('new-york-spring', 'clocks go forward in New York', 'America/New_York', '2026-03-06T12:00:00Z'),
  calendar('new-york-autumn', 'clocks go back in New York', 'America/New_York', '2026-10-30T11:00:00Z'),
  calendar(
    'lord-howe-autumn',
    'clocks go back by half an hour on Lord Howe',
    'Australia/Lord_Howe',
    '2026-04-02T20:00:00Z',
  ),
  calendar(
    'lord-howe-spring',
    'clocks go forward by half an hour on Lord Howe',
    'Australia/Lord_Howe',
    '2026-10-01T20:30:00Z',
  ),
  calendar('year-end', 'a year ends', 'Europe/Paris', '2026-12-29T06:00:00Z'),
  calendar('leap-day', 'February 29', 'Europe/Paris', '2028-02-27T06:00:00Z'),
];
