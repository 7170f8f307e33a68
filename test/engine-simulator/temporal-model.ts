import type { FoundWorkflow } from '../../activities/reconcile/lost-walks/workflows.ts';
import type { EnrollmentStart } from '../../src/core/engine/contracts.ts';
import type { LastSnapshot } from '../../src/runtime/store/walks/lock-walk.ts';
import type { Process } from './scheduler.ts';
import { eventsOf, type Recorded, type Run, type TaskBegun, type TemporalHooks } from './workflow-run.ts';
import { WorkflowTasks } from './workflow-tasks.ts';

const LOST = 'lost';

/** A server and its workers, as far as enrollments meet them: see docs/decisions/engine-simulator.md. */
export class TemporalModel {
  readonly #hooks: TemporalHooks;
  readonly #runs = new Map<string, Run>();
  readonly #known = new Set<string>();
  readonly #tasks: WorkflowTasks;

  constructor(hooks: TemporalHooks) {
    this.#hooks = hooks;
    this.#tasks = new WorkflowTasks(hooks, () => this.#newRunId());
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
        begun: [],
        queued: false,
        unwalked: true,
      },
      ...{ timers: new Map(), outcome: null, lasting: null },
    };
    this.#runs.set(run.id, run);
    this.#tasks.offer(run);
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

  look(id: string, snapshot: LastSnapshot): FoundWorkflow {
    const run = this.#runs.get(id);
    if (!run || run.outcome === LOST) return { status: 'lost' };
    const forgotten =
      snapshot.run_id !== null &&
      (snapshot.run_id === run.run_id ? eventsOf(run) < snapshot.events : !this.#known.has(snapshot.run_id));
    const anew = snapshot.run_id === run.run_id && !run.begun.some((task) => hasBegunBefore(task, snapshot));
    if (run.outcome === null)
      return forgotten || anew ? { status: 'behind', run_id: run.run_id } : { status: 'running' };
    return forgotten ? { status: 'lost' } : { status: 'ended', outcome: run.outcome };
  }

  end(id: string, runId: string): void {
    const run = this.#runs.get(id);
    if (run?.run_id === runId && run.outcome === null) this.lose(id);
  }

  /** Deletes what there is of it, once it has ended. */
  erase(id: string, { end }: { readonly end: boolean }): 'gone' | 'going' {
    const run = this.#runs.get(id);
    if (!run) return 'gone';
    if (run.outcome === null && end) this.lose(id);
    if (run.outcome !== null) this.#runs.delete(id);
    return 'going';
  }

  /** Ended from outside. */
  lose(id: string): void {
    const run = this.#runs.get(id);
    if (!run || run.outcome !== null) return;
    run.outcome = LOST;
    this.#tasks.drop(run);
  }

  /** As it was some events ago: what it was told and did since, Temporal does not know. */
  setBack(id: string): void {
    const run = this.#runs.get(id);
    if (!run || run.outcome === LOST) return;
    const kept = this.#hooks.random.below(run.history.length + 1);
    run.history = run.history.slice(0, kept);
    run.begun = run.begun.filter(({ recorded }) => recorded <= kept);
    run.tasks = run.begun.at(-1)?.tasks ?? 0;
    run.outcome = null;
    this.#tasks.drop(run);
    run.unwalked = true;
    this.#tasks.offer(run);
  }

  signal(id: string, recorded: (at: number) => Recorded): 'delivered' | 'gone' {
    const run = this.#runs.get(id);
    if (!run || run.outcome !== null) return 'gone';
    run.fresh.push(recorded(this.#now()));
    this.#tasks.offer(run);
    return 'delivered';
  }

  onSilent(process: Process): void {
    this.#tasks.onSilent(process, this.#runs.values());
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
}

const hasBegunBefore = ({ events, at }: TaskBegun, snapshot: LastSnapshot): boolean =>
  events === snapshot.events && at <= (snapshot.wall_told_at?.getTime() ?? at);
