import type { Process } from './scheduler.ts';
import type { Asked, Run, TemporalHooks } from './workflow-run.ts';

const ACTIVITY_TIMEOUT = 60_000;
const LOCAL_TRIES = 3;

/** Runs the activities of walks on a worker: as local activities, or as activities that the server repeats until they succeed. */
export class ActivityRunner {
  readonly #hooks: TemporalHooks;
  /** The workflow has something new. */
  readonly #offer: (run: Run) => void;

  constructor(hooks: TemporalHooks, offer: (run: Run) => void) {
    this.#hooks = hooks;
    this.#offer = offer;
  }

  async locally(process: Process, asked: Asked): Promise<{ ok: true; value: unknown } | { ok: false }> {
    for (let attempt = 1; attempt <= LOCAL_TRIES; attempt++) {
      if (attempt > 1) await this.#sleep(process, 100 * 3 ** (attempt - 2));
      try {
        return { ok: true, value: await this.#carryOut(process, asked) };
      } catch (error) {
        this.#failed(process, asked, error);
      }
    }
    return { ok: false };
  }

  /** As a normal activity: any worker, again and again, and a lost one is waited for. */
  outlast(run: Run, attempt = 1): void {
    const task = run.lasting;
    if (!task || run.outcome !== null) return;
    const { scheduler, workers, random } = this.#hooks;
    const [first, ...others] = workers().filter(({ frozen_until }) => frozen_until <= scheduler.now());
    if (!first) return void scheduler.after(500, () => this.outlast(run, attempt), null);
    const process = random.pick([first, ...others]);
    let open = true;
    const end = (): boolean => {
      const was = open && run.lasting === task;
      open = false;
      return was;
    };
    const again = (): void => {
      const wait = Math.min(30_000, 1000 * 2 ** (attempt - 1));
      if (end()) scheduler.after(wait, () => this.outlast(run, attempt + 1), null);
    };
    scheduler.spawn(process, `activity of ${run.id}`, async () => {
      try {
        const value = await this.#carryOut(process, task.asked);
        await scheduler.turn(process, 'completes the activity');
        if (!end()) return;
        run.lasting = null;
        run.fresh.push({ is: 'result', at: scheduler.now(), number: task.number, value });
        this.#offer(run);
      } catch (error) {
        this.#failed(process, task.asked, error);
        again();
      }
    });
    scheduler.after(ACTIVITY_TIMEOUT, again, null);
  }

  #failed(process: Process, asked: Asked, error: unknown): void {
    this.#hooks.trace?.(`${process.name} ${asked.is} failed: ${String(error)}`);
    this.#hooks.onFailed((asked.is === 'perform' ? asked.request : asked.snapshot).enrollment_id, error);
  }

  #sleep(process: Process, ms: number): Promise<void> {
    return new Promise((resolve) => void this.#hooks.scheduler.after(ms, resolve, process));
  }

  async #carryOut(process: Process, asked: Asked): Promise<unknown> {
    const activities = this.#hooks.activitiesOf(process);
    return asked.is === 'perform' ? activities.perform(asked.request) : activities.settle(asked.snapshot);
  }
}
