import { setTimeout as pause } from 'node:timers/promises';
import { startMailServers } from '../support/mail/start-mail-servers.ts';
import { noteFault, readFaults } from './fault-count.ts';
import { noteAudit } from './invariants/audit.ts';
import { noDeadlocks } from './invariants/deadlocks.ts';
import { type Finding, finding } from './invariants/finding.ts';
import { noteTemporalTables } from './invariants/note-temporal-tables.ts';
import { noteMails } from './invariants/read-effects.ts';
import { noteResults } from './invariants/results.ts';
import { noteTallies } from './invariants/tallies.ts';
import { checkInvariants } from './invariants.ts';
import { type Load, putUnderLoad } from './load.ts';
import { putMailUnderLoad } from './mail-load.ts';
import { type MailPeople, startMailPeople } from './mail-people.ts';
import { plantedBy } from './mistake.ts';
import { provokeErrors } from './provoke-errors.ts';
import { createRandom } from './random.ts';
import type { Scenario } from './scenario.ts';
import { mountSmallDisk } from './system/small-disk.ts';
import { startSystem } from './system/start-system.ts';
import type { System } from './system/system.ts';

export interface Given {
  readonly seed: number;
  readonly leads?: number | undefined;
  readonly rounds?: number | undefined;
  /** Virtual time per wall time; a day in 20 s unless told. */
  readonly speed?: number | undefined;
  readonly toxiproxy: string;
  /** The folder of the programs of Temporal's server, for scenarios that are played on a cluster. */
  readonly temporal_server?: string | undefined;
  /** Keeps the home for a look. */
  readonly keep?: boolean;
  /** Name of one of the scenario's mistakes. */
  readonly mistake?: string | undefined;
  readonly say: (line: string) => void;
}

export interface Result {
  readonly scenario: string;
  readonly seed: number;
  readonly leads: number;
  readonly rounds: number;
  readonly faults: number;
  readonly seconds: number;
  readonly home: string;
  readonly findings: readonly Finding[];
  /** Why it could not be judged. */
  readonly broke?: string;
}

const SPEED = 4320;
const LEADS = 60;

/** Null where this machine cannot play it. Starts everything, enrolls everybody, lets the scenario break things, heals, waits for the end and judges. */
export async function runScenario(scenario: Scenario, given: Given): Promise<Result | null> {
  const started = Date.now();
  const random = createRandom(given.seed);
  const leads = given.leads ?? scenario.load?.leads ?? LEADS;
  const rounds = given.rounds ?? scenario.rounds ?? 0;
  const disk = scenario.disk_megabytes === undefined ? undefined : mountSmallDisk(scenario.disk_megabytes);
  if (disk === null) return null;
  const mail = scenario.mail ? await startMailServers() : null;
  if (scenario.mail && mail === null) return null;
  const system = await startSystem({
    toxiproxy: given.toxiproxy,
    ...scenario.system,
    cluster: scenario.cluster ? given.temporal_server : undefined,
    env: {
      ...scenario.system?.env,
      ...(mail === null ? {} : { V2_ALLOW_PRIVATE_MAIL: '1' }),
      ...plantedBy(scenario.mistakes ?? [], given.mistake),
    },
    ...(disk === undefined ? {} : { parent: disk.folder }),
  });
  const result = (findings: readonly Finding[], broke?: string): Result => ({
    scenario: scenario.name,
    seed: given.seed,
    leads,
    rounds,
    faults: readFaults(system.home.folder),
    seconds: Math.round((Date.now() - started) / 1000),
    home: system.home.folder,
    findings,
    ...(broke === undefined ? {} : { broke }),
  });
  const patience = { say: given.say, stalledAfter: mail ? STALLED_AFTER_MAIL : STALLED_AFTER };
  let passed = false;
  let people: MailPeople | null = null;
  const restarts = setInterval(() => {
    // As a supervisor would; what the scenario itself stopped stays down until it starts it.
    for (const role of system.roles) void role.restartIfDead();
  }, 1000);
  try {
    await scenario.prepare?.(system, random);
    const options = {
      speed: SPEED,
      ...scenario.load,
      ...(given.speed === undefined ? {} : { speed: speedOf(scenario, given.speed) }),
      seed: given.seed,
      leads,
    };
    const load = mail ? await putMailUnderLoad(system, mail, options) : await putUnderLoad(system, options);
    people = mail && startMailPeople(system, mail, load);
    given.say(`${leads} enrolled in ${system.home.folder}`);
    const own = await scenario.play({
      system,
      load,
      mail,
      random,
      rounds,
      say: given.say,
      fault: (what) => noteFault(system.home.folder, what),
      pause: async (ms) => pause(ms),
      finishedShare: () => finishedShare(system),
      untilAllEnd: (timeoutMs) => untilAllEnd(system, patience, timeoutMs),
    });
    await system.heal();
    await untilAllEnd(system, patience);
    await untilQuiet(system);
    await people?.stop();
    if (mail) await noteMails(system, mail, load);
    const findings = scenario.judges_itself ? [] : await judge(system, load);
    const deaths = system.roles.flatMap((role) => role.deaths());
    const unasked = scenario.rolesMayDie ? [] : deaths;
    const alive = finding('alive', 'no role ended by itself', { deaths: deaths.length }, unasked);
    const heard = people === null ? [] : [await people.judge()];
    const all = [...findings, alive, await noDeadlocks(system.engine_db), ...heard, ...(own ?? [])];
    passed = all.every(({ ok }) => ok);
    return result(all);
  } catch (error) {
    return result([], error instanceof Error ? (error.stack ?? error.message) : String(error));
  } finally {
    clearInterval(restarts);
    await people?.stop();
    await system.stop();
    await mail?.stop();
    if (passed && !given.keep) {
      system.remove();
      disk?.remove();
    }
  }
}

async function judge(system: System, load: Load): Promise<Finding[]> {
  await provokeErrors(system, load);
  await noteAudit(system);
  await noteTemporalTables(system);
  await noteTallies(system);
  await noteResults(system);
  return checkInvariants({ home: system.home.folder, v2: system.v2_db, engine: system.engine_db });
}

/** Mail servers and their faults take the time of the wall, so a run with them can be made slower, not faster. */
const speedOf = ({ mail, load }: Scenario, speed: number): number =>
  mail ? Math.min(speed, load?.speed ?? speed) : speed;

async function finishedShare({ engine_db }: System): Promise<number> {
  const { rows } = await engine_db.query<{ share: number }>(
    `select (count(*) filter (where status in ('finished', 'needs_person')))::float / greatest(count(*), 1) as share from enrollments`,
  );
  return rows[0]?.share ?? 0;
}

const STALLED_AFTER = 180_000;
/** A mail that is put off by its server is tried again after five minutes. */
const STALLED_AFTER_MAIL = 420_000;

/** For as long as it goes on: it gives up when nobody has come to an end for a while. */
async function untilAllEnd(
  system: System,
  { say, stalledAfter }: { readonly say: (line: string) => void; readonly stalledAfter: number },
  timeout = 1_800_000,
): Promise<void> {
  const end = Date.now() + timeout;
  let last = { work: -1, at: Date.now() };
  let said = 0;
  while (Date.now() < end) {
    const share = await finishedShare(system);
    if (share === 1) return;
    const { rows } = await system.engine_db.query<{ n: number }>('select count(*)::int as n from timeline');
    const work = rows[0]?.n ?? 0;
    if (work !== last.work) last = { work, at: Date.now() };
    else if (Date.now() - last.at > stalledAfter) return;
    if (Date.now() - said > 15_000) {
      say(`${Math.round(share * 100)} % have come to an end`);
      said = Date.now();
    }
    await pause(500);
  }
}

/**
 * Nothing in doubt that proof will still come for, and no event that nobody took in. What an enrollment left in doubt when it ended is
 * looked for every minute, past the time in which its own performer could be at work; a mail may be beyond all proof.
 */
async function untilQuiet({ engine_db }: System): Promise<void> {
  for (const end = Date.now() + 180_000; Date.now() < end; await pause(500)) {
    const { rows } = await engine_db.query<{ n: number }>(
      `select (select count(*) from intents where state = 'sent')::int + (select count(*) from events where state = 'pending')::int
            + (select count(*) from intents i join enrollments e on e.id = i.enrollment_id
                where i.state = 'unknown' and e.status = 'finished' and i.limit_class is distinct from 'email')::int
            + (select count(*) from answers where state in ('waiting', 'sending'))::int
            + (select count(*) from outbox)::int as n`,
    );
    if (rows[0]?.n === 0) return;
  }
}
