import { LockWaits, type Ran } from './lock-waits.ts';
import type { Random } from './random.ts';
import { drained, type VirtualClock } from './virtual-time.ts';

/** A worker, or the API, as the operating system knows it: what it had begun dies with it. */
export interface Process {
  readonly name: string;
  /** Faults hit workers alone. */
  readonly mortal: boolean;
  alive: boolean;
  /** Nothing of it runs before then. */
  frozen_until: number;
  /** Work at its death: open transactions are rolled back. */
  readonly onDeath: (() => Promise<void>)[];
}

export type ProcessFault = 'none' | 'dies_before' | 'dies_after' | 'freezes' | 'freezes_long';

interface Task {
  readonly process: Process;
  readonly label: string;
  readonly run: () => Promise<Ran<unknown>>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly process: Process | null;
  readonly call: () => void;
}

export interface SchedulerHooks {
  /** Chooses whether the process lives through this step; called once for each. */
  readonly processFaultOf: (label: string) => ProcessFault;
  readonly onDeath: (process: Process) => void;
  readonly onFreeze: (process: Process) => void;
  /** Nothing can run now: the last word before time jumps. True: there is more to do first. */
  readonly onIdle: () => Promise<boolean>;
  readonly isOver: () => boolean;
  /** After so many it is stuck: what ends has ended long before. */
  readonly most_steps: number;
  /** Called for steps that wait for each other, of which the server has refused the first. */
  readonly onDeadlock: (labels: readonly string[]) => void;
  readonly trace?: (line: string) => void;
}

export class Stuck extends Error {}

/** After that others have taken over, and all that a call could still do is done. */
const LONG_FREEZE = 70_000;

/** One step at a time, chosen by the seed, each a millisecond; when none can run, time jumps to the next thing that is due. */
export class Scheduler implements VirtualClock {
  readonly #random: Random;
  readonly #hooks: SchedulerHooks;
  readonly #ready: Task[] = [];
  readonly #timers: Timer[] = [];
  readonly #waits: LockWaits<Task>;
  #current: Process | null = null;
  #now: number;
  #order = 0;
  #released = false;
  steps = 0;

  constructor(start: number, random: Random, hooks: SchedulerHooks) {
    this.#now = start;
    this.#random = random;
    this.#hooks = hooks;
    this.#waits = new LockWaits(random, async (task, ran) => {
      this.#take(task, ran);
      await drained();
    });
  }

  now(): number {
    return this.#now;
  }

  /** In whole milliseconds, as every clock counts here. */
  after(ms: number, call: () => void, process: Process | null = this.#current): () => void {
    const timer: Timer = { at: this.#now + Math.max(0, Math.ceil(ms)), order: this.#order++, process, call };
    this.#timers.push(timer);
    return () => {
      const place = this.#timers.indexOf(timer);
      if (place >= 0) this.#timers.splice(place, 1);
    };
  }

  /** Waits for its turn, then does it. Of a dead process the promise stays open for ever. */
  step<T>(process: Process, label: string, run: () => Promise<Ran<T>>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      if (!process.alive) return;
      this.#ready.push({ process, label, run, resolve: (value) => resolve(value as T), reject });
    });
  }

  /** A step that cannot fail and waits for nobody. */
  turn(process: Process, label: string): Promise<void> {
    return this.step(process, label, async () => ({ is: 'done', value: undefined }));
  }

  /** A statement or a transaction has ended: somebody may have a lock now that they waited for. */
  released(): void {
    this.#released = true;
  }

  /** Runs `work` as a task of the process; what it throws is the task's own affair. */
  spawn(process: Process, label: string, work: () => Promise<unknown>): void {
    void this.turn(process, label)
      .then(work)
      .catch((error: unknown) => this.#hooks.trace?.(`${process.name} ${label} failed: ${String(error)}`));
  }

  freeze(process: Process, ms: number): void {
    process.frozen_until = this.#now + ms;
    this.after(ms, () => undefined, null);
    this.#hooks.trace?.(`${process.name} is frozen for ${ms} ms`);
    this.#hooks.onFreeze(process);
  }

  /** Nothing that waits in the server is left behind. */
  end(): Promise<void> {
    return this.#waits.abandon(() => true);
  }

  async kill(process: Process): Promise<void> {
    if (!process.alive) return;
    process.alive = false;
    this.#hooks.trace?.(`${process.name} dies`);
    await this.#waits.abandon((task) => task.process === process);
    for (const end of process.onDeath) await end();
    for (let at = this.#ready.length - 1; at >= 0; at--) {
      if (this.#ready[at]?.process === process) this.#ready.splice(at, 1);
    }
    await this.#lookAgain();
    this.#hooks.onDeath(process);
    await drained();
  }

  async run(): Promise<void> {
    const { most_steps } = this.#hooks;
    await drained();
    while (!this.#hooks.isOver()) {
      // What is due comes also while others are busy: that is where mistakes are.
      while (this.#jump(this.#now)) await drained();
      const able = this.#ready.filter(({ process }) => process.frozen_until <= this.#now);
      const next = able[this.#random.below(able.length)];
      if (next) {
        if (++this.steps > most_steps) throw new Stuck(`no end after ${most_steps} steps`);
        this.#ready.splice(this.#ready.indexOf(next), 1);
        await this.#do(next);
      } else if (this.#waits.some((task) => task.process.frozen_until <= this.#now)) {
        // A frozen process may hold what they wait for: then time goes on first.
        if (await this.#waits.lookAtAll()) continue;
        if (!(await this.#breakCircle()) && !this.#jump()) throw new Stuck('all wait for locks');
        await drained();
      } else if (!(await this.#hooks.onIdle()) && !this.#jump()) {
        throw new Stuck('nothing is left to do');
      } else await drained();
    }
  }

  async #do(task: Task): Promise<void> {
    const { process } = task;
    const fault = process.mortal ? this.#hooks.processFaultOf(task.label) : 'none';
    if (fault === 'freezes' || fault === 'freezes_long') {
      this.#ready.push(task);
      const ms = fault === 'freezes' ? this.#random.pick([1500, 6000, 15_000, LONG_FREEZE]) : LONG_FREEZE;
      return this.freeze(process, ms);
    }
    if (fault === 'dies_before') return this.kill(process);
    this.#now += 1;
    this.#hooks.trace?.(`${process.name} ${task.label}`);
    this.#current = process;
    const ran = await task.run();
    if (fault === 'dies_after' && ran.is !== 'waits') return this.kill(process);
    this.#take(task, ran);
    await drained();
    await this.#lookAgain();
  }

  #take(task: Task, ran: Ran<unknown>): void {
    this.#current = task.process;
    switch (ran.is) {
      case 'done':
        task.resolve(ran.value);
        break;
      case 'failed':
        task.reject(ran.error);
        break;
      case 'waits':
        this.#waits.add(task, ran.lock);
        this.#hooks.trace?.(`${task.process.name} waits for a lock: ${task.label}`);
    }
  }

  /** To see that one still waits takes some milliseconds, so it is asked only when it may be otherwise. */
  async #lookAgain(): Promise<void> {
    while (this.#released) {
      this.#released = false;
      await this.#waits.lookAtAll();
    }
  }

  async #breakCircle(): Promise<boolean> {
    const circle = await this.#waits.breakCircle();
    if (circle === null) return false;
    const labels = circle.map(({ process, label }) => `${process.name} ${label}`);
    this.#hooks.trace?.(`deadlock: ${labels.join(', and ')}`);
    this.#hooks.onDeadlock(labels);
    await this.#lookAgain();
    return true;
  }

  /** To the next thing that is due, at most until then. */
  #jump(until = Number.POSITIVE_INFINITY): boolean {
    const due = ({ at, process }: Timer): number => Math.max(at, process?.frozen_until ?? 0);
    let next: Timer | undefined;
    for (const timer of this.#timers) {
      if (timer.process && !timer.process.alive) continue;
      if (!next || due(timer) < due(next) || (due(timer) === due(next) && timer.order < next.order)) next = timer;
    }
    if (!next || due(next) > until) return false;
    this.#timers.splice(this.#timers.indexOf(next), 1);
    this.#now = Math.max(this.#now, due(next));
    this.#current = next.process;
    next.call();
    return true;
  }
}
