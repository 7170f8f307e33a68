import { randomUUID } from 'node:crypto';
import { SECOND } from '../../../shared/kit/duration.ts';
import { createInterruptibleSleep } from '../../../shared/kit/interruptible-sleep.ts';
import { createPoster } from '../../../shared/webhook-delivery/post.ts';
import type { PostOutcome } from '../../../shared/webhook-delivery/post-outcome.ts';
import { CONNECT_LINK_CALLBACK_BACKOFF_SECONDS } from '../../contract/limits.ts';
import type { ServiceContext } from '../context/service-context.ts';

/** Wall time after which a callback that another process queued is seen at the latest. */
const POLL_MS = 250;
/** Wall time; longer than an attempt can last. */
const LEASE_MS = 30_000;
const AT_ONCE = 16;
/** Wall time that `stop` gives to attempts in flight. */
const GRACE_MS = 2000;
const AFTER_FAILURE_MS = 1000;
const NO_LEASE = 'lease = null, wall_lease_until = null';

type Context = Pick<ServiceContext, 'db' | 'clock' | 'log' | 'settings'>;

type Claimed = {
  readonly link_id: string;
  readonly notify_url: string;
  readonly body: string;
  /** Made so far. */
  readonly attempts: number;
  readonly lease: string;
};

/**
 * spec: connect-link, Callback. POSTs what finished links owe to their `notify_url`s, now and after 5 and 30 seconds of virtual
 * time. At least once: a sender that died while it waited for the answer sends again. Any number of processes may run it.
 */
export function startCallbacks(context: Context): { stop(): Promise<void> } {
  const { db, clock, log, settings } = context;
  const poster = createPoster({ allow_private: settings.allow_private_webhooks });
  const abort = new AbortController();
  const inFlight = new Set<Promise<void>>();
  const idle = createInterruptibleSleep();
  const unsubscribe = clock.onChange(idle.wake);

  const run = async (): Promise<void> => {
    while (!idle.isStopped()) {
      let pause = POLL_MS;
      try {
        for (const callback of await claim(context, AT_ONCE - inFlight.size)) start(callback);
        pause = Math.min(POLL_MS, await untilNext(context));
      } catch (err) {
        log.error({ err }, 'callbacks of connection links could not be read; retrying');
        pause = AFTER_FAILURE_MS;
      }
      await idle.wait(pause);
    }
  };

  /** A receiver that takes its time holds up no other. */
  function start(callback: Claimed): void {
    const running = attempt(callback)
      .catch((err: unknown) =>
        log.error({ err, link_id: callback.link_id }, 'the result of a callback could not be stored'),
      )
      .finally(() => {
        inFlight.delete(running);
        idle.wake();
      });
    inFlight.add(running);
  }

  async function attempt({ link_id, notify_url, body, attempts, lease }: Claimed): Promise<void> {
    const at = clock.now();
    const started = Date.now();
    let outcome: PostOutcome;
    try {
      const headers = {
        'Content-Type': 'application/json',
        'User-Agent': 'Overture-Webhooks/1.0',
        'X-Service-Link-Id': link_id,
      };
      outcome = await poster.post({ url: notify_url, headers, body, signal: abort.signal });
    } catch (error) {
      if (!abort.signal.aborted) throw error;
      await db.query(`update connect_link_callbacks set ${NO_LEASE} where link_id = $1 and lease = $2`, [
        link_id,
        lease,
      ]);
      return;
    }
    // Not the clock's present time: an advance made while the answer was awaited is not to be waited for again.
    const next = nextState(outcome, attempts, at + (Date.now() - started));
    await db.query(
      `update connect_link_callbacks set state = $3, due_at = $4, error = $5, attempts = attempts + 1, ${NO_LEASE}
        where link_id = $1 and lease = $2`,
      [link_id, lease, next.state, next.due_at, next.error],
    );
  }

  const running = run();
  return {
    async stop() {
      idle.stop();
      unsubscribe();
      await running;
      const grace = setTimeout(() => abort.abort(), GRACE_MS);
      await Promise.all(inFlight);
      clearTimeout(grace);
      await poster.close();
    },
  };
}

async function claim({ db, clock }: Context, limit: number): Promise<Claimed[]> {
  if (limit <= 0) return [];
  const { rows } = await db.query<Claimed>(
    `update connect_link_callbacks c set lease = $2, wall_lease_until = now() + $3 * interval '1 millisecond'
       from connect_links l
      where l.link_id = c.link_id and c.link_id in (
        select link_id from connect_link_callbacks
         where due_at <= $1 and (wall_lease_until is null or wall_lease_until < now())
         order by due_at limit $4 for update skip locked)
      returning c.link_id, l.notify_url, c.body, c.attempts, c.lease`,
    [new Date(clock.now()), randomUUID(), LEASE_MS, limit],
  );
  return rows;
}

/** Wall milliseconds until something that is not due yet becomes so. */
async function untilNext({ db, clock }: Context): Promise<number> {
  const now = clock.now();
  const { rows } = await db.query<{ due_at: Date }>(
    'select due_at from connect_link_callbacks where due_at > $1 order by due_at limit 1',
    [new Date(now)],
  );
  return rows[0] ? clock.wallDelayUntil(rows[0].due_at.getTime()) : POLL_MS;
}

interface NextState {
  readonly state: 'pending' | 'delivered' | 'failed';
  readonly due_at: Date | null;
  readonly error: string | null;
}

/** Anything but a 2xx is tried again. An address inside is not: asking again would only probe further. */
function nextState(outcome: PostOutcome, attempts: number, now: number): NextState {
  if (outcome.kind === 'response' && outcome.status >= 200 && outcome.status < 300) {
    return { state: 'delivered', due_at: null, error: null };
  }
  const error = outcome.kind === 'response' ? `HTTP ${outcome.status}` : `${outcome.kind}: ${outcome.error}`;
  const seconds = outcome.kind === 'refused_address' ? undefined : CONNECT_LINK_CALLBACK_BACKOFF_SECONDS[attempts];
  if (seconds === undefined) return { state: 'failed', due_at: null, error };
  return { state: 'pending', due_at: new Date(now + seconds * SECOND), error };
}
