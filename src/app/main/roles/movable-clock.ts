import type { Client } from '@temporalio/client';
import { z } from 'zod';
import type { NetworkProfile } from '../../../core/calendar/network-profile.ts';
import { findBeginners } from '../../../runtime/enroll/admission/begin-waiting.ts';
import { readWork, type Work } from '../../../runtime/store/read-work.ts';
import { createHttpDialer } from '../../../shared/dial/create-http-dialer.ts';
import { CONFIGURED } from '../../../shared/dial/policies.ts';
import type { Clock } from '../../../shared/kit/clock.ts';
import { CodedError } from '../../../shared/kit/coded-error.ts';
import { first, type Quiet, together, type UnderWay } from '../../../shared/kit/quiet.ts';
import { asError } from '../../../shared/kit/thrown.ts';
import { trimEndOf } from '../../../shared/kit/trim-end-of.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import type { MovableClock } from '../../api/context.ts';
import { createBusyCount } from './count-busy.ts';

export interface MovableClockDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly client: Client;
  /** The V2 service, whose sandbox has the clock. */
  readonly service: { readonly base_url: string; readonly api_key: string };
  readonly profiles: readonly NetworkProfile[];
}

const time = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
const serviceQuiet = z.object({
  now: time,
  under_way: z.array(z.object({ what: z.string(), count: z.number() })),
  next: z.object({ what: z.string(), at: time }).nullable(),
  mark: z.string(),
});

/**
 * Creates the clock that both products share and that can be moved: it says what both are at work on, and when they have
 * something to do next.
 */
export function createMovableClock(deps: MovableClockDeps): MovableClock {
  const { db, clock } = deps;
  const countBusy = createBusyCount(deps);
  const ask = sandboxOf(deps);
  const askService = async () => serviceQuiet.parse(await ask('GET', '/sandbox/quiet'));
  const look = async (): Promise<Work & { readonly now: number }> => {
    const now = clock.now();
    return { now, ...(await readWork(db, new Date(now))) };
  };
  return {
    /**
     * Work goes back and forth between tables, Temporal and the service, and could slip past one look at each. So all tables are read
     * before and after the others: what was nowhere at work, while nothing was written in between, is at rest.
     */
    async quiet() {
      const service = await askService();
      const engine = await look();
      const seen = together([service, engine]);
      if (seen.under_way.length > 0) return seen;
      const [busy, beginners] = [await countBusy(engine.enrollments), await findBeginners(deps)];
      const under_way: UnderWay[] = [
        ...(busy > 0 ? [{ what: 'steps of workflows', count: busy }] : []),
        ...(beginners.ready > 0 ? [{ what: 'people who can begin', count: beginners.ready }] : []),
      ];
      const next = first([
        seen.next,
        beginners.next === null ? null : { what: 'a new day for people who wait to begin', at: beginners.next },
      ]);
      if (under_way.length > 0) return { ...seen, under_way, next };
      const [engineAgain, serviceAgain] = [await look(), await askService()];
      const again: Quiet = together([engineAgain, serviceAgain, { now: seen.now, under_way: [], next }]);
      const isSame = engineAgain.mark === engine.mark && serviceAgain.mark === service.mark;
      return isSame
        ? again
        : { ...again, under_way: [...again.under_way, { what: 'what was just written', count: 1 }] };
    },
    async jump(to) {
      await ask('POST', '/sandbox/clock', { to: new Date(to).toISOString() });
    },
  };
}

/**
 * Explains that a service is away. It may come back: whoever asks again goes on. Since when it is away its accounts tell, which
 * are looked at all the time.
 */
async function away(db: Database, base: string, reason: string): Promise<CodedError> {
  const { rows } = await db.query<{ heard: Date | null }>('select max(heard_until) as heard from accounts');
  const heard = rows[0]?.heard ?? null;
  const since = heard === null ? '' : ` It was last heard at ${heard.toISOString()}.`;
  return new CodedError('service_away', `The V2 service at ${base} is away, and it has the clock: ${reason}.${since}`, {
    fix: 'Start it again; whoever jumps goes on then.',
  });
}

/** Calls the control of the sandbox of a V2 service. */
function sandboxOf({ db, service: { base_url, api_key } }: MovableClockDeps) {
  const http = createHttpDialer(CONFIGURED);
  const base = trimEndOf(base_url, '/');
  return async (method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> => {
    const asked = {
      method,
      headers: { 'x-api-key': api_key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      body: body === undefined ? null : JSON.stringify(body),
    };
    const answer = await http
      .request(base + path, asked)
      .then(async ({ statusCode, body: stream }) => ({ statusCode, text: await stream.text() }))
      .catch(async (error: unknown) => {
        throw await away(db, base, asError(error).message);
      });
    if (answer.statusCode < 300) return JSON.parse(answer.text);
    if (answer.statusCode >= 500) throw await away(db, base, `it answered ${answer.statusCode}`);
    throw new CodedError(
      'clock_not_movable',
      `The V2 service at ${base} answered ${answer.statusCode} when it was asked for its clock.`,
      {
        fix: 'Only the sandbox of our own V2 service has a clock that can be moved: start it with V2_SANDBOX=1.',
      },
    );
  };
}
