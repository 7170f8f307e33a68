import { HOUR, MINUTE, SECOND } from '../../src/shared/kit/duration.ts';
import { meaningIn } from './doubts.ts';
import type { EngineProcess } from './engine-process.ts';
import { peekAt, TableReader } from './peek.ts';
import { decideTask, executeAct, type OpenTask } from './people-of-ours.ts';
import type { Processes } from './processes.ts';
import type { Random } from './random.ts';
import { type Scheduler, Stuck } from './scheduler.ts';
import type { Script } from './script.ts';
import type { ServiceWorld } from './service-world.ts';
import type { TestDatabase } from './test-database.ts';
import { LONGEST, START } from './write-script.ts';

interface Surroundings {
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly database: TestDatabase;
  readonly processes: Processes;
  readonly world: ServiceWorld;
  readonly script: Script;
}

/** Does the work of the roles' loops, which begins when nothing else can go on; and says whether all is over. */
export class IdleLooks {
  readonly #in: Surroundings;
  readonly #asked = new Set<string>();
  #written = true;
  readonly #tables: TableReader;
  #over = false;
  #nextSweep = 0;
  #nextPull = 0;
  #nextBegin = 0;
  #nextLook = 0;
  #nextReconcile = 0;
  #nextAnswers = 0;
  #resumed = 0;

  constructor(surroundings: Surroundings) {
    this.#in = surroundings;
    this.#tables = new TableReader(surroundings.database);
  }

  isOver(): boolean {
    return this.#over;
  }

  /** There may be something new in the tables. */
  noteWritten(): void {
    this.#written = true;
  }

  /** Something was committed to these tables; null: to whichever. */
  noteCommitted(tables: ReadonlySet<string> | null): void {
    this.#tables.noteWritten(tables);
  }

  /** An event is on its way, or lost: it is not asked for before then. */
  pullNotBefore(at: number): void {
    this.#nextPull = Math.max(this.#nextPull, at);
  }

  /** Finds what the loops of the roles would find at their next look, without looking all the time. */
  async onIdle(): Promise<boolean> {
    const now = this.#in.scheduler.now();
    if (!this.#written && now < LONGEST) return false;
    const peek = peekAt(await this.#tables.read(), now);
    this.#written = false;
    if (now > LONGEST) throw new Stuck(`somebody has not come to an end: ${JSON.stringify(peek)}`);
    let began = false;
    const loop = (needed: boolean, what: string, work: (engine: EngineProcess) => Promise<unknown>): void => {
      if (!needed) return;
      if (this.#in.processes.turnOnWorker(what, work)) began = true;
      this.#written = true;
    };
    loop(peek.outbox_due > 0, 'tells Temporal', (one) => one.tellTemporal());
    loop(peek.events > 0, 'takes events in', (one) => one.takeInEvents());
    if (peek.answers_due > 0) {
      const isTime = now >= this.#nextAnswers;
      if (isTime) this.#nextAnswers = now + SECOND / 2;
      this.lookAt(this.#nextAnswers);
      loop(isTime, 'sends answers', (one) => one.sendAnswers());
    }
    if (peek.answers_next !== null) this.lookAt(peek.answers_next);
    loop(peek.erasures_due > 0, 'carries on an erasure', (one) => one.carryOnErasures());
    if (peek.erasures_next !== null) this.lookAt(peek.erasures_next);
    loop(peek.unmatched_due > 0, 'asks who wrote', (one) => one.askWhoWrote());
    if (peek.unmatched_next !== null) this.lookAt(peek.unmatched_next);
    loop(peek.jobs > 0, 'carries on a job', (one) => one.carryOnJobs());
    if (peek.outbox_next !== null) this.lookAt(peek.outbox_next);
    if (peek.waiting > 0 && now >= this.#nextBegin) {
      this.#nextBegin = now + 10 * MINUTE;
      this.lookAt(this.#nextBegin);
      loop(true, 'lets people begin', (one) => one.beginWaiting());
    }
    if (peek.held > 0 && now >= this.#nextLook) {
      this.#nextLook = now + 20 * MINUTE;
      this.lookAt(this.#nextLook);
      loop(true, 'looks at the accounts', (one) => one.look());
    }
    if (this.#losses().length > 0 && peek.open > 0 && (peek.missed > 0 || now >= this.#nextReconcile)) {
      this.#nextReconcile = now + 12 * HOUR;
      this.lookAt(this.#nextReconcile);
      loop(true, 'looks at the workflows', (one) => one.lookAtWalks());
    }
    if (peek.doubts > 0 && now >= this.#nextSweep) {
      this.#nextSweep = now + MINUTE;
      this.lookAt(this.#nextSweep);
      loop(true, 'sweeps', (one) => one.sweep());
    }
    if (peek.known < this.#in.world.events.length && now >= this.#nextPull) {
      this.#nextPull = now + 10 * MINUTE;
      this.lookAt(this.#nextPull);
      for (const { id } of this.#in.world.accounts) loop(true, `pulls ${id}`, (one) => one.pull(id));
    } else if (peek.known < this.#in.world.events.length) this.lookAt(this.#nextPull);
    for (const task of peek.tasks) this.#decide(task);
    for (const id of peek.handed_over) this.#resume(id);
    const left =
      peek.open +
      peek.outbox_due +
      peek.events +
      peek.doubts +
      peek.jobs +
      peek.answers_open +
      peek.erasures_open +
      peek.unmatched_open;
    const none = left === 0 && peek.outbox_next === null;
    const expected = this.#in.script.people.every(({ enrolled_after }) => now > START + enrolled_after + 1000);
    const { acts, written = [], typed = [], erasures = [] } = this.#in.script;
    const acted = [...acts, ...written, ...typed, ...this.#losses()].every(({ after }) => now > START + after);
    const erased = erasures.every(({ after, again_after }) => now > START + after + (again_after ?? 0));
    const rest = this.#isAtRest(now);
    // A frozen process lives on, and a call may land, when everybody's walk has ended.
    if (none && !rest) this.lookAt(now + MINUTE / 6);
    this.#over = none && expected && acted && erased && rest && !began;
    return began || this.#over;
  }

  #isAtRest(now: number): boolean {
    const landing = this.#in.world.received.some(({ outcome }) => outcome === 'under_way');
    return !landing && this.#in.processes.workers.every(({ frozen_until }) => frozen_until <= now);
  }

  lookAt(at: number): void {
    this.#in.scheduler.after(at - this.#in.scheduler.now(), () => (this.#written = true), null);
  }

  #losses(): NonNullable<Script['losses']> {
    return this.#in.script.losses ?? [];
  }

  #decide(task: OpenTask): void {
    if (this.#asked.has(task.id)) return;
    this.#asked.add(task.id);
    const decide = (): void => {
      const key = `${task.enrollment_id ?? task.answer_id}/${task.node}/${task.visit}`;
      const went_out = this.#in.world.effects.some((effect) => effect.key?.replace(/~\d+$/, '') === key);
      const event = this.#in.world.events.find(({ event_id }) => event_id === task.event_id);
      const truth = { went_out, means: meaningIn(event) ?? 'answer' };
      this.#in.processes.inOffice('decides', ({ db }) =>
        decideTask(db, task, { ...truth, yes: this.#in.random.chance(0.7) }),
      );
    };
    this.#in.scheduler.after(this.#in.random.pick([1000, HOUR]), decide, null);
  }

  /** Whoever has taken a conversation over lets the sequence go on some time later. */
  #resume(enrollmentId: string): void {
    if (this.#asked.has(enrollmentId)) return;
    this.#asked.add(enrollmentId);
    const resume = (): void => {
      this.#asked.delete(enrollmentId);
      const id = `resume_${++this.#resumed}`;
      this.#in.processes.inOffice('resumes', ({ db }) => executeAct(db, 'resume', enrollmentId, id));
    };
    this.#in.scheduler.after(HOUR, resume, null);
  }
}
