import type { FoundWorkflow } from '../../activities/reconcile/lost-walks/reconcile-walk.ts';
import type {
  Activities,
  EnrollmentStart,
  PerformRequest,
  ResolvedPlan,
  Settlement,
} from '../../src/core/engine/contracts.ts';
import type { MoveEvent } from '../../src/core/engine/move.ts';
import type { EnrollmentEvent } from '../../src/core/engine/state.ts';
import type { Random } from './random.ts';
import type { Process, Scheduler } from './scheduler.ts';
import { settled, WalkReplay } from './walk-replay.ts';

/** What the server keeps of a workflow: enough to walk it again. */
export type Recorded =
  | { readonly is: 'signal'; readonly at: number; readonly event: EnrollmentEvent }
  | { readonly is: 'move'; readonly at: number; readonly event: MoveEvent; readonly to: ResolvedPlan }
  | { readonly is: 'result'; readonly at: number; readonly number: number; readonly value: unknown }
  | { readonly is: 'timer'; readonly at: number; readonly number: number };

export type Asked =
  | { readonly is: 'perform'; readonly request: PerformRequest }
  | { readonly is: 'settle'; readonly settlement: Settlement };

interface Run {
  readonly id: string;
  /** As Temporal names it; it has a further one when it continues as new. */
  run_id: string;
  /** Of the restart that began it. */
  again: string | null;
  start: EnrollmentStart;
  version: ResolvedPlan;
  /** When this run of it began. */
  begun_at: number;
  history: Recorded[];
  /** Came while a task was under way, or has not been looked at. */
  fresh: Recorded[];
  /** Who walks it now. */
  task: { readonly process: Process; readonly token: number } | null;
  token: number;
  /** Workers that were given this same task. */
  tries: number;
  /** Tasks that were ended. */
  tasks: number;
  queued: boolean;
  /** A task is owed although nothing new came: it has not begun, or its worker said nothing. */
  unwalked: boolean;
  timers: Map<number, () => void>;
  /** What it came to; it was ended from outside: `LOST`. */
  outcome: string | null;
  /** Failed as a local activity as often as is tried: the server has it done, until it works. */
  lasting: { readonly number: number; readonly asked: Asked } | null;
}

export interface TemporalHooks {
  readonly scheduler: Scheduler;
  readonly random: Random;
  /** Live workers, one of which takes a task. */
  readonly workers: () => readonly Process[];
  readonly activitiesOf: (process: Process) => Activities;
  readonly resolvePlan: (digest: string) => ResolvedPlan;
  readonly onEnd: (enrollmentId: string, outcome: string) => void;
  /** The walk itself threw: a workflow that can never go on. */
  readonly onBroken: (error: unknown) => void;
  readonly trace?: (line: string) => void;
}

const LOST = 'lost';

/** Wall milliseconds after which a worker that says nothing loses its task. */
const TASK_TIMEOUT = 10_000;
const ACTIVITY_TIMEOUT = 60_000;
const LOCAL_TRIES = 3;
/** Recorded events after which the server suggests a new run; a small number here, so that it happens. */
const LONG_HISTORY = 60;

/** A task that was given away once more adds an event about the one before; every further time the history stays as it is. */
const eventsOf = ({ history, fresh, tasks, tries }: Run): number =>
  history.length + fresh.length + 3 * tasks + Math.min(tries, 2);

/** A server and its workers, as far as enrollments meet them: see docs/decisions/engine-simulator.md. */
export class TemporalModel {
  readonly #hooks: TemporalHooks;
  readonly #runs = new Map<string, Run>();
  readonly #known = new Set<string>();
  readonly #cached = new Map<Process, Map<string, WalkReplay>>();

  constructor(hooks: TemporalHooks) {
    this.#hooks = hooks;
  }

  start(start: EnrollmentStart, digest: string): void {
    if (this.#runs.has(start.enrollment_id)) return;
    this.#begin(start, digest, null);
  }

  #begin(start: EnrollmentStart, digest: string, again: string | null): void {
    const run: Run = {
      ...{ id: start.enrollment_id, run_id: this.#newRunId(), again, start, version: this.#hooks.resolvePlan(digest) },
      ...{
        begun_at: this.#now(),
        history: [],
        fresh: [],
        task: null,
        token: 0,
        tries: 0,
        tasks: 0,
        queued: false,
        unwalked: true,
      },
      ...{ timers: new Map(), outcome: null, lasting: null },
    };
    this.#runs.set(run.id, run);
    this.#offer(run);
  }

  #newRunId(): string {
    const id = `run_${this.#known.size + 1}`;
    this.#known.add(id);
    return id;
  }

  /** A further run of one that has ended, or is not known. */
  restart(start: EnrollmentStart, digest: string, again: string): void {
    const run = this.#runs.get(start.enrollment_id);
    if (run?.again === again) return;
    if (run && run.outcome === null) throw new Error(`${run.id} is running`);
    this.#begin(start, digest, again);
  }

  look(id: string, told: { readonly run_id: string | null; readonly events: number }): FoundWorkflow {
    const run = this.#runs.get(id);
    if (!run || run.outcome === LOST) return { is: 'lost' };
    const forgotten =
      told.run_id !== null &&
      (told.run_id === run.run_id ? eventsOf(run) < told.events : !this.#known.has(told.run_id));
    if (run.outcome === null) return forgotten ? { is: 'behind', run_id: run.run_id } : { is: 'running' };
    return forgotten ? { is: 'lost' } : { is: 'ended', outcome: run.outcome };
  }

  end(id: string, runId: string): void {
    const run = this.#runs.get(id);
    if (run?.run_id === runId && run.outcome === null) this.lose(id);
  }

  /** Ended from outside. */
  lose(id: string): void {
    const run = this.#runs.get(id);
    if (!run || run.outcome !== null) return;
    run.outcome = LOST;
    this.#drop(run);
  }

  /** As it was some events ago: what it was told and did since, Temporal does not know. */
  setBack(id: string): void {
    const run = this.#runs.get(id);
    if (!run || run.outcome === LOST) return;
    const kept = this.#hooks.random.below(run.history.length + 1);
    run.tasks = run.history.length === 0 ? 0 : Math.floor((run.tasks * kept) / run.history.length);
    run.history = run.history.slice(0, kept);
    run.outcome = null;
    this.#drop(run);
    run.unwalked = true;
    this.#offer(run);
  }

  #drop(run: Run): void {
    run.fresh = [];
    run.task = null;
    run.token += 1;
    run.tries = 0;
    run.lasting = null;
    for (const cancel of run.timers.values()) cancel();
    run.timers.clear();
    for (const cache of this.#cached.values()) cache.delete(run.id);
  }

  signal(id: string, recorded: (at: number) => Recorded): 'delivered' | 'gone' {
    const run = this.#runs.get(id);
    if (!run || run.outcome !== null) return 'gone';
    run.fresh.push(recorded(this.#now()));
    this.#offer(run);
    return 'delivered';
  }

  /** The server waits for what it gave this worker, and gives it to another one then. */
  onSilent(process: Process): void {
    for (const run of this.#runs.values()) {
      const task = run.task;
      if (task?.process !== process) continue;
      const timeOut = (): void => {
        if (run.task !== task || (process.alive && process.frozen_until <= this.#now())) return;
        run.task = null;
        run.unwalked = true;
        this.#offer(run);
      };
      this.#hooks.scheduler.after(TASK_TIMEOUT, timeOut, null);
    }
    if (!process.alive) this.#cached.delete(process);
  }

  standing(): string {
    return [...this.#runs.values()]
      .map(
        (run) =>
          `${run.id} ${run.outcome ?? `history ${run.history.length}, fresh ${run.fresh.length}, task ${run.task?.process.name}, timers ${run.timers.size}, lasting ${run.lasting?.asked.is}`}`,
      )
      .join('\n');
  }

  #now(): number {
    return this.#hooks.scheduler.now();
  }

  /** A task for whichever worker polls next. */
  #offer(run: Run): void {
    if (run.outcome !== null || run.task || run.queued || (!run.unwalked && run.fresh.length === 0)) return;
    run.queued = true;
    this.#poll(run);
  }

  #poll(run: Run): void {
    if (run.outcome !== null) {
      run.queued = false;
      return;
    }
    const able = this.#hooks.workers().filter(({ frozen_until }) => frozen_until <= this.#now());
    const [first, ...others] = able;
    if (!first) {
      this.#hooks.scheduler.after(500, () => this.#poll(run), null);
      return;
    }
    const process = this.#hooks.random.pick([first, ...others]);
    run.queued = false;
    run.unwalked = false;
    run.token += 1;
    run.tries += 1;
    const token = run.token;
    run.task = { process, token };
    this.#hooks.scheduler.spawn(process, `workflow task of ${run.id}`, () => this.#work(run, process, token));
    // A worker that died between the poll and its answer.
    this.#hooks.scheduler.after(
      TASK_TIMEOUT,
      () => {
        if (run.task?.token !== token || process.alive) return;
        run.task = null;
        run.unwalked = true;
        this.#offer(run);
      },
      null,
    );
  }

  async #work(run: Run, process: Process, token: number): Promise<void> {
    const walk = await this.#walkOf(run, process);
    await this.#deliver(run, walk);
    /** Results that only this worker knows until it tells the server. */
    let unrecorded: Recorded[] = [];
    const isOurs = (): boolean => run.task?.token === token;
    const record = async (): Promise<boolean> => {
      await this.#hooks.scheduler.turn(process, `tells the server of ${unrecorded.length} results`);
      if (!isOurs()) return false;
      run.history.push(...unrecorded);
      run.tasks += 1;
      run.tries = 1;
      unrecorded = [];
      return true;
    };
    for (let asked = walk.asked(); asked; asked = walk.asked()) {
      const result = await this.#locally(process, asked.what);
      if (this.#hooks.random.chance(0.3)) {
        // A heartbeat: what came meanwhile is seen before the result.
        if (!(await record())) return this.#forget(process, run.id);
        walk.events = eventsOf(run);
        await this.#deliver(run, walk);
      }
      if (!result.ok) {
        if (!(await record())) return this.#forget(process, run.id);
        run.lasting = { number: asked.number, asked: asked.what };
        this.#lasting(run, 1);
        return this.#complete(run, process);
      }
      const recorded: Recorded = { is: 'result', at: this.#now(), number: asked.number, value: result.value };
      unrecorded.push(recorded);
      await walk.apply(recorded);
    }
    const ends = walk.outcome() !== null || walk.next() !== null;
    await this.#hooks.scheduler.turn(process, 'completes the workflow task');
    if (!isOurs()) return this.#forget(process, run.id);
    if (ends && run.fresh.length > 0) {
      // The server takes no end while there is something unread; what was done since the last record is done again.
      this.#forget(process, run.id);
      return this.#complete(run, process);
    }
    run.history.push(...unrecorded);
    const outcome = walk.outcome();
    const next = walk.next();
    if (outcome !== null) {
      run.outcome = outcome;
      this.#forget(process, run.id);
      this.#hooks.onEnd(run.id, outcome);
    } else if (next) {
      this.#forget(process, run.id);
      Object.assign(run, {
        ...next,
        run_id: this.#newRunId(),
        history: [],
        tasks: 0,
        begun_at: this.#now(),
        unwalked: true,
      });
      for (const cancel of run.timers.values()) cancel();
      run.timers.clear();
    } else {
      this.#cached.get(process)?.set(run.id, walk);
      this.#setTimer(run, walk);
    }
    this.#complete(run, process);
  }

  #complete(run: Run, _process: Process): void {
    run.task = null;
    run.tasks += 1;
    run.tries = 0;
    this.#offer(run);
  }

  async #deliver(run: Run, walk: WalkReplay): Promise<void> {
    for (let event = run.fresh.shift(); event; event = run.fresh.shift()) {
      run.history.push(event);
      await walk.apply(event);
    }
  }

  #setTimer(run: Run, walk: WalkReplay): void {
    const timer = walk.timer();
    for (const [number, cancel] of run.timers) {
      if (number === timer?.number) continue;
      cancel();
      run.timers.delete(number);
    }
    if (!timer || run.timers.has(timer.number)) return;
    const { number, due } = timer;
    const fire = (): void => {
      run.timers.delete(number);
      run.fresh.push({ is: 'timer', at: Math.max(this.#now(), due), number });
      this.#offer(run);
    };
    run.timers.set(number, this.#hooks.scheduler.after(due - this.#now(), fire, null));
  }

  /** From the worker's memory, or walked anew from what is recorded. */
  async #walkOf(run: Run, process: Process): Promise<WalkReplay> {
    const cache = this.#cached.get(process) ?? new Map<string, WalkReplay>();
    this.#cached.set(process, cache);
    const kept = cache.get(run.id);
    // While a task is under way its walk is nobody else's: a worker that lost the task and gets it again walks anew.
    cache.delete(run.id);
    if (kept && kept.applied === run.history.length && !this.#hooks.random.chance(0.1)) {
      kept.events = eventsOf(run);
      return kept;
    }
    const walk = new WalkReplay(run.start, run.version, run.begun_at, LONG_HISTORY, eventsOf(run), run.run_id, {
      warn: (text) => this.#hooks.trace?.(text),
      onBroken: this.#hooks.onBroken,
    });
    await settled();
    for (const event of run.history) await walk.apply(event);
    return walk;
  }

  #forget(process: Process, id: string): void {
    this.#cached.get(process)?.delete(id);
  }

  async #locally(process: Process, asked: Asked): Promise<{ ok: true; value: unknown } | { ok: false }> {
    for (let attempt = 1; attempt <= LOCAL_TRIES; attempt++) {
      if (attempt > 1) await this.#sleep(process, 100 * 3 ** (attempt - 2));
      try {
        return { ok: true, value: await this.#carryOut(process, asked) };
      } catch (error) {
        this.#hooks.trace?.(`${process.name} ${asked.is} failed: ${String(error)}`);
      }
    }
    return { ok: false };
  }

  #sleep(process: Process, ms: number): Promise<void> {
    return new Promise((resolve) => void this.#hooks.scheduler.after(ms, resolve, process));
  }

  async #carryOut(process: Process, asked: Asked): Promise<unknown> {
    const activities = this.#hooks.activitiesOf(process);
    return asked.is === 'perform' ? activities.perform(asked.request) : activities.settle(asked.settlement);
  }

  /** As a normal activity: any worker, again and again, and a lost one is waited for. */
  #lasting(run: Run, attempt: number): void {
    const task = run.lasting;
    if (!task || run.outcome !== null) return;
    const { scheduler, workers, random } = this.#hooks;
    const [first, ...others] = workers().filter(({ frozen_until }) => frozen_until <= scheduler.now());
    if (!first) return void scheduler.after(500, () => this.#lasting(run, attempt), null);
    const process = random.pick([first, ...others]);
    let open = true;
    const end = (): boolean => {
      const was = open && run.lasting === task;
      open = false;
      return was;
    };
    const again = (): void => {
      const wait = Math.min(30_000, 1000 * 2 ** (attempt - 1));
      if (end()) scheduler.after(wait, () => this.#lasting(run, attempt + 1), null);
    };
    scheduler.spawn(process, `activity of ${run.id}`, async () => {
      try {
        const value = await this.#carryOut(process, task.asked);
        await scheduler.turn(process, 'completes the activity');
        if (!end()) return;
        run.lasting = null;
        run.fresh.push({ is: 'result', at: this.#now(), number: task.number, value });
        this.#offer(run);
      } catch (error) {
        this.#hooks.trace?.(`${process.name} activity failed: ${String(error)}`);
        again();
      }
    });
    scheduler.after(ACTIVITY_TIMEOUT, again, null);
  }
}
