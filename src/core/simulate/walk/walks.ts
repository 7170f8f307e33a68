import type { Node } from '../../../language/plan/node.ts';
import { SECOND } from '../../../shared/kit/duration.ts';
import { advance } from '../../engine/advance.ts';
import { describeNode } from '../../engine/describe.ts';
import type { EngineInput, EnrollmentEvent } from '../../engine/state.ts';
import { type AccountSlots, createAccountSlots } from '../accounts/account-slots.ts';
import { createInMails } from '../accounts/inmails.ts';
import { createLedger, type Ledger } from '../accounts/ledger.ts';
import { performStep } from '../steps/perform-step.ts';
import { createAgenda } from './agenda.ts';
import { createCompanies } from './companies.ts';
import { continuation } from './continue-in.ts';
import { createExperiments } from './experiments.ts';
import { type RefusedEntry, refusedEntry } from './refused-entry.ts';
import type { Surroundings } from './surroundings.ts';
import { takeComing } from './take-coming.ts';
import type { ComingEvent, PerformedStep, SimulatedEnrollment, WalkInput } from './walk-input.ts';
import { createPerson, createWalker, type Person, senderOf, type Walker } from './walker.ts';

/** An entry of the agenda: what happens to whom. */
export type Item =
  /** `admitted`: by the enrollment that it continues. */
  | { readonly kind: 'start'; readonly walker: number; readonly admitted: boolean }
  | { readonly kind: 'time'; readonly walker: number; readonly turn: number }
  | { readonly kind: 'nudge'; readonly walker: number }
  | { readonly kind: 'event'; readonly event: ComingEvent };

/** Longer than the clock's call of one service; what a slot late in the evening keeps off midnight. */
const FLIGHT = 10 * SECOND;

/** Everybody who walks, the accounts that they share, and the agenda of what comes next. */
export class Walks {
  readonly agenda = createAgenda<Item>();
  readonly walkers: Walker[] = [];
  readonly slots: ReadonlyMap<string, AccountSlots>;
  readonly ledger: Ledger;
  readonly experiments = createExperiments();
  readonly #input: WalkInput;
  readonly #surroundings: Surroundings;
  readonly #byId = new Map<string, Walker>();
  readonly #people = new Map<string, Person>();
  readonly #companies = createCompanies();
  #events = 0;

  /** `start`: when the first of them begins. */
  constructor(input: WalkInput, start: number) {
    const { accounts, answers, credits = null, flight = FLIGHT } = input;
    this.#input = input;
    this.slots = new Map(accounts.map((account) => [account.id, createAccountSlots(account, flight)]));
    this.ledger = createLedger(credits);
    this.#surroundings = {
      answers,
      slots: this.slots,
      inmails: new Map(accounts.map((account) => [account.id, createInMails(account, start)])),
      experiments: this.experiments,
      canPay: this.ledger.canPay,
      charge: this.ledger.charge,
      release: (account, step, now) => this.#release(account, step, now),
      wakeMoved: (calendar, now) => this.#wake(calendar.takeMoved(), now),
      ended: (walker, node, step) => this.#noteEnd(walker, node, step),
      continueIn: (walker, sequence, now) => this.#continueIn(walker, sequence, now),
    };
  }

  enroll(enrollment: SimulatedEnrollment, admitted = false): void {
    const { id, lead_id = id, starts_at } = enrollment;
    let person = this.#people.get(lead_id);
    if (!person) {
      person = createPerson(enrollment);
      this.#people.set(lead_id, person);
      this.#companies.note(person);
    }
    const walker = createWalker(enrollment, this.walkers.length, person);
    person.enrollments.push(walker.index);
    this.walkers.push(walker);
    this.#byId.set(id, walker);
    this.agenda.add(starts_at, { kind: 'start', walker: walker.index, admitted });
  }

  expect(event: ComingEvent): void {
    this.agenda.add(event.at, { kind: 'event', event });
  }

  /** Lets an entry of the agenda happen at its time. */
  happen(item: Item, at: number): void {
    if (item.kind === 'event') {
      this.#takeEvent(item.event);
      return;
    }
    const walker = this.walkers[item.walker];
    if (!walker) return;
    if (item.kind === 'start') this.#begin(walker, at, item.admitted);
    else if (item.kind === 'nudge') this.#signal(walker, { id: `nudge/${this.#events++}`, type: 'nudge' }, at);
    else if (item.turn === walker.turn) this.#take(walker, { type: 'time', at }, at);
  }

  #takeEvent(event: ComingEvent): void {
    const target = this.#byId.get(event.enrollment_id);
    if (!target) return;
    const id = `event/${this.#events++}`;
    const all = { walkers: this.walkers, companies: this.#companies };
    for (const { walker, signal } of takeComing(target, all, event, id)) this.#signal(walker, signal, event.at);
  }

  #begin(walker: Walker, at: number, admitted: boolean): void {
    const { person, plan } = walker;
    const refused = admitted ? null : this.#refusedEntry({ person, plan, continues: null, now: at });
    if (!refused) {
      this.#take(walker, { type: 'start', at }, at);
      return;
    }
    walker.refused = true;
    walker.finished_at = at;
    const { code, text } = refused;
    const title = `Not enrolled: ${text}`;
    walker.timeline.push({ at, node: '', visit: 0, kind: 'end', title, result: code.toLowerCase() });
  }

  /** Does what the workflow does with one input: performs until the walk waits or ends. */
  #take(walker: Walker, first: EngineInput, now: number): void {
    if (walker.finished_at !== null) return;
    const step = (next: EngineInput): void => {
      ({ state: walker.state, command: walker.command } = advance(walker.plan, walker.state, next));
    };
    step(first);
    for (;;) {
      const { command } = walker;
      if (command.do === 'perform') {
        const result = performStep(this.#surroundings, walker, command.request, now);
        step({ type: 'performed', at: now, result, request: command.request });
      } else if (command.do === 'finish') {
        this.#finish(walker, command.outcome, now);
        return;
      } else if (command.until !== null && command.until <= now) {
        step({ type: 'time', at: now });
      } else {
        walker.turn += 1;
        this.#rest(walker);
        // What comes after the end is never looked at.
        if (command.until !== null && command.until <= this.#input.until)
          this.agenda.add(command.until, { kind: 'time', walker: walker.index, turn: walker.turn });
        return;
      }
    }
  }

  /** Asks once for each wait what the person does meanwhile. */
  #rest(walker: Walker): void {
    const { answers } = this.#input;
    if (!answers.rests) return;
    const { id, plan, state } = walker;
    const { phase, node, visit, entered_at } = state;
    const kind = plan.nodes[node]?.kind;
    const key = `${node}/${visit}`;
    if ((phase.is !== 'timer' && phase.is !== 'awaiting') || kind === undefined || walker.rested === key) return;
    walker.rested = key;
    for (const event of answers.rests({ enrollment_id: id, node, visit, kind, at: entered_at })) this.expect(event);
  }

  #finish(walker: Walker, outcome: string, now: number): void {
    walker.finished_at = now;
    const { node, visit } = walker.state;
    walker.timeline.push({ at: now, node, visit, kind: 'end', title: `Ended: ${outcome}`, result: outcome });
    // Only the step it stands at can have booked a slot; used ones stay counted.
    const last = walker.plan.nodes[node];
    const sender = last && senderOf(walker, last);
    const step = `${walker.id}/${node}/${visit}`;
    if (sender !== undefined && this.slots.get(sender)?.isBooked(step)) this.#release(sender, step, now);
  }

  #noteEnd(walker: Walker, node: Node, step: PerformedStep): void {
    const { at, visit, kind, outcome, sender, to: result = outcome } = step;
    const { queued } = walker;
    walker.timeline.push({
      ...{ at, node: node.id, visit, kind, title: titleOf(node), result },
      ...(sender === undefined ? {} : { sender }),
      ...(queued?.step === `${walker.id}/${node.id}/${visit}` ? { queued: at - queued.since } : {}),
    });
    this.#companies.note(walker.person);
    for (const event of this.#input.answers.after(step)) this.expect(event);
  }

  #continueIn(walker: Walker, sequence: string, now: number): RefusedEntry | null {
    const next = continuation(walker, this.#input.plans?.get(sequence), now);
    if (next === null) return null;
    const refused = this.#refusedEntry({ person: walker.person, plan: next.plan, continues: walker, now });
    if (refused) return refused;
    walker.continued_as = next.id;
    this.enroll(next, true);
    return null;
  }

  #refusedEntry(entry: Parameters<typeof refusedEntry>[0]): RefusedEntry | null {
    return refusedEntry(entry, this.walkers, this.#companies);
  }

  #release(account: string, step: string, now: number): void {
    const calendar = this.slots.get(account);
    if (calendar) this.#wake(calendar.pull(calendar.free(step), now), now);
  }

  #wake(indexes: readonly number[], now: number): void {
    for (const walker of indexes) this.agenda.add(now, { kind: 'nudge', walker });
  }

  #signal(walker: Walker, event: EnrollmentEvent, now: number): void {
    this.#take(walker, { type: 'event', at: now, event }, now);
  }
}

const titles = new WeakMap<Node, string>();

/** The same text for every lead, so it is made once. */
function titleOf(node: Node): string {
  const known = titles.get(node) ?? describeNode(node, node.id);
  titles.set(node, known);
  return known;
}
