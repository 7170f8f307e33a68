import { ActivityRunner } from './activity-runner.ts';
import type { Process } from './scheduler.ts';
import { settled, WalkReplay } from './walk-replay.ts';
import { eventsOf, type Recorded, type Run, type TemporalHooks } from './workflow-run.ts';

/** Wall milliseconds after which a worker that says nothing loses its task. */
const TASK_TIMEOUT = 10_000;
/** Recorded events after which the server suggests a new run; a small number here, so that it happens. */
const LONG_HISTORY = 60;

/** Workflow tasks, and the workers who walk them: from the poll to what is told the server. */
export class WorkflowTasks {
  readonly #hooks: TemporalHooks;
  readonly #activities: ActivityRunner;
  readonly #newRunId: () => string;
  readonly #cached = new Map<Process, Map<string, WalkReplay>>();

  constructor(hooks: TemporalHooks, newRunId: () => string) {
    this.#hooks = hooks;
    this.#newRunId = newRunId;
    this.#activities = new ActivityRunner(hooks, (run) => this.offer(run));
  }

  /** A task for whichever worker polls next. */
  offer(run: Run): void {
    if (run.outcome !== null || run.task || run.queued || (!run.unwalked && run.fresh.length === 0)) return;
    run.queued = true;
    this.#poll(run);
  }

  /** Drops a run: nothing of it that is under way counts any more. */
  drop(run: Run): void {
    run.fresh = [];
    run.task = null;
    run.token += 1;
    run.tries = 0;
    run.lasting = null;
    for (const cancel of run.timers.values()) cancel();
    run.timers.clear();
    for (const cache of this.#cached.values()) cache.delete(run.id);
  }

  /** The server waits for what it gave this worker, and gives it to another one then. */
  onSilent(process: Process, runs: Iterable<Run>): void {
    for (const run of runs) {
      const task = run.task;
      if (task?.process !== process) continue;
      const timeOut = (): void => {
        if (run.task !== task || (process.alive && process.frozen_until <= this.#now())) return;
        run.task = null;
        run.unwalked = true;
        this.offer(run);
      };
      this.#hooks.scheduler.after(TASK_TIMEOUT, timeOut, null);
    }
    if (!process.alive) this.#cached.delete(process);
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
        this.offer(run);
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
    // What the server has done as a normal activity is open already: this task only hears what came meanwhile.
    const isOpen = (number: number): boolean => run.lasting?.number === number;
    for (let asked = walk.asked(); asked && !isOpen(asked.number); asked = walk.asked()) {
      const result = await this.#activities.locally(process, asked.what);
      if (this.#hooks.random.chance(0.3)) {
        // A heartbeat: what came meanwhile is seen before the result.
        if (!(await record())) return this.#forget(process, run.id);
        walk.events = this.#begin(run);
        await this.#deliver(run, walk);
      }
      if (!result.ok) {
        if (!(await record())) return this.#forget(process, run.id);
        run.lasting = { number: asked.number, asked: asked.what };
        this.#activities.outlast(run);
        return this.#complete(run);
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
      return this.#complete(run);
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
        begun: [],
        begun_at: this.#now(),
        unwalked: true,
      });
      for (const cancel of run.timers.values()) cancel();
      run.timers.clear();
    } else {
      this.#cached.get(process)?.set(run.id, walk);
      this.#setTimer(run, walk);
    }
    this.#complete(run);
  }

  #complete(run: Run): void {
    run.task = null;
    run.tasks += 1;
    run.tries = 0;
    this.offer(run);
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
      this.offer(run);
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
      kept.events = this.#begin(run);
      return kept;
    }
    const walk = new WalkReplay(run.start, run.version, run.begun_at, LONG_HISTORY, this.#begin(run), run.run_id, {
      warn: (text) => this.#hooks.trace?.(text),
      onBroken: this.#hooks.onBroken,
    });
    await settled();
    for (const event of run.history) await walk.apply(event);
    return walk;
  }

  #begin(run: Run): number {
    const [events, recorded] = [eventsOf(run), [...run.history, ...run.fresh]];
    const at = Math.max(run.begun_at, ...recorded.map((event) => event.at));
    run.begun.push({ events, recorded: recorded.length, at, tasks: run.tasks });
    return events;
  }

  #forget(process: Process, id: string): void {
    this.#cached.get(process)?.delete(id);
  }

  #now(): number {
    return this.#hooks.scheduler.now();
  }
}
