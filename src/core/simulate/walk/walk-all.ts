import type { Node } from '../../../language/plan/node.ts';
import { SECOND } from '../../../shared/kit/duration.ts';
import { advance } from '../../engine/advance.ts';
import { describeNode } from '../../engine/describe.ts';
import type { EngineInput, EnrollmentEvent } from '../../engine/state.ts';
import { type AccountSlots, createAccountSlots } from '../accounts/account-slots.ts';
import { createInMails } from '../accounts/inmails.ts';
import { createLedger } from '../accounts/ledger.ts';
import { finish, type Progressing } from '../pieces.ts';
import { performStep } from '../steps/perform-step.ts';
import { createAgenda } from './agenda.ts';
import { createCompanies } from './companies.ts';
import { continuation } from './continue-in.ts';
import { createExperiments } from './experiments.ts';
import { refusedEntry } from './refused-entry.ts';
import type { Surroundings } from './surroundings.ts';
import { takeComing } from './take-coming.ts';
import type { ComingEvent, Run, SimulatedEnrollment, SlotRecord, WalkInput } from './walk-input.ts';
import { createPerson, createWalker, type Person, senderOf, type Walker } from './walker.ts';

type Item =
  /** `admitted`: by the enrollment that it continues. */
  | { readonly kind: 'start'; readonly walker: number; readonly admitted: boolean }
  | { readonly kind: 'time'; readonly walker: number; readonly turn: number }
  | { readonly kind: 'nudge'; readonly walker: number }
  | { readonly kind: 'event'; readonly event: ComingEvent };

/** Longer than the clock's call of one service; what a slot late in the evening keeps off midnight. */
const FLIGHT = 10 * SECOND;
/** Entries of the agenda between two yields: some milliseconds. */
const PIECE = 200;

/**
 * Walks enrollments in virtual time: the engine's own `advance` and the calendar's own `findSlot`, with `answers` for the
 * outside. A function of its input: nothing is read from the machine.
 */
export function walkAll(input: WalkInput): Run {
  return finish(walkInPieces(input));
}

/** The same piece by piece: yields now and then how much of the time has gone, so that a caller may do something else in between. */
export function* walkInPieces(input: WalkInput): Progressing<Run> {
  const agenda = createAgenda<Item>();
  const walkers: Walker[] = [];
  const byId = new Map<string, Walker>();
  const people = new Map<string, Person>();
  const companies = createCompanies();
  const flight = input.flight ?? FLIGHT;
  const slots = new Map<string, AccountSlots>(
    input.accounts.map((account) => [account.id, createAccountSlots(account, flight)]),
  );
  const ledger = createLedger(input.credits ?? null);
  const start = input.enrollments.reduce((least, { starts_at }) => Math.min(least, starts_at), input.until);
  let events = 0;

  const surroundings: Surroundings = {
    answers: input.answers,
    slots,
    inmails: new Map(input.accounts.map((account) => [account.id, createInMails(account, start)])),
    experiments: createExperiments(),
    canPay: ledger.canPay,
    charge: ledger.charge,
    release(account, step, now) {
      const calendar = slots.get(account);
      if (calendar) wake(calendar.pull(calendar.free(step), now), now);
    },
    wakeMoved: (calendar, now) => wake(calendar.takeMoved(), now),
    ended(walker, node, step) {
      const { at, visit, kind, outcome, sender, to: result = outcome } = step;
      const title = titleOf(node);
      const { queued } = walker;
      walker.timeline.push({
        at,
        node: node.id,
        visit,
        kind,
        title,
        result,
        ...(sender === undefined ? {} : { sender }),
        ...(queued?.step === `${walker.id}/${node.id}/${visit}` ? { queued: at - queued.since } : {}),
      });
      companies.note(walker.person);
      for (const event of input.answers.after(step)) agenda.add(event.at, { kind: 'event', event });
    },
    continueIn(walker, sequence, now) {
      const next = continuation(walker, input.plans?.get(sequence), now);
      if (next === null) return null;
      const refused = refusedEntry(
        { person: walker.person, plan: next.plan, continues: walker, now },
        walkers,
        companies,
      );
      if (refused) return refused;
      walker.continued_as = next.id;
      enroll(next, true);
      return null;
    },
  };

  function enroll(enrollment: SimulatedEnrollment, admitted = false): void {
    const { id, lead_id = id, starts_at } = enrollment;
    let person = people.get(lead_id);
    if (!person) {
      person = createPerson(enrollment);
      people.set(lead_id, person);
      companies.note(person);
    }
    const walker = createWalker(enrollment, walkers.length, person);
    person.enrollments.push(walker.index);
    walkers.push(walker);
    byId.set(id, walker);
    agenda.add(starts_at, { kind: 'start', walker: walker.index, admitted });
  }

  function begin(walker: Walker, at: number, admitted: boolean): void {
    const { person, plan } = walker;
    const refused = admitted ? null : refusedEntry({ person, plan, continues: null, now: at }, walkers, companies);
    if (!refused) {
      take(walker, { type: 'start', at }, at);
      return;
    }
    walker.refused = true;
    walker.finished_at = at;
    const { code, text } = refused;
    walker.timeline.push({
      at,
      node: '',
      visit: 0,
      kind: 'end',
      title: `Not enrolled: ${text}`,
      result: code.toLowerCase(),
    });
  }

  function wake(indexes: readonly number[], now: number): void {
    for (const walker of indexes) agenda.add(now, { kind: 'nudge', walker });
  }

  /** Does what the workflow does with one input: performs until the walk waits or ends. */
  function take(walker: Walker, first: EngineInput, now: number): void {
    if (walker.finished_at !== null) return;
    const step = (next: EngineInput): void => {
      ({ state: walker.state, command: walker.command } = advance(walker.plan, walker.state, next));
    };
    step(first);
    for (;;) {
      const { command } = walker;
      if (command.do === 'perform') {
        const result = performStep(surroundings, walker, command.request, now);
        step({ type: 'performed', at: now, result, request: command.request });
      } else if (command.do === 'finish') {
        finishWalk(walker, command.outcome, now);
        return;
      } else if (command.until !== null && command.until <= now) {
        step({ type: 'time', at: now });
      } else {
        walker.turn += 1;
        rest(walker);
        // What comes after the end is never looked at.
        if (command.until !== null && command.until <= input.until)
          agenda.add(command.until, { kind: 'time', walker: walker.index, turn: walker.turn });
        return;
      }
    }
  }

  function rest(walker: Walker): void {
    if (!input.answers.rests) return;
    const { id, plan, state } = walker;
    const { phase, node, visit, entered_at } = state;
    const kind = plan.nodes[node]?.kind;
    const key = `${node}/${visit}`;
    if ((phase.is !== 'timer' && phase.is !== 'awaiting') || kind === undefined || walker.rested === key) return;
    walker.rested = key;
    for (const event of input.answers.rests({ enrollment_id: id, node, visit, kind, at: entered_at })) {
      agenda.add(event.at, { kind: 'event', event });
    }
  }

  function finishWalk(walker: Walker, outcome: string, now: number): void {
    walker.finished_at = now;
    const { node, visit } = walker.state;
    walker.timeline.push({ at: now, node, visit, kind: 'end', title: `Ended: ${outcome}`, result: outcome });
    // Only the step it stands at can have booked a slot; used ones stay counted.
    const last = walker.plan.nodes[node];
    const sender = last && senderOf(walker, last);
    const calendar = sender === undefined ? undefined : slots.get(sender);
    const step = `${walker.id}/${node}/${visit}`;
    if (calendar?.isBooked(step)) wake(calendar.pull(calendar.free(step), now), now);
  }

  function signal(walker: Walker, event: EnrollmentEvent, now: number): void {
    take(walker, { type: 'event', at: now, event }, now);
  }

  function happen(event: ComingEvent): void {
    const target = byId.get(event.enrollment_id);
    if (!target) return;
    const id = `event/${events++}`;
    for (const { walker, signal: sent } of takeComing(target, { walkers, companies }, event, id))
      signal(walker, sent, event.at);
  }

  for (const enrollment of input.enrollments) enroll(enrollment);
  for (const event of input.events ?? []) agenda.add(event.at, { kind: 'event', event });
  let taken = 0;
  for (let next = agenda.next(input.until); next; next = agenda.next(input.until)) {
    const { at, item } = next;
    if (++taken % PIECE === 0) yield Math.min(1, (at - start) / Math.max(1, input.until - start));
    if (item.kind === 'event') {
      happen(item.event);
      continue;
    }
    const walker = walkers[item.walker];
    if (!walker) continue;
    if (item.kind === 'start') begin(walker, at, item.admitted);
    else if (item.kind === 'nudge') signal(walker, { id: `nudge/${events++}`, type: 'nudge' }, at);
    else if (item.turn === walker.turn) take(walker, { type: 'time', at }, at);
  }
  return {
    enrollments: walkers.map(runOf),
    experiments: surroundings.experiments.all(),
    slots: [...slots.values()].flatMap((calendar): SlotRecord[] => calendar.records()),
    charges: ledger.charges,
    credits_ended_at: ledger.ended_at(),
  };
}

const titles = new WeakMap<Node, string>();

/** The same text for every lead, so it is made once. */
function titleOf(node: Node): string {
  const known = titles.get(node) ?? describeNode(node, node.id);
  titles.set(node, known);
  return known;
}

function runOf(walker: Walker): Run['enrollments'][number] {
  const { id, person, plan, started_at, state, finished_at, continued_as, timeline, command, refused } = walker;
  const { phase, node } = state;
  const waiting =
    command.do === 'wait' && !refused ? { node, until: command.until, kind: command.kind, text: command.text } : null;
  return {
    id,
    lead_id: person.id,
    sequence: plan.sequence,
    started_at,
    finished_at,
    replied: walker.replied,
    accepted_at: walker.accepted_at,
    replied_at: walker.replied_at,
    without_inmail: walker.without_inmail,
    continued_as,
    timeline,
    waiting,
    outcome: refused ? 'not_enrolled' : phase.is === 'finished' ? phase.outcome : null,
    visits: state.visits,
  };
}
