import type { EnrollmentStart, ResolvedPlan } from '../../src/core/engine/contracts.ts';
import { type Signals, type WalkHost, walkEnrollment } from '../../src/core/engine/walk-enrollment.ts';
import type { Asked, Recorded } from './workflow-run.ts';

interface Open {
  readonly number: number;
  readonly what: Asked;
  readonly resolve: (value: never) => void;
}

interface Waiting {
  readonly number: number;
  readonly holds: () => boolean;
  /** Null: no deadline. */
  readonly due: number | null;
  readonly resolve: (held: boolean) => void;
}

/** The walk waits for nothing but the promises made here, so a few turns bring it to its next one; no other task runs in between. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 30; turn++) await null;
}

/** The walk of one enrollment in a worker's memory: the real loop, fed with what is recorded. */
export class WalkReplay {
  applied = 0;
  /** Events of the history that came with the task under way. */
  events: number;
  #now: number;
  #asked = 0;
  #open: Open | null = null;
  #waiting: Waiting | null = null;
  #waits = 0;
  #signals: Signals | null = null;
  #outcome: string | null = null;
  #next: { start: EnrollmentStart; version: ResolvedPlan } | null = null;

  constructor(
    start: EnrollmentStart,
    version: ResolvedPlan,
    begun_at: number,
    long: number,
    events: number,
    runId: string,
    hooks: { readonly warn: (text: string) => void; readonly onBroken: (error: unknown) => void },
  ) {
    this.#now = begun_at;
    this.events = events;
    const host: WalkHost = {
      wallNow: () => this.#now,
      perform: (request) => this.#ask({ is: 'perform', request }),
      settle: (snapshot) => this.#ask({ is: 'settle', snapshot }),
      waitFor: (holds, milliseconds) => this.#wait(holds, milliseconds),
      historyLength: () => this.events,
      runId: () => runId,
      isHistoryLong: () => this.applied > long,
      continueAsNew: (again, plan) => {
        this.#next = { start: again, version: plan };
        return new Promise<never>(() => undefined);
      },
      listen: (signals) => {
        this.#signals = signals;
      },
      warn: hooks.warn,
      has: () => true,
    };
    walkEnrollment(host, start, version).then((outcome) => {
      this.#outcome = outcome;
    }, hooks.onBroken);
  }

  /** The request without whose answer the walk cannot go on. */
  asked(): { readonly number: number; readonly what: Asked } | null {
    return this.#open;
  }
  timer(): { readonly number: number; readonly due: number } | null {
    const waiting = this.#waiting;
    return waiting && waiting.due !== null ? { number: waiting.number, due: waiting.due } : null;
  }
  outcome(): string | null {
    return this.#outcome;
  }
  next(): { readonly start: EnrollmentStart; readonly version: ResolvedPlan } | null {
    return this.#next;
  }

  async apply(event: Recorded): Promise<void> {
    this.applied += 1;
    this.#now = Math.max(this.#now, event.at);
    switch (event.is) {
      case 'signal':
        this.#signals?.event(event.event);
        break;
      case 'move':
        this.#signals?.move(event.event, event.to);
        break;
      case 'result': {
        const open = this.#open;
        if (open?.number !== event.number) throw new Error(`a result of ${event.number} where ${open?.number} is open`);
        this.#open = null;
        open.resolve(event.value as never);
        break;
      }
      case 'timer':
        if (this.#waiting?.number === event.number) this.#wake(false);
        break;
    }
    if (this.#waiting?.holds()) this.#wake(true);
    await settled();
  }

  #ask(what: Asked): Promise<never> {
    return new Promise((resolve) => {
      this.#open = { number: ++this.#asked, what, resolve };
    });
  }

  #wait(holds: () => boolean, milliseconds: number | null): Promise<boolean> {
    if (holds()) return Promise.resolve(true);
    return new Promise((resolve) => {
      const due = milliseconds === null ? null : this.#now + milliseconds;
      this.#waiting = { number: ++this.#waits, holds, due, resolve };
    });
  }

  #wake(held: boolean): void {
    const waiting = this.#waiting;
    this.#waiting = null;
    waiting?.resolve(held);
  }
}
