import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { DAY, SECOND, WEEK } from '../../../shared/kit/duration.ts';
import type { Quiet } from '../../../shared/kit/quiet.ts';
import { messageOf } from '../../../shared/kit/thrown.ts';
import { type Home, readJson, writeJson } from '../../main/home.ts';
import { ensurePeople } from '../demo-people.ts';
import type { DevClient } from '../dev/dev-client.ts';
import { decideLate } from './decide-late.ts';
import { newcomersOf, WEEKS } from './newcomers-of.ts';
import { NEWCOMERS_SEQUENCE } from './newcomers-sequence.ts';

export interface DemoLife {
  /** Tells what comes next by itself. */
  quiet(): Quiet;
  stop(): Promise<void>;
}

interface Options {
  readonly client: DevClient;
  readonly home: Home;
  /** Virtual time, epoch milliseconds. */
  readonly now: () => number;
  /** The campaign by mail with which the demo begins. */
  readonly mail_campaign: string;
  readonly notice: (line: string) => void;
}

const stateSchema = z.object({
  /** How many weeks have had their people. */
  weeks: z.number(),
  /** Virtual time at which the next ones come. */
  due: z.number(),
});

/** The demo's first people are under way by then. */
const FIRST_AFTER = 3 * DAY;
const LOOK_EVERY = SECOND;

/** Has people join the demo each week of virtual time, and a colleague decide what has waited for long; kept in the home, so that a restart goes on. */
export function keepGoing({ client, home, now, mail_campaign, notice }: Options): DemoLife {
  const file = home.path('demo-weeks.json');
  const ending = new AbortController();
  const stored = stateSchema.safeParse(readJson(file));
  let state = stored.data ?? { weeks: 0, due: now() + FIRST_AFTER };
  if (!stored.success) writeJson(file, state);
  let reported = '';

  const join = async (): Promise<void> => {
    await decideLate(client, { now: now(), mail_campaign });
    if (state.weeks < WEEKS) await enroll(client, state.weeks, now());
    state = { weeks: Math.min(WEEKS, state.weeks + 1), due: now() + WEEK };
    writeJson(file, state);
  };
  const run = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      if (now() >= state.due) {
        // Whoever is just being started again is asked later.
        await join().catch((error: unknown) => {
          if (messageOf(error) !== reported) notice(`nobody could join the demo: ${messageOf(error)}; trying again`);
          reported = messageOf(error);
        });
      }
      await sleep(LOOK_EVERY, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  };
  const running = run();

  return {
    quiet() {
      const at = now();
      const what = 'people who join the demo';
      return at >= state.due
        ? { now: at, under_way: [{ what, count: 1 }], next: null }
        : { now: at, under_way: [], next: { what, at: state.due } };
    },
    async stop() {
      ending.abort();
      await running;
    },
  };
}

/** The same again changes nothing: a campaign of that name is that campaign. */
async function enroll(client: DevClient, week: number, now: number): Promise<void> {
  const leads = await ensurePeople(client, newcomersOf(week), now);
  await client.api('POST', '/api/campaigns', {
    name: `Demo: newcomers, ${week + 1}`,
    sequence: NEWCOMERS_SEQUENCE,
    source: { leads },
  });
}
