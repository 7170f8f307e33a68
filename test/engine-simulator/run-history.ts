import type { Plan } from '../../src/language/plan/plan.ts';
import { compileSequence } from '../../src/language/sequence/compile-sequence.ts';
import { enrollLead } from '../../src/runtime/enroll/enroll-lead.ts';
import { HOUR, MINUTE } from '../../src/shared/kit/duration.ts';
import { ServerQueue } from './blockable-statement.ts';
import type { Statement } from './blocking-client.ts';
import { CLOCK } from './engine-process.ts';
import { Faults, type Struck } from './faults.ts';
import { IdleLooks } from './idle-looks.ts';
import { type Finding, type Judged, judge } from './judge.ts';
import type { Mutation } from './mutation.ts';
import { respelledLead, respelledName, suppressAsRespelled } from './other-spellings.ts';
import { executeAct, SAID_EVERY, sayWriting, wantNoMore } from './people-of-ours.ts';
import { prepareTables } from './prepare-tables.ts';
import type { DatabaseHooks } from './process-database.ts';
import { Processes } from './processes.ts';
import { createRandom, type Random } from './random.ts';
import { createReactions } from './reactions.ts';
import { RefusedRow } from './refused-row.ts';
import { Scheduler, Stuck } from './scheduler.ts';
import type { Answer, Respelled, Script, Typing, WrittenAnswer } from './script.ts';
import { documentOf } from './sequence-document.ts';
import { worldPerson } from './service-people.ts';
import { ServiceWorld, type StoredEvent } from './service-world.ts';
import { signedDelivery } from './signed-delivery.ts';
import { TemporalModel } from './temporal-model.ts';
import type { TestDatabase } from './test-database.ts';
import { takeOverTime } from './virtual-time.ts';
import { takeBack, writeAsAsked } from './write-answers.ts';
import { LAST_FAULT, START } from './write-script.ts';

export interface HistoryResult {
  readonly findings: readonly Finding[];
  readonly struck: readonly Struck[];
  readonly steps: number;
  readonly effects: number;
  readonly ended: number;
  readonly trace: readonly string[];
  readonly judged: Judged | null;
}

export interface HistoryOptions {
  readonly mutation?: Mutation | undefined;
  /** Keeps a line of each step. */
  readonly trace?: boolean;
  /** After so many steps it has no end. */
  readonly most_steps?: number;
}

const MOST_STEPS = 8000;

/** One history from its script to its judgement. */
export async function runHistory(
  database: TestDatabase,
  script: Script,
  options: HistoryOptions = {},
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
  readonly #trace: string[] = [];
  readonly #tracing: boolean;
  readonly #scheduler: Scheduler;
  readonly #faults: Faults;
  readonly #world: ServiceWorld;
  readonly #temporal: TemporalModel;
  readonly #processes: Processes;
  readonly #looks: IdleLooks;
  readonly #enrollments = new Map<number, string>();
  readonly #broken: unknown[] = [];
  readonly #failed: Judged['failed'][number][] = [];
  readonly #deadlocks: string[] = [];
  readonly #again: Judged['again'][number][] = [];
  readonly #brought: Judged['brought'][number][] = [];
  readonly #listed: Judged['listed'][number][] = [];
  #acts = 0;
  #acting: Promise<void> = Promise.resolve();

  constructor(database: TestDatabase, script: Script, plan: Plan, options: HistoryOptions) {
    this.#database = database;
    this.#script = script;
    this.#plan = plan;
    this.#tracing = options.trace ?? false;
    this.#random = createRandom('order', script.seed);
    const trace = this.#tracing ? (line: string) => this.#note(line) : undefined;
    this.#faults = new Faults(script, () => this.#scheduler.now() < LAST_FAULT);
    this.#scheduler = new Scheduler(START, this.#random, {
      processFaultOf: (label) => this.#faults.processFaultOf(label),
      onDeath: (process) => this.#processes.onDeath(process),
      onFreeze: (process) => this.#temporal.onSilent(process),
      onIdle: () => this.#looks.onIdle(),
      isOver: () => this.#looks.isOver(),
      most_steps: options.most_steps ?? MOST_STEPS,
      onDeadlock: (labels) => void this.#deadlocks.push(labels.join(', and ')),
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
      unsubscribe: (key) =>
        this.#processes.inOffice('unsubscribe', ({ db }) => wantNoMore(db, key.split('/')[0] ?? '')),
    });
    this.#temporal = new TemporalModel({
      scheduler: this.#scheduler,
      random: this.#random,
      workers: () => this.#processes.workers.filter(({ alive }) => alive),
      activitiesOf: (process) => this.#processes.engineOf(process).activities,
      resolvePlan: (digest) => ({ overture_plan: digest, plan: this.#plan }),
      onEnd: () => undefined,
      onBroken: (error) => void this.#broken.push(error),
      onFailed: (enrollment_id, error) => void this.#failed.push({ enrollment_id, error }),
      ...(trace ? { trace } : {}),
    });
    const surroundings = { scheduler: this.#scheduler, random: this.#random, database, world: this.#world, script };
    this.#processes = new Processes({
      ...{ ...surroundings, queue: new ServerQueue(), faults: this.#faults, temporal: this.#temporal },
      mutation: options.mutation,
      note: (line) => this.#note(line),
      onWritten: (text) => this.#onWritten(text),
      onCommitted: (tables) => this.#looks.noteCommitted(tables),
      refuses: (statement) => this.#refuses(statement),
    });
    this.#looks = new IdleLooks({ ...surroundings, processes: this.#processes });
  }

  async run(): Promise<HistoryResult> {
    const giveBack = takeOverTime(this.#scheduler, createRandom('ids', this.#script.seed));
    let stuck: string | null = null;
    try {
      await prepareTables(this.#database, this.#world.accounts, this.#plan);
      this.#processes.start();
      const { people, acts, written = [], typed = [], losses = [], erasures = [], respelled = [] } = this.#script;
      for (const [at, { enrolled_after }] of people.entries())
        this.#scheduler.after(enrolled_after, () => this.#enroll(at), null);
      for (const act of acts) this.#scheduler.after(act.after, () => this.#act(act), null);
      for (const [at, one] of written.entries())
        this.#scheduler.after(one.after, () => this.#write(one, `answer ${at}`), null);
      for (const one of typed) this.#scheduler.after(one.after, () => this.#type(one), null);
      for (const { person, after, again_after } of erasures) {
        this.#scheduler.after(after, () => this.#erase(person), null);
        if (again_after !== null) this.#scheduler.after(after + again_after, () => this.#bringAgain(person), null);
      }
      for (const one of respelled) this.#scheduler.after(one.after, () => this.#respell(one), null);
      for (const loss of losses) this.#scheduler.after(loss.after, () => this.#lose(loss), null);
      if (this.#script.credits < 100) this.#scheduler.after(24 * HOUR, () => (this.#world.credits += 10_000), null);
      const last = Math.max(
        ...people.map(({ enrolled_after }) => enrolled_after),
        ...[...acts, ...written, ...typed, ...losses, ...respelled].map(({ after }) => after),
        ...erasures.map(({ after, again_after }) => after + (again_after ?? 0)),
      );
      this.#looks.lookAt(START + last + 1001);
      await this.#scheduler.run();
    } catch (error) {
      if (!(error instanceof Stuck)) throw error;
      stuck = error.message;
    } finally {
      await this.#scheduler.end();
      await this.#processes.end();
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
      failed: this.#failed,
      deadlocks: this.#deadlocks,
      again: this.#again,
      brought: this.#brought,
      listed: this.#listed,
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

  #refuses({ text, values }: Statement): ReturnType<DatabaseHooks['refuses']> {
    const when = this.#script.aim?.refused;
    if (when === undefined || !text.includes('into intents') || this.#scheduler.now() > START + 2 * MINUTE) return null;
    const id = this.#enrollments.get(0);
    return id !== undefined && JSON.stringify(values).includes(`${id}/`) ? { row: new RefusedRow(id), when } : null;
  }

  #onWritten(text: string): void {
    this.#looks.noteWritten();
    if (text.includes('into outbox') && this.#random.chance(0.4))
      this.#processes.turnOnWorker('tells Temporal', (one) => one.tellTemporal());
    if (text.includes('into events') && this.#random.chance(0.6))
      this.#processes.turnOnWorker('takes events in', (one) => one.takeInEvents());
  }

  #enroll(
    at: number,
    onEnrolled = (id: string): void => this.#noteEnrolled(at, id),
    named: Readonly<Record<string, string>> | null = null,
  ): void {
    const person = this.#world.people[at];
    if (!person) return;
    const { slug, name, email, phone, profile_url, script } = person;
    const names = named ?? { profile_url, phone_number: phone, ...(script.has_email ? { email } : {}) };
    const lead = { first_name: name, last_name: slug, ...names };
    const professional = `acc_pro${script.senders % this.#script.professionals}`;
    this.#processes.inOffice('enrolls', async ({ db }) => {
      const senders = { professional, email: 'acc_mail', messenger: 'acc_chat' };
      const enrolled = await enrollLead(
        { db, clock: CLOCK, profiles: [] },
        { sequence: this.#plan.sequence, lead, senders },
      );
      if (enrolled.kind === 'created') onEnrolled(enrolled.enrollment.id);
      else this.#note(`refused: ${JSON.stringify(enrolled)}`);
    });
  }

  #noteEnrolled(person: number, id: string): void {
    if (this.#enrollments.has(person)) this.#brought.push({ person, id });
    else this.#enrollments.set(person, id);
  }

  #respell(one: Respelled): void {
    const person = this.#world.people[one.person];
    if (!person) return;
    if (one.do === 'enroll') {
      this.#enroll(one.person, undefined, respelledLead(one, person, this.#plan.needs));
      return;
    }
    const name = respelledName(one, person);
    this.#processes.inOffice('suppresses a name', async ({ db }) => {
      this.#listed.push({ person: one.person, entry: await suppressAsRespelled(db, name) });
    });
  }

  #act({ person, do: act }: Script['acts'][number]): void {
    const id = this.#enrollments.get(person);
    if (id === undefined) return;
    // Who resumes has seen that it is paused.
    const before = this.#acting;
    let done = (): void => undefined;
    this.#acting = new Promise((resolve) => (done = resolve));
    this.#processes.inOffice(act, async ({ db }) => {
      await before;
      await executeAct(db, act, id, `act_${++this.#acts}`).finally(done);
    });
  }

  #erase(person: number): void {
    const id = this.#enrollments.get(person);
    if (id !== undefined) this.#processes.inOffice(`erases ${id}`, (engine) => engine.erase(id));
  }

  /** As a new lead; of who has come to us only since then there is nothing to be seen. */
  #bringAgain(at: number): void {
    const before = this.#enrollments.get(at);
    if (before === undefined) return;
    this.#enroll(at, (id) => this.#again.push({ before, id }));
  }

  #write(one: WrittenAnswer, name: string): void {
    const enrollment_id = this.#enrollments.get(one.person);
    const senders = this.#script.people[one.person]?.senders ?? 0;
    if (enrollment_id === undefined) return;
    const professional = `acc_pro${senders % this.#script.professionals}`;
    const account_id = { professional, email: 'acc_mail', messenger: 'acc_chat' }[one.by];
    this.#processes.inOffice(name, async (office) => {
      const { taken, refused } = await writeAsAsked(office, { account_id, enrollment_id, name }, one);
      for (const why of refused) this.#note(`refused: ${why}`);
      if (one.taken_back_after === null) return;
      for (const id of taken) {
        const back = (): void => this.#processes.inOffice(`takes back ${id}`, (engine) => takeBack(engine, id));
        this.#scheduler.after(one.taken_back_after, back, null);
      }
    });
  }

  #type({ person, lasts }: Typing): void {
    const id = this.#enrollments.get(person);
    if (id === undefined) return;
    const say = (): void => this.#processes.inOffice('writes', ({ db }) => sayWriting(db, id));
    for (let at = 0; at <= lasts; at += SAID_EVERY) this.#scheduler.after(at, say, null);
  }

  #lose({ person, is }: NonNullable<Script['losses']>[number]): void {
    this.#looks.noteWritten();
    const id = this.#enrollments.get(person);
    if (id === undefined) return;
    this.#note(`Temporal: ${id} is ${is}`);
    if (is === 'lost') this.#temporal.lose(id);
    else this.#temporal.setBack(id);
  }

  #deliver(event: StoredEvent, comes: Answer['comes']): void {
    this.#looks.pullNotBefore(this.#scheduler.now() + this.#random.pick([1000, MINUTE, HOUR]));
    if (comes === 'lost') return;
    const send = (): void => {
      const delivery = signedDelivery(event, this.#scheduler.now());
      this.#processes.onWorker(`receives ${event.event_id}`, (engine) => engine.receive(delivery));
    };
    this.#scheduler.after(comes === 'late' ? 2 * HOUR : this.#random.below(5), send, null);
    if (comes === 'twice') this.#scheduler.after(this.#random.pick([1, 3, 4000]), send, null);
  }
}
