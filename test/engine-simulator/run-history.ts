import { createHmac } from 'node:crypto';
import type { StepDeps } from '../../activities/deps.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { compileSequence } from '../../src/language/sequence/compile-sequence.ts';
import { enrollLead } from '../../src/runtime/enroll/enroll-lead.ts';
import { HOUR, MINUTE } from '../../src/shared/kit/duration.ts';
import { CLOCK, type EngineProcess, SECRET, startEngine } from './engine-process.ts';
import { Faults, type Struck } from './faults.ts';
import { type Finding, type Judged, judge } from './judge.ts';
import { carrierOf } from './network.ts';
import { peekAt } from './peek.ts';
import { carryOutAct, decideTask, type OpenTask, wantNoMore } from './people-of-ours.ts';
import { prepareTables } from './prepare-tables.ts';
import { processDatabase, type Statement } from './process-database.ts';
import { createRandom, type Random } from './random.ts';
import { createReactions } from './reactions.ts';
import { type Process, Scheduler, Stuck } from './scheduler.ts';
import type { Answer, Script } from './script.ts';
import { documentOf } from './sequence-document.ts';
import { worldPerson } from './service-people.ts';
import { ServiceWorld, type StoredEvent } from './service-world.ts';
import { TemporalModel } from './temporal-model.ts';
import type { TestDatabase } from './test-database.ts';
import { takeOverTime } from './virtual-time.ts';
import { LAST_FAULT, LONGEST, START } from './write-script.ts';

export interface Mutation {
  readonly name: string;
  readonly what: string;
  /** The promise that it breaks: by another one it would be found by chance. */
  readonly breaks: Finding['invariant'];
  /** Histories in which it can matter; the engine as it is keeps every promise in them. */
  readonly write: (seed: number) => Script;
  readonly rewrite?: (statement: Statement) => Statement;
  readonly mutate?: (step: StepDeps) => StepDeps;
}

export interface HistoryResult {
  readonly findings: readonly Finding[];
  readonly struck: readonly Struck[];
  readonly steps: number;
  readonly effects: number;
  readonly ended: number;
  readonly trace: readonly string[];
  readonly judged: Judged | null;
}

/** One history from its script to its judgement. */
export async function runHistory(
  database: TestDatabase,
  script: Script,
  options: { readonly mutation?: Mutation | undefined; readonly trace?: boolean } = {},
): Promise<HistoryResult> {
  const compiled = compileSequence(JSON.stringify(documentOf(script)));
  if (!compiled.ok) return { findings: [], struck: [], steps: 0, effects: 0, ended: 0, trace: [], judged: null };
  const history = new History(database, script, compiled.plan, options);
  return history.run();
}

class History {
  readonly #database: TestDatabase;
  readonly #script: Script;
  readonly #plan: Plan;
  readonly #random: Random;
  readonly #mutation: Mutation | undefined;
  readonly #trace: string[] = [];
  readonly #tracing: boolean;
  readonly #scheduler: Scheduler;
  readonly #faults: Faults;
  readonly #world: ServiceWorld;
  readonly #temporal: TemporalModel;
  readonly #engines = new Map<Process, EngineProcess>();
  readonly #office: Process = this.#newProcess('office', false);
  readonly #asked = new Set<string>();
  readonly #enrollments = new Map<number, string>();
  readonly #broken: unknown[] = [];
  #workers: Process[] = [];
  #incarnations = 0;
  #written = true;
  #over = false;
  #nextSweep = 0;
  #nextPull = 0;
  #nextBegin = 0;
  #nextLook = 0;
  #nextReconcile = 0;
  #acts = 0;
  #acting: Promise<void> = Promise.resolve();

  constructor(
    database: TestDatabase,
    script: Script,
    plan: Plan,
    options: { readonly mutation?: Mutation | undefined; readonly trace?: boolean },
  ) {
    this.#database = database;
    this.#script = script;
    this.#plan = plan;
    this.#mutation = options.mutation;
    this.#tracing = options.trace ?? false;
    this.#random = createRandom('order', script.seed);
    const trace = this.#tracing ? (line: string) => this.#note(line) : undefined;
    this.#faults = new Faults(script, () => this.#scheduler.now() < LAST_FAULT);
    this.#scheduler = new Scheduler(START, this.#random, {
      fateOf: (label) => this.#faults.fateOf(label),
      onDeath: (process) => this.#onDeath(process),
      onFreeze: (process) => this.#temporal.onSilent(process),
      onIdle: () => this.#onIdle(),
      isOver: () => this.#over,
      ...(trace ? { trace } : {}),
    });
    const professionals = Array.from({ length: script.professionals }, (_, at) => `acc_pro${at}`);
    this.#world = new ServiceWorld({
      people: script.people.map(worldPerson),
      accounts: [
        ...professionals.map((id) => ({ id, platform: 'professional' as const })),
        { id: 'acc_mail', platform: 'email' },
        { id: 'acc_chat', platform: 'messenger' },
      ],
      now: () => this.#scheduler.now(),
      honors: script.idempotency,
      credits: script.credits,
      onEffect: (effect) => react(effect),
    });
    const react = createReactions({
      world: this.#world,
      after: (ms, call) => void this.#scheduler.after(ms, call, null),
      deliver: (event, comes) => this.#deliver(event, comes),
      unsubscribe: (key) => this.#inOffice('unsubscribe', ({ db }) => wantNoMore(db, key.split('/')[0] ?? '')),
    });
    this.#temporal = new TemporalModel({
      scheduler: this.#scheduler,
      random: this.#random,
      workers: () => this.#workers.filter(({ alive }) => alive),
      activitiesOf: (process) => this.#engineOf(process).activities,
      resolvePlan: (digest) => ({ overture_plan: digest, plan: this.#plan }),
      onEnd: () => undefined,
      onBroken: (error) => void this.#broken.push(error),
      ...(trace ? { trace } : {}),
    });
  }

  async run(): Promise<HistoryResult> {
    const giveBack = takeOverTime(this.#scheduler, createRandom('ids', this.#script.seed));
    let stuck: string | null = null;
    try {
      await prepareTables(this.#database, this.#world.accounts, this.#plan);
      this.#engines.set(this.#office, this.#startEngine(this.#office));
      for (const name of ['worker-a', 'worker-b']) this.#startWorker(name);
      for (const [at, person] of this.#script.people.entries()) {
        this.#scheduler.after(person.enrolled_after, () => this.#enroll(at), null);
      }
      for (const act of this.#script.acts) this.#scheduler.after(act.after, () => this.#act(act), null);
      for (const loss of this.#losses()) this.#scheduler.after(loss.after, () => this.#lose(loss), null);
      if (this.#script.credits < 100) this.#scheduler.after(24 * HOUR, () => (this.#world.credits += 10_000), null);
      const { people, acts } = this.#script;
      const last = Math.max(
        ...people.map(({ enrolled_after }) => enrolled_after),
        ...[...acts, ...this.#losses()].map(({ after }) => after),
      );
      this.#look(START + last + 1001);
      await this.#scheduler.run();
    } catch (error) {
      if (!(error instanceof Stuck)) throw error;
      stuck = error.message;
    } finally {
      for (const process of [...this.#workers, this.#office]) {
        process.alive = false;
        for (const end of process.onDeath) await end();
      }
      giveBack();
    }
    const judged: Judged = {
      script: this.#script,
      plan: this.#plan,
      world: this.#world,
      faults: this.#faults.struck.length,
      enrollments: this.#enrollments,
      stuck: stuck === null ? null : `${stuck}\n${this.#temporal.standing()}`,
      broken: this.#broken,
    };
    const findings = await judge(this.#database.admin, judged);
    await this.#database.clear();
    return {
      ...{ findings, struck: this.#faults.struck, steps: this.#scheduler.steps, effects: this.#world.effects.length },
      ...{ ended: this.#enrollments.size, trace: this.#trace, judged },
    };
  }

  #note(line: string): void {
    this.#trace.push(`${new Date(this.#scheduler.now()).toISOString().slice(5, 23)} ${line}`);
  }

  #newProcess(name: string, mortal: boolean): Process {
    return { name, mortal, alive: true, frozen_until: 0, onDeath: [] };
  }

  #startWorker(name: string): void {
    const process = this.#newProcess(`${name}${++this.#incarnations}`, true);
    this.#engines.set(process, this.#startEngine(process));
    this.#workers.push(process);
  }

  #startEngine(process: Process): EngineProcess {
    const { rewrite = null, mutate } = this.#mutation ?? {};
    const db = processDatabase(this.#scheduler, process, this.#database, {
      breaks: (label) => this.#faults.onStatement(label),
      onWritten: (text) => this.#onWritten(text),
      rewrite,
    });
    const temporal = this.#temporal;
    const told = async <T>(what: string, tell: () => T): Promise<T> => {
      await this.#scheduler.turn(process, `tells Temporal: ${what}`);
      return tell();
    };
    return startEngine({
      db,
      carrier: carrierOf(this.#scheduler, process, this.#world, this.#faults),
      workflows: {
        startEnrollment: ({ enrollment_id, digest, clock }) =>
          told(`start ${enrollment_id}`, () => temporal.start({ enrollment_id, clock }, digest)),
        restartEnrollment: ({ digest, again, ...start }) =>
          told(`start ${start.enrollment_id} again`, () => temporal.restart(start, digest, again)),
        look: (id, known) => told(`look at ${id}`, () => temporal.look(id, known)),
        end: (id, run_id) => told(`end ${id}`, () => temporal.end(id, run_id)),
        startCampaign: async () => undefined,
        signalEnrollment: (id, event) =>
          told(`${event.type} to ${id}`, () => temporal.signal(id, (at) => ({ is: 'signal', at, event }))),
        moveEnrollment: async () => 'gone',
      },
      idempotency: this.#script.idempotency,
      onError: (error) => this.#note(`an error was reported: ${String(error)}`),
      mutate,
    });
  }

  #engineOf(process: Process): EngineProcess {
    const engine = this.#engines.get(process);
    if (!engine) throw new Error(`${process.name} is no process of this history`);
    return engine;
  }

  #inOffice(what: string, work: (engine: EngineProcess) => Promise<unknown>): void {
    this.#scheduler.spawn(this.#office, what, () => work(this.#engineOf(this.#office)));
  }

  /** On whichever worker is there; where none is, at the next look. */
  #onWorker(what: string, work: (engine: EngineProcess) => Promise<unknown>): boolean {
    const [first, ...others] = this.#workers.filter(({ alive }) => alive);
    if (!first) return false;
    const process = this.#random.pick([first, ...others]);
    this.#scheduler.spawn(process, what, () => work(this.#engineOf(process)));
    return process.frozen_until <= this.#scheduler.now();
  }

  #onDeath(process: Process): void {
    for (const call of this.#world.received) call.hearer_died ||= call.heard_by === process.name;
    this.#temporal.onSilent(process);
    this.#engines.delete(process);
    this.#workers = this.#workers.filter((one) => one !== process);
    const again = (): void => this.#startWorker(process.name.replace(/\d+$/, ''));
    this.#scheduler.after(this.#random.pick([1, 800, 12_000]), again, null);
  }

  #onWritten(text: string): void {
    this.#written = true;
    if (text.includes('into outbox') && this.#random.chance(0.4))
      this.#onWorker('tells Temporal', (one) => one.tellTemporal());
    if (text.includes('into events') && this.#random.chance(0.6))
      this.#onWorker('takes events in', (one) => one.takeInEvents());
  }

  #enroll(at: number): void {
    const person = this.#world.people[at];
    if (!person) return;
    const { slug, name, email, phone, profile_url, script } = person;
    const lead = {
      profile_url,
      first_name: name,
      last_name: slug,
      phone_number: phone,
      ...(script.has_email ? { email } : {}),
    };
    const professional = `acc_pro${script.senders % this.#script.professionals}`;
    this.#inOffice('enrolls', async ({ db }) => {
      const senders = { professional, email: 'acc_mail', messenger: 'acc_chat' };
      const enrolled = await enrollLead(
        { db, clock: CLOCK, profiles: [] },
        { sequence: this.#plan.sequence, lead, senders },
      );
      if (enrolled.kind === 'created') this.#enrollments.set(at, enrolled.enrollment.id);
      else this.#note(`refused: ${JSON.stringify(enrolled)}`);
    });
  }

  #act({ person, do: act }: Script['acts'][number]): void {
    const id = this.#enrollments.get(person);
    if (id === undefined) return;
    // Who resumes has seen that it is paused.
    const before = this.#acting;
    let done = (): void => undefined;
    this.#acting = new Promise((resolve) => (done = resolve));
    this.#inOffice(act, async ({ db }) => {
      await before;
      await carryOutAct(db, act, id, `act_${++this.#acts}`).finally(done);
    });
  }

  #losses(): NonNullable<Script['losses']> {
    return this.#script.losses ?? [];
  }

  #lose({ person, is }: NonNullable<Script['losses']>[number]): void {
    this.#written = true;
    const id = this.#enrollments.get(person);
    if (id === undefined) return;
    this.#note(`Temporal: ${id} is ${is}`);
    if (is === 'lost') this.#temporal.lose(id);
    else this.#temporal.setBack(id);
  }

  #deliver(event: StoredEvent, comes: Answer['comes']): void {
    this.#nextPull = Math.max(this.#nextPull, this.#scheduler.now() + this.#random.pick([1000, MINUTE, HOUR]));
    if (comes === 'lost') return;
    const send = (): void => {
      const raw = Buffer.from(JSON.stringify(event.envelope));
      const timestamp = String(Math.floor(this.#scheduler.now() / 1000));
      const signature = `v1=${createHmac('sha256', SECRET).update(`${timestamp}.`).update(raw).digest('hex')}`;
      const headers = { 'x-service-timestamp': timestamp, 'x-service-signature': signature };
      this.#onWorker(`receives ${event.event_id}`, (engine) =>
        engine.receive({ subscription_id: `sub_${event.account_id}`, headers, raw }),
      );
    };
    this.#scheduler.after(comes === 'late' ? 2 * HOUR : this.#random.below(5), send, null);
    if (comes === 'twice') this.#scheduler.after(this.#random.pick([1, 3, 4000]), send, null);
  }

  /** What the loops of the roles would find at their next look, without looking all the time. */
  async #onIdle(): Promise<boolean> {
    const now = this.#scheduler.now();
    if (!this.#written && now < LONGEST) return false;
    const peek = await peekAt(this.#database, now);
    this.#written = false;
    if (now > LONGEST) throw new Stuck(`somebody has not come to an end: ${JSON.stringify(peek)}`);
    let began = false;
    const loop = (needed: boolean, what: string, work: (engine: EngineProcess) => Promise<unknown>): void => {
      if (!needed) return;
      if (this.#onWorker(what, work)) began = true;
      this.#written = true;
    };
    loop(peek.outbox_due > 0, 'tells Temporal', (one) => one.tellTemporal());
    loop(peek.events > 0, 'takes events in', (one) => one.takeInEvents());
    loop(peek.jobs > 0, 'carries on a job', (one) => one.carryOnJobs());
    if (peek.outbox_next !== null) this.#look(peek.outbox_next);
    if (peek.waiting > 0 && now >= this.#nextBegin) {
      this.#nextBegin = now + 10 * MINUTE;
      this.#look(this.#nextBegin);
      loop(true, 'lets people begin', (one) => one.beginWaiting());
    }
    if (peek.held > 0 && now >= this.#nextLook) {
      this.#nextLook = now + 20 * MINUTE;
      this.#look(this.#nextLook);
      loop(true, 'looks at the accounts', (one) => one.look());
    }
    if (this.#losses().length > 0 && peek.open > 0 && (peek.missed > 0 || now >= this.#nextReconcile)) {
      this.#nextReconcile = now + 12 * HOUR;
      this.#look(this.#nextReconcile);
      loop(true, 'looks at the workflows', (one) => one.lookAtWalks());
    }
    if (peek.doubts > 0 && now >= this.#nextSweep) {
      this.#nextSweep = now + MINUTE;
      this.#look(this.#nextSweep);
      loop(true, 'sweeps', (one) => one.sweep());
    }
    if (peek.known < this.#world.events.length && now >= this.#nextPull) {
      this.#nextPull = now + 10 * MINUTE;
      this.#look(this.#nextPull);
      for (const { id } of this.#world.accounts) loop(true, 'pulls', (one) => one.pull(id));
    } else if (peek.known < this.#world.events.length) this.#look(this.#nextPull);
    for (const task of peek.tasks) this.#decide(task);
    const none = peek.open + peek.outbox_due + peek.events + peek.doubts + peek.jobs === 0 && peek.outbox_next === null;
    const expected = this.#script.people.every(({ enrolled_after }) => now > START + enrolled_after + 1000);
    const acted = [...this.#script.acts, ...this.#losses()].every(({ after }) => now > START + after);
    const rest = this.#isAtRest(now);
    // A frozen process lives on, and a call may land, when everybody's walk has ended.
    if (none && !rest) this.#look(now + MINUTE / 6);
    this.#over = none && expected && acted && rest && !began;
    return began || this.#over;
  }

  #isAtRest(now: number): boolean {
    const landing = this.#world.received.some(({ outcome }) => outcome === 'under_way');
    return !landing && this.#workers.every(({ frozen_until }) => frozen_until <= now);
  }

  #look(at: number): void {
    this.#scheduler.after(at - this.#scheduler.now(), () => (this.#written = true), null);
  }

  #decide(task: OpenTask): void {
    if (this.#asked.has(task.id)) return;
    this.#asked.add(task.id);
    const decide = (): void => {
      const key = `${task.enrollment_id}/${task.node}/${task.visit}`;
      const went_out = this.#world.effects.some((effect) => effect.key?.replace(/~\d+$/, '') === key);
      this.#inOffice('decides', ({ db }) => decideTask(db, task, went_out, this.#random.chance(0.7)));
    };
    this.#scheduler.after(this.#random.pick([1000, HOUR]), decide, null);
  }
}
