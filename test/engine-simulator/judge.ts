import type pg from 'pg';
import { localDay } from '../../src/core/calendar/local-day.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { MINUTE } from '../../src/shared/kit/duration.ts';
import { findAction } from '../../src/v2/contract/actions.ts';
import { mayHaveReached } from '../../src/v2/contract/may-have-reached.ts';
import type { BlockingClient } from './blocking-client.ts';
import { doubtsHold, meaningIn } from './doubts.ts';
import type { Invariant } from './invariants.ts';
import { type Answered, answersHold } from './judge-answers.ts';
import { armsHold } from './judge-arms.ts';
import { erasuresHold } from './judge-erasures.ts';
import { nobodyIsSpokenOver } from './judge-writers.ts';
import { spellingsHold } from './other-spellings.ts';
import { refusedOf } from './refused-row.ts';
import type { Script } from './script.ts';
import type { Effect, Received, ServiceWorld } from './service-world.ts';
import { stepOf } from './step-of.ts';

export interface Finding {
  readonly invariant: Invariant;
  readonly text: string;
}

export interface Judged {
  readonly script: Script;
  readonly plan: Plan;
  readonly world: ServiceWorld;
  readonly faults: number;
  /** The id of each enrollment, by the place of its person in the script. */
  readonly enrollments: ReadonlyMap<number, string>;
  readonly stuck: string | null;
  readonly broken: readonly unknown[];
  /** Activities that failed, of which none need to fail the history: they are tried again. */
  readonly failed: readonly { readonly enrollment_id: string; readonly error: unknown }[];
  /** Each: who waited for each other. */
  readonly deadlocks: readonly string[];
  /** People who were brought again and enrolled, long after their erasure was asked for. */
  readonly again: readonly { readonly before: string; readonly id: string }[];
  /** Enrollments of people who had one, under another spelling of their name. */
  readonly brought: readonly { readonly person: number; readonly id: string }[];
  /** Entries of the do-not-contact list for people, by another spelling of their name. */
  readonly listed: readonly { readonly person: number; readonly entry: string }[];
}

interface Intent {
  readonly key: string;
  readonly enrollment_id: string;
  readonly node: string;
  readonly visit: number;
  readonly action: string;
  readonly limit_class: string | null;
  readonly state: string;
  readonly credits: number;
  readonly response: { readonly refused?: string } | null;
  readonly doubted: boolean;
  readonly error_code: string | null;
  readonly erased: boolean;
}
interface Logged {
  readonly seq: string;
  readonly kind:
    | 'intent'
    | 'outcome'
    | 'event'
    | 'stop'
    | 'answer'
    | 'answer_to'
    | 'presence'
    | 'suppressed'
    | 'erased'
    | 'doubt'
    | 'said';
  readonly id: string;
  readonly enrollment_id: string | null;
  readonly note: string | null;
  /** The person whom an intent or an author of ours is for. */
  readonly lead_id: string | null;
  /** For an intent, the time from which its call may begin; for a presence, the time until which somebody writes; null: they do not. */
  readonly wall: Date | null;
}
interface Slot {
  /** Or of an answer. */
  readonly owner: string;
  readonly node: string;
  readonly visit: number;
  readonly limit_class: string;
  readonly state: string;
  readonly local_day: string;
}
interface Enrolled {
  readonly id: string;
  readonly lead_id: string;
  readonly status: string;
  readonly outcome: string | null;
}

export interface Ledger {
  readonly intents: readonly Intent[];
  readonly log: readonly Logged[];
  readonly slots: readonly Slot[];
  readonly enrollments: readonly Enrolled[];
  readonly answers: readonly Answered[];
  /** The lead of each enrollment. */
  readonly leads: ReadonlyMap<string, string>;
}

/** Compares what the tables say with what the service truly did. */
export async function judge(admin: BlockingClient, judged: Judged): Promise<Finding[]> {
  const ledger = await readLedger(admin);
  return [
    ...atMostOnce(judged, ledger),
    ...nothingInDoubt(judged, ledger),
    ...neverBlindly(judged, ledger),
    ...withinLimits(judged, ledger),
    ...chargesAgree(judged, ledger),
    ...eventsOnce(ledger),
    ...nothingAfterStop(judged, ledger),
    ...everybodyEnds(judged, ledger),
    ...placesAgree(judged, ledger),
    ...answersHold(judged, ledger),
    ...nobodyIsSpokenOver(judged, ledger),
    ...(await erasuresHold(admin, judged, ledger)),
    ...spellingsHold(judged),
    ...doubtsHold(judged, ledger),
    ...(await armsHold(admin, judged)),
    ...failsForNoOther(judged),
    ...noDeadlock(judged),
  ];
}

async function readLedger(admin: BlockingClient): Promise<Ledger> {
  const rows = async <T extends pg.QueryResultRow>(name: string, text: string): Promise<T[]> =>
    (await admin.query<T>({ name: `judge_${name}`, text })).rows;
  const [intents, log, slots, enrollments, answers] = await Promise.all([
    rows<Intent>(
      'intents',
      `select key, enrollment_id, node, visit, action, limit_class, state, credits, response, doubtful_since is not null as doubted,
              error_code, erased from intents order by key`,
    ),
    rows<Logged>('log', 'select * from sim.log order by seq'),
    rows<Slot>(
      'slots',
      'select coalesce(enrollment_id, answer_id) as owner, node, visit, limit_class, state, local_day::text as local_day from slots order by id',
    ),
    rows<Enrolled>('enrollments', 'select id, lead_id, status, outcome from enrollments order by id'),
    rows<Answered>('answers', 'select id, lead_id, text, last_seen, confirmed, state from answers order by id'),
  ]);
  const leads = new Map(enrollments.map(({ id, lead_id }) => [id, lead_id]));
  return { intents, log, slots, enrollments, answers, leads };
}

/** I1 */
function atMostOnce({ world }: Judged, { intents }: Ledger): Finding[] {
  const found: Finding[] = [];
  const byStep = new Map<string, Effect[]>();
  for (const effect of world.effects)
    byStep.set(stepOf(effect.key), [...(byStep.get(stepOf(effect.key)) ?? []), effect]);
  for (const [step, effects] of byStep) {
    const one = effects[0];
    const times = effects.map(({ at }) => new Date(at).toISOString()).join(', ');
    if (effects.length > 1)
      found.push({ invariant: 'I1', text: `${effects.length} times ${one?.kind} by ${step}: ${times}` });
    const intent = intents.find(({ key }) => key === step);
    if (!intent) found.push({ invariant: 'I1', text: `${one?.kind} by ${step}, of which no intent is kept` });
    else if (intent.state === 'refused' || intent.state === 'not_done') {
      found.push({
        invariant: 'I1',
        text: `${step} went out, and the ledger says ${intent.state} (${intent.error_code})`,
      });
    }
  }
  for (const intent of intents) {
    const sends = ['invite', 'send'].includes(intent.action);
    const absent = !byStep.has(intent.key) && intent.state === 'done' && intent.response?.refused === undefined;
    if (sends && absent)
      found.push({ invariant: 'I1', text: `the ledger says that ${intent.key} is done, and nothing went out` });
  }
  return found;
}

/** I2: at the end nothing is left open. */
const nothingInDoubt = ({ stuck }: Judged, { intents }: Ledger): Finding[] =>
  stuck !== null
    ? []
    : intents
        // Of who was erased nobody can say it any more.
        .filter(({ state, erased }) => !erased && (state === 'sent' || state === 'unknown'))
        .map(({ key, state }) => ({ invariant: 'I2', text: `${key} is still ${state}` }));

/** I2: what may have gone out is not let out again. */
function neverBlindly({ world, script }: Judged, { log }: Ledger): Finding[] {
  const found: Finding[] = [];
  const settled = new Set(
    log.filter(({ kind, note }) => kind === 'outcome' && note === 'not_done').map(({ id }) => id),
  );
  for (const second of world.received) {
    if (second.key === null || second.effect === 'read') continue;
    // What the contract lets be said twice under one key, to a service that honors it.
    if (script.idempotency && findAction(second.category, second.action)?.reconciliation.by === 'repeat') continue;
    const first = world.received.find(
      ({ number, key, outcome, effect }) =>
        number < second.number &&
        effect !== 'read' &&
        stepOf(key) === stepOf(second.key) &&
        (outcome === 'done' || outcome === 'under_way'),
    );
    if (first && !found.some(({ text }) => text.startsWith(`${second.key} `))) {
      const known = settled.has(stepOf(second.key)) ? 'after the ledger took it for not done' : 'with no proof';
      found.push({ invariant: 'I2', text: `${second.key} was let out again ${known}` });
    }
  }
  return found;
}

const CLASS_OF: Readonly<Record<string, string>> = {
  visit: 'visit',
  invite: 'invite',
  message: 'message',
  inmail: 'inmail',
  email: 'email',
};

/** I3: what had an effect, and what was refused and may have reached the network. By the day of the request, for its place is of that day. */
function withinLimits({ world, script }: Judged, { intents }: Ledger): Finding[] {
  const counts = new Map<string, number>();
  const count = (account: string, limit: string, at: number): void => {
    const day = `${account} ${limit} ${localDay(at, 'Europe/Paris')}`;
    counts.set(day, (counts.get(day) ?? 0) + 1);
  };
  for (const effect of world.effects) {
    const limit = CLASS_OF[effect.kind];
    if (limit !== undefined) count(effect.account_id, limit, world.received[effect.request]?.at ?? effect.at);
  }
  const classes = new Map(intents.map(({ key, limit_class }) => [key, limit_class]));
  for (const { key, account_id, at, effect, code } of world.received) {
    // Of an error of the service itself nobody knows; asked again under its key it is one call.
    if (effect === 'read' || code === null || code === 'INTERNAL_ERROR' || !mayHaveReached({ code })) continue;
    const limit = classes.get(stepOf(key));
    if (limit) count(account_id, limit, at);
  }
  return [...counts]
    .filter(([, count]) => count > script.cap)
    .map(([day, count]) => ({ invariant: 'I3', text: `${count} on ${day}, where ${script.cap} are allowed` }));
}

/** I4: what the ledger has paid is what the service has charged, of all whose answers were heard and could be written down. */
function chargesAgree({ world }: Judged, { intents }: Ledger): Finding[] {
  const found: Finding[] = [];
  for (const intent of intents) {
    const calls = world.received.filter(({ key }) => stepOf(key) === intent.key);
    const charged = calls.reduce((sum, { credits }) => sum + credits, 0);
    const hasHeard = ({ heard_by, hearer_died, outcome }: Received): boolean =>
      outcome === 'dropped' || (heard_by !== null && !hearer_died);
    const whole = calls.every(hasHeard) && !intent.doubted;
    const wrong = whole && calls.length === 1 ? intent.credits !== charged : intent.credits > charged;
    if (wrong) {
      found.push({ invariant: 'I4', text: `${intent.key} cost ${charged}, and the ledger says ${intent.credits}` });
    }
  }
  return found;
}

/** I5 */
function eventsOnce({ log }: Ledger): Finding[] {
  const twice = new Set<string>();
  const last = new Map<string, string | null>();
  for (const { kind, id, note } of log) {
    if (kind !== 'event') continue;
    // One that is to be read anew says so first, by being pending again.
    if (note === 'matched' && last.get(id) === 'matched') twice.add(id);
    last.set(id, note);
  }
  return [...twice].map((id) => ({ invariant: 'I5', text: `${id} was taken in twice` }));
}

/** I7: by the order of the commits. A reply that a `wait_for` takes stops nothing, so then only the other reasons count. */
function nothingAfterStop({ world, plan, enrollments, listed }: Judged, { log, intents }: Ledger): Finding[] {
  const found: Finding[] = [];
  const waits = Object.values(plan.nodes).some((node) => node.kind === 'wait_for' && node.event === 'reply');
  const eventPerson = (id: string): string | null => {
    const event = world.events.find(({ event_id }) => event_id === id)?.envelope.event;
    return event === undefined ? null : JSON.stringify(event);
  };
  const stopped = new Map<string, { seq: number; why: string }>();
  const said = new Map<string, string>();
  const reached = new Map<string, number>();
  for (const row of log) {
    const seq = Number(row.seq);
    if (row.kind === 'stop' && row.enrollment_id !== null && !stopped.has(row.enrollment_id)) {
      if (row.note !== 'replied' || !waits) stopped.set(row.enrollment_id, { seq, why: row.note ?? '' });
    }
    if (row.kind === 'erased' && row.enrollment_id !== null && !stopped.has(row.enrollment_id))
      stopped.set(row.enrollment_id, { seq, why: 'its person was erased' });
    for (const { person } of row.kind === 'suppressed' ? listed.filter(({ entry }) => entry === row.id) : []) {
      const id = enrollments.get(person);
      if (id !== undefined && !stopped.has(id)) stopped.set(id, { seq, why: `${row.id}, in another spelling` });
    }
    if (row.kind === 'said') said.set(row.id, row.note ?? '');
    const meant = said.get(row.id);
    const isDoubtful = meaningIn(world.events.find(({ event_id }) => event_id === row.id)) !== null;
    // Whoever wants no more mail ends what a reply does not end, too.
    const stops = (!waits && plan.stop_on.includes('reply')) || meant === 'no_more_mail';
    if (row.kind === 'event' && row.note === 'matched' && stops) {
      const event = eventPerson(row.id) ?? '';
      if (isDoubtful && (meant === undefined || meant === 'automatic')) continue;
      if (!event.includes('"type":"message"') || event.includes('auto-replied') || event.includes('INMAIL_DECLINE'))
        continue;
      for (const [at, id] of enrollments) {
        const person = world.people[at];
        const wrote =
          person && [person.profile_id_url, person.email, person.phone].some((name) => event.includes(`"${name}"`));
        if (wrote && !stopped.has(id)) stopped.set(id, { seq, why: `reply ${row.id}` });
      }
    }
    if (row.kind === 'intent' && row.enrollment_id !== null) {
      const stop = stopped.get(row.enrollment_id);
      const read = intents.find(({ key }) => key === row.id)?.action;
      if (stop && read !== undefined) reached.set(row.id, stop.seq);
    }
  }
  for (const [key] of reached) {
    const late = world.received.filter((one) => stepOf(one.key) === key && one.effect !== 'read');
    const seqs = log.filter(({ kind, id }) => kind === 'intent' && id === key).map(({ seq }) => Number(seq));
    const stop = reached.get(key) ?? 0;
    // As many requests as intents that came before the stop may have gone out.
    const allowed = seqs.filter((seq) => seq < stop).length;
    if (late.length > allowed)
      found.push({ invariant: 'I7', text: `${key} went out after ${stopped.get(key.split('/')[0] ?? '')?.why}` });
  }
  return found;
}

/** I8 */
function everybodyEnds({ stuck, broken }: Judged, { enrollments, intents }: Ledger): Finding[] {
  const open = enrollments.filter(({ status }) => status !== 'finished').map(({ id, status }) => `${id} (${status})`);
  const doubts = intents
    .filter(({ state }) => state === 'sent' || state === 'unknown')
    .map(({ key, state }) => `${key} ${state}`);
  return [
    ...(stuck === null
      ? []
      : [{ invariant: 'I8' as const, text: `${stuck}; open: ${open.join(', ')}; in doubt: ${doubts.join(', ')}` }]),
    ...broken.map((error) => ({
      invariant: 'I8' as const,
      text: `a walk broke: ${error instanceof Error ? error.stack : String(error)}`,
    })),
  ];
}

/** Places and intents tell the same story. */
function placesAgree({ world, stuck }: Judged, { slots, intents }: Ledger): Finding[] {
  const found: Finding[] = [];
  if (stuck !== null) return found;
  const keyOf = (slot: Slot): string => `${slot.owner}/${slot.node}/${slot.visit}`;
  for (const slot of slots) {
    if (slot.state === 'booked') found.push({ invariant: 'slots', text: `${keyOf(slot)} keeps a place after its end` });
    const intent = intents.find(({ key }) => key === keyOf(slot));
    if (slot.state === 'used' && !intent)
      found.push({ invariant: 'slots', text: `${keyOf(slot)} used a place with no intent` });
  }
  for (const effect of world.effects) {
    const limit = CLASS_OF[effect.kind];
    if (limit === undefined) continue;
    const at = world.received[effect.request]?.at ?? effect.at;
    const days = [
      localDay(at, 'Europe/Paris'),
      localDay(at - MINUTE, 'Europe/Paris'),
      localDay(at + MINUTE, 'Europe/Paris'),
    ];
    // Calls of the same step that failed have places of their own.
    const all = slots.filter(
      (slot) => keyOf(slot) === stepOf(effect.key) && slot.limit_class === limit && slot.state === 'used',
    );
    const own = all.find((slot) => days.includes(slot.local_day)) ?? all[0];
    if (!own) found.push({ invariant: 'slots', text: `${stepOf(effect.key)} went out and used no place of ${limit}` });
    else if (!days.includes(own.local_day)) {
      found.push({
        invariant: 'slots',
        text: `${stepOf(effect.key)} went out on ${days[0]} at a place of ${own.local_day}`,
      });
    }
  }
  return found;
}

/** Finds steps that failed because a row of somebody else in the same transaction was refused. */
function failsForNoOther({ failed }: Judged): Finding[] {
  return failed.flatMap(({ enrollment_id, error }) => {
    const of = refusedOf(error);
    const text = `a step of ${enrollment_id} failed because a row of ${of} is refused`;
    return of === null || of === enrollment_id ? [] : [{ invariant: 'shared', text }];
  });
}

/** The engine takes its locks in one order (docs/decisions/order-of-locks.md), so that nobody waits in a circle. */
const noDeadlock = ({ deadlocks }: Judged): Finding[] => deadlocks.map((text) => ({ invariant: 'deadlock', text }));
