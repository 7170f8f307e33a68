import type { Dispatcher } from 'undici';
import { HOUR } from '../../src/shared/kit/duration.ts';
import type { Carrier } from '../../src/v2/client/exchange.ts';
import { TooLateToLeave } from '../../src/v2/client/leaving-before.ts';
import type { Faults, WireFault } from './faults.ts';
import type { Process, Scheduler } from './scheduler.ts';
import type { Received, Reply, ServiceWorld } from './service-world.ts';
import { refusal } from './service-world.ts';
import { armTimeout } from './virtual-time.ts';

type Answer = Awaited<ReturnType<Carrier['request']>>;

/** After these the caller hears what the service said. */
const HEARD: ReadonlySet<WireFault> = new Set(['none', 'slow', 'rate_limited', 'no_credits', 'account_away']);

/** The wire between one worker and the service: what is lost on it, comes late or is cut short. */
export function carrierOf(
  scheduler: Scheduler,
  process: Process,
  world: ServiceWorld,
  faults: Faults,
): Carrier & { close(): Promise<void> } {
  const leavingBefore = (at: number): Carrier => ({
    async request(options) {
      const call = callOf(options);
      let received: Received | null = null;
      const what = `${call.key ?? ''} ${String(call.body.action ?? call.path)}`;
      const fault = faults.onWire(process.mortal, what);
      await scheduler.turn(process, `sends ${what}${fault === 'none' ? '' : ` (${fault})`}`);
      // As undici's handlers look: the process may have been frozen since the engine let the call go.
      if (scheduler.now() > at) throw new TooLateToLeave('the call was held up before it was sent');
      if (fault === 'refused_connection') throw broken('ECONNREFUSED');
      if (fault === 'lost_before') throw broken('ECONNRESET');
      received = world.arrive(call);
      const reply = await executed(scheduler, world, call, received, fault, options.signal);
      await scheduler.turn(process, `hears ${what}: ${fault === 'none' ? reply.status : fault}`);
      if (fault === 'lost_after') throw broken('ECONNRESET');
      if (HEARD.has(fault)) received.heard_by = process.name;
      return answerOf(reply, fault === 'truncated');
    },
  });
  return { ...leavingBefore(Number.POSITIVE_INFINITY), leavingBefore, close: async () => undefined };
}

async function executed(
  scheduler: Scheduler,
  world: ServiceWorld,
  call: ReturnType<typeof callOf>,
  received: Received,
  fault: ReturnType<Faults['onWire']>,
  signal: unknown,
): Promise<Reply> {
  if (
    world.received.some(
      (other) => other !== received && other.key !== null && other.key === call.key && other.outcome === 'under_way',
    ) &&
    world.isUnderWay(call)
  ) {
    return world.refuse(received, refusal('RATE_LIMITED', undefined, 'the first one is under way'), {
      'retry-after': '1',
    });
  }
  switch (fault) {
    case 'error_before':
      received.outcome = 'dropped';
      return { ...world.refuse(received, refusal('INTERNAL_ERROR')) };
    case 'rate_limited':
      world.slowed.set(received.account_id, scheduler.now() + 20_000);
      return world.refuse(received, refusal('RATE_LIMITED'), { 'retry-after': '20' });
    case 'account_away':
      world.inactive.add(received.account_id);
      scheduler.after(3 * HOUR, () => world.inactive.delete(received.account_id), null);
      return world.act(call, received);
    case 'no_credits':
      return world.refuse(received, refusal('INSUFFICIENT_CREDITS'));
    case 'slow':
      await later(scheduler, 4000);
      return world.act(call, received);
    case 'lands_late':
      // Its caller gave up, and it is carried out all the same: as late as the service ever is.
      scheduler.after(LATEST, () => void world.act(call, received), null);
      return neverHeard(scheduler, signal);
    case 'hangs':
      world.act(call, received);
      return neverHeard(scheduler, signal);
    case 'error_after':
      world.act(call, received);
      return {
        status: 500,
        headers: {},
        text: JSON.stringify({ success: false, error: { code: 'INTERNAL_ERROR', message: 'oh' } }),
      };
    default:
      return world.act(call, received);
  }
}

/** After the client's timeout, and before the engine takes "not there" for proof. */
const LATEST = 33_000;

const later = (scheduler: Scheduler, ms: number): Promise<void> =>
  new Promise((resolve) => void scheduler.after(ms, resolve, null));

function neverHeard(scheduler: Scheduler, signal: unknown): Promise<never> {
  armTimeout(scheduler, signal);
  return new Promise((_, reject) => {
    if (signal instanceof AbortSignal) signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

function callOf(options: Dispatcher.RequestOptions) {
  const headers = new Map(
    Object.entries({ ...(options.headers as Record<string, string>) }).map(([name, value]) => [
      name.toLowerCase(),
      value,
    ]),
  );
  return {
    method: String(options.method),
    path: String(options.path),
    key: headers.get('idempotency-key') ?? null,
    body: typeof options.body === 'string' ? (JSON.parse(options.body) as Record<string, unknown>) : {},
  };
}

function answerOf({ status, headers, text }: Reply, truncated: boolean): Answer {
  async function* body(): AsyncGenerator<Uint8Array> {
    yield new TextEncoder().encode(truncated ? text.slice(0, text.length >> 1) : text);
    if (truncated) throw broken('UND_ERR_SOCKET');
  }
  return { statusCode: status, headers: { ...headers }, body: body() };
}

const broken = (code: string): Error => Object.assign(new Error(code), { code });
