import { DateTime } from 'luxon';
import { type Finding, finding } from './invariants/finding.ts';
import type { Load } from './load.ts';
import type { System } from './system/system.ts';
import { type GateCall, html, startV2Gate } from './system/v2-gate.ts';

/** Something that reached a person, by what went over the wire. */
interface Reached {
  /** As the end of their profile's address, or of their mail's. */
  readonly slug: string;
  readonly account_id: string;
  /** The kind of the call, by the names of the load's limits. */
  readonly kind: string;
  readonly text: string | null;
  /** Wall milliseconds. */
  readonly wall: number;
}

/** Somebody said no, and the engine had it. */
export interface Refusal {
  readonly slug: string;
  /** Wall milliseconds. */
  readonly heard: number;
}

/** A record of what people received, kept outside of every part that may be put back. */
export interface Journal {
  reached(): readonly Reached[];
  /** Whether such a call has reached its person. */
  has(call: Pick<GateCall, 'action' | 'account_id' | 'params'>): boolean;
  /** From now on the service fails whoever asks for this action; null: it fails nobody. */
  fail(action: string | null): void;
  stop(): Promise<void>;
}

/** A call that was on its way when the answer came in. Wall milliseconds. */
const CROSSING = 5_000;

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** All calls of the workers pass it. */
export async function keepJournal(system: System): Promise<Journal> {
  const reached: Reached[] = [];
  let failing: string | null = null;
  const gate = await startV2Gate(system.v2_url);
  gate.meddle(async (call, forward) => {
    if (call.action !== null && call.action === failing) return html(503);
    const answer = await forward();
    const isReplay = answer.headers['idempotent-replayed'] === 'true';
    if (isSuccess(answer.status) && !isReplay) reached.push(...whatReaches(call));
    return answer;
  });
  await system.links['workers-v2'].leadTo(gate.address);
  return {
    reached: () => reached,
    has: (call) => {
      const got = new Set(reached.map(stepOf));
      return whatReaches(call).some((one) => got.has(stepOf(one)));
    },
    fail(action) {
      failing = action;
    },
    async stop() {
      await system.links['workers-v2'].leadTo(system.v2_url.replace('http://', ''));
      await gate.stop();
    },
  };
}

/** Every step has words of its own, and a visit has none. */
const stepOf = ({ slug, kind, text }: Reached): string => JSON.stringify([slug, kind, text]);

function whatReaches({ action, account_id, params }: Pick<GateCall, 'action' | 'account_id' | 'params'>): Reached[] {
  const text = (name: string) => (typeof params[name] === 'string' ? params[name] : null);
  const whom = text('profile_url') ?? text('to');
  const kind = kindOf(action, params);
  if (whom === null || kind === null || account_id === null) return [];
  const slug = (whom.includes('@') ? whom.split('@')[0] : whom.split('/').at(-1)) ?? whom;
  return [
    {
      ...{ slug: slug.toLowerCase(), account_id, kind, wall: Date.now() },
      text: text('message_text') ?? text('note') ?? text('html') ?? text('subject'),
    },
  ];
}

function kindOf(action: string | null, params: GateCall['params']): string | null {
  if (action === 'visit') return 'visit';
  if (action === 'invite') return 'invitation';
  if (action !== 'send') return null;
  if ('to' in params) return 'email';
  return params.inmail === true ? 'inmail' : 'message';
}

export function nobodyTwice(reached: readonly Reached[]): Finding {
  const seen = new Set<string>();
  const exceptions: string[] = [];
  for (const one of reached) {
    if (seen.has(stepOf(one))) exceptions.push(`${one.slug} got ${one.kind} twice: ${one.text ?? ''}`);
    seen.add(stepOf(one));
  }
  return finding('twice', 'nobody got a step twice', { reached: reached.length }, exceptions);
}

export function nobodyAfterNo(reached: readonly Reached[], refusals: readonly Refusal[]): Finding {
  const exceptions = refusals.flatMap(({ slug, heard }) =>
    reached
      .filter((one) => one.slug === slug && one.wall > heard + CROSSING)
      .map(({ kind, wall }) => `${slug} got ${kind} ${Math.round((wall - heard) / 1000)} s after their no was here`),
  );
  if (refusals.length === 0) exceptions.push('nobody said no');
  return finding('no', 'nobody was written to after a no', { refusals: refusals.length }, exceptions);
}

/** Judges by the network's own count that no account went above its limits. */
export async function nobodyAboveLimit(reached: readonly Reached[], load: Load, system: System): Promise<Finding> {
  const [world, wall] = [await system.worldNow(), Date.now()];
  const days = new Map<string, number>();
  for (const one of reached) {
    const at = world - (wall - one.wall) * load.speed;
    const name = `${one.account_id} ${one.kind} ${DateTime.fromMillis(at, { zone: load.zone }).toISODate()}`;
    days.set(name, (days.get(name) ?? 0) + 1);
  }
  const exceptions = [...days].flatMap(([name, count]) => {
    const limit = load.limits[name.split(' ')[1] ?? ''];
    return limit !== undefined && count > limit ? [`${name}: ${count} of ${limit}`] : [];
  });
  const fullest = Math.max(0, ...days.values());
  return finding(
    'limit',
    'no account did more in a day than its limits allow',
    { days: days.size, fullest },
    exceptions,
  );
}
