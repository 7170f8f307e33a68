import type { ServerQueue } from './blockable-statement.ts';
import { type EngineProcess, startEngine } from './engine-process.ts';
import type { Faults } from './faults.ts';
import type { Mutation } from './mutation.ts';
import { carrierOf } from './network.ts';
import { type DatabaseHooks, processDatabase } from './process-database.ts';
import type { Random } from './random.ts';
import type { Process, Scheduler } from './scheduler.ts';
import type { Script } from './script.ts';
import type { ServiceWorld } from './service-world.ts';
import type { TemporalModel } from './temporal-model.ts';
import type { TestDatabase } from './test-database.ts';

interface Surroundings {
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly database: TestDatabase;
  readonly queue: ServerQueue;
  readonly faults: Faults;
  readonly world: ServiceWorld;
  readonly temporal: TemporalModel;
  readonly script: Script;
  readonly mutation: Mutation | undefined;
  readonly note: (line: string) => void;
  readonly onWritten: (text: string) => void;
  readonly onCommitted: DatabaseHooks['onCommitted'];
  /** A row of theirs that Postgres refuses now. */
  readonly refuses: DatabaseHooks['refuses'];
}

interface Turns {
  under_way: number;
  /** Asked for meanwhile. */
  again: boolean;
}

/** Loops of which a worker has more than one. */
const LOOPS: Readonly<Record<string, number>> = { 'tells Temporal': 2 };

/** The office, where people of ours and the API are, and two workers, each of which comes back when it has died. */
export class Processes {
  readonly #in: Surroundings;
  readonly #engines = new Map<Process, EngineProcess>();
  readonly #office: Process = newProcess('office', false);
  readonly #turns = new WeakMap<Process, Map<string, Turns>>();
  #workers: Process[] = [];
  #incarnations = 0;

  constructor(surroundings: Surroundings) {
    this.#in = surroundings;
  }

  get workers(): readonly Process[] {
    return this.#workers;
  }

  start(): void {
    this.#engines.set(this.#office, this.#startEngine(this.#office));
    for (const name of ['worker-a', 'worker-b']) this.#startWorker(name);
  }

  async end(): Promise<void> {
    for (const process of [...this.#workers, this.#office]) {
      process.alive = false;
      for (const end of process.onDeath) await end();
    }
  }

  engineOf(process: Process): EngineProcess {
    const engine = this.#engines.get(process);
    if (!engine) throw new Error(`${process.name} is no process of this history`);
    return engine;
  }

  inOffice(what: string, work: (engine: EngineProcess) => Promise<unknown>): void {
    this.#in.scheduler.spawn(this.#office, what, () => work(this.engineOf(this.#office)));
  }

  /** On whichever worker is there. */
  onWorker(what: string, work: (engine: EngineProcess) => Promise<unknown>): void {
    const process = this.#pickWorker();
    if (process) this.#in.scheduler.spawn(process, what, () => work(this.engineOf(process)));
  }

  /**
   * A turn of a loop on whichever worker is there; where none is, at the next look. One that is asked for while as many are under way as a
   * worker has loops of it follows them: begun beside them, hundreds would pile up on a worker that is frozen. Returns whether it begins now.
   */
  turnOnWorker(what: string, work: (engine: EngineProcess) => Promise<unknown>): boolean {
    const process = this.#pickWorker();
    if (!process) return false;
    const ofAll = this.#turns.get(process) ?? new Map<string, Turns>();
    this.#turns.set(process, ofAll);
    const turns = ofAll.get(what) ?? { under_way: 0, again: false };
    ofAll.set(what, turns);
    if (turns.under_way >= (LOOPS[what] ?? 1)) {
      turns.again = true;
      return false;
    }
    turns.under_way += 1;
    this.#in.scheduler.spawn(process, what, async () => {
      try {
        do {
          turns.again = false;
          await work(this.engineOf(process));
        } while (turns.again);
      } finally {
        turns.under_way -= 1;
      }
    });
    return process.frozen_until <= this.#in.scheduler.now();
  }

  #pickWorker(): Process | null {
    const [first, ...others] = this.#workers.filter(({ alive }) => alive);
    return first ? this.#in.random.pick([first, ...others]) : null;
  }

  onDeath(process: Process): void {
    for (const call of this.#in.world.received) call.hearer_died ||= call.heard_by === process.name;
    this.#in.temporal.onSilent(process);
    this.#engines.delete(process);
    this.#workers = this.#workers.filter((one) => one !== process);
    const again = (): void => this.#startWorker(process.name.replace(/\d+$/, ''));
    this.#in.scheduler.after(this.#in.random.pick([1, 800, 12_000]), again, null);
  }

  #startWorker(name: string): void {
    const process = newProcess(`${name}${++this.#incarnations}`, true);
    this.#engines.set(process, this.#startEngine(process));
    this.#workers.push(process);
  }

  #startEngine(process: Process): EngineProcess {
    const { rewrite = null, mutate } = this.#in.mutation ?? {};
    const db = processDatabase(this.#in.scheduler, process, this.#in.database, this.#in.queue, {
      breaks: (label) => this.#in.faults.onStatement(label),
      onWritten: (text) => this.#in.onWritten(text),
      onCommitted: this.#in.onCommitted,
      rewrite,
      refuses: this.#in.refuses,
    });
    const temporal = this.#in.temporal;
    const inTurn = async <T>(what: string, tell: () => T): Promise<T> => {
      await this.#in.scheduler.turn(process, `tells Temporal: ${what}`);
      return tell();
    };
    return startEngine({
      db,
      carrier: carrierOf(this.#in.scheduler, process, this.#in.world, this.#in.faults),
      workflows: {
        startEnrollment: ({ enrollment_id, digest, clock }) =>
          inTurn(`start ${enrollment_id}`, () => temporal.start({ enrollment_id, clock }, digest)),
        restartEnrollment: ({ digest, again, ...start }) =>
          inTurn(`start ${start.enrollment_id} again`, () => temporal.restart(start, digest, again)),
        look: (id, known) => inTurn(`look at ${id}`, () => temporal.look(id, known)),
        end: (id, run_id) => inTurn(`end ${id}`, () => temporal.end(id, run_id)),
        erase: (id, how) => inTurn(`erase ${id}`, () => temporal.erase(id, how)),
        startCampaign: async () => undefined,
        signalEnrollment: (id, event) =>
          inTurn(`${event.type} to ${id}`, () => temporal.signal(id, (at) => ({ is: 'signal', at, event }))),
        moveEnrollment: async () => 'gone',
      },
      idempotency: this.#in.script.idempotency,
      onError: (error) => this.#in.note(`an error was reported: ${String(error)}`),
      mutate,
    });
  }
}

function newProcess(name: string, mortal: boolean): Process {
  return { name, mortal, alive: true, frozen_until: 0, onDeath: [] };
}
