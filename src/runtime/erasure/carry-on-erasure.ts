import type { Clock } from '../../shared/kit/clock.ts';
import { DAY, MINUTE, SECOND } from '../../shared/kit/duration.ts';
import { unreachable } from '../../shared/kit/result.ts';
import { messageOf } from '../../shared/kit/thrown.ts';
import type { Database } from '../../shared/postgres/database.ts';
import type { SecretBox } from '../../shared/secrets/secret-box.ts';
import { addCounts, eraseRows } from '../store/erasure/erase-rows.ts';
import { ERASURE_MAP } from '../store/erasure/erasure-map.ts';
import {
  claimErasure,
  type ErasureRow,
  type Kept,
  type Progress,
  renewErasure,
  type Stage,
  saveErasure,
} from '../store/erasure/erasure-row.ts';
import { countFlights, emptyDomains, readLastMail, vacuum } from '../store/erasure/leftovers.ts';
import { listTextTables } from '../store/erasure/read-texts.ts';
import { createNameFinder, type NameFinder } from './find-names.ts';
import { holdLease } from './hold-lease.ts';
import { ALWAYS_KEPT } from './kept.ts';
import { lookForNames } from './look-for-names.ts';
import { digestsOfNames } from './name-digests.ts';
import type { PersonNames } from './person-names.ts';
import { signReceipt } from './receipt.ts';
import { refuseStagedRows } from './refuse-staged-rows.ts';
import { FIRST_PLACE, sweepTexts, type TextPlace } from './sweep-texts.ts';

export interface ErasureDeps {
  readonly db: Database;
  readonly clock: Clock;
  readonly secrets: SecretBox;
  readonly workflows: {
    /** Deletes what Temporal has of this enrollment; `end`: also where it still runs. */
    erase(enrollmentId: string, options: { readonly end: boolean }): Promise<'gone' | 'going'>;
  };
  /** Takes the names out of files of the home; how many files had one. */
  readonly files: { redact(finder: NameFinder): Promise<number> };
  readonly service: ErasingService;
  /** 20 s unless told. */
  readonly lease_ms?: number;
}

/** The V2 service, which holds things of its own. */
export interface ErasingService {
  /** Null: it has no such route, and its owner has to be asked. */
  erase(names: PersonNames): Promise<readonly { readonly what: string; readonly count: number }[] | null>;
  /** The place of the data, for the receipt. */
  readonly at: string;
}

/** So long after its last sign of life whoever works on a stage is taken for dead; wall time. */
const LEASE = 20 * SECOND;
/** A walk that was told to stop ends by itself; one that has not is ended. Wall time. */
const ENDS_BY_ITSELF = 20 * SECOND;
/** The time for which a call may be under way. */
const FLIGHT = 2 * MINUTE;
/** Mails to one domain are limited per day; the day ends at different times around the world. */
const DOMAIN_COUNTS = 2 * DAY;
const MOST_ROUNDS = 3;

type Step = Partial<Omit<Progress, 'erased' | 'kept'>> & {
  readonly erased?: Readonly<Record<string, number>>;
  readonly kept?: readonly Kept[];
};

/**
 * Does the next part of an erasure that is due; false where none is. What has been done is written down after each part, and every part may be
 * done again: whoever is killed in one loses nothing.
 */
export async function carryOnErasure(deps: ErasureDeps): Promise<boolean> {
  const { db, lease_ms = LEASE } = deps;
  const row = await claimErasure(db, lease_ms);
  if (row === null) return false;
  const { stage } = row;
  if (stage === null) return false;
  const renew = () => renewErasure(db, row, lease_ms);
  const step = await holdLease({ renew, every: lease_ms / 4 }, () => attempt(deps, row, stage));
  await saveErasure(db, row, {
    stage: step.stage === undefined ? stage : step.stage,
    place: step.place ?? {},
    erased: addCounts(row.erased, step.erased ?? {}),
    kept: [...row.kept, ...(step.kept ?? [])],
    after: step.after ?? 0,
    last_error: step.last_error ?? null,
    ...(step.receipt ? { receipt: step.receipt } : {}),
    ...(step.finished_at ? { finished_at: step.finished_at } : {}),
    ...(step.forget_names ? { forget_names: true } : {}),
  });
  return true;
}

/** Executes a stage. Where it fails, it is tried again later at the same place. */
async function attempt(deps: ErasureDeps, row: ErasureRow, stage: Stage): Promise<Step> {
  try {
    return await doStage(deps, row, stage);
  } catch (error) {
    const last_error = messageOf(error);
    return { place: row.place, after: 10 * SECOND, last_error };
  }
}

function doStage(deps: ErasureDeps, row: ErasureRow, stage: Stage): Promise<Step> | Step {
  switch (stage) {
    case 'workflows':
      return eraseWorkflows(deps, row);
    case 'rows':
      return eraseAgain(deps, row);
    case 'texts':
      return eraseTexts(deps, row);
    case 'files':
      return eraseFiles(deps, row);
    case 'service':
      return askService(deps, row);
    case 'vacuum':
      return clean(deps, row);
    case 'check':
      return check(deps, row);
    case 'domains':
      return forgetDomains(deps, row);
    default:
      return unreachable(stage);
  }
}

/** Each walk has been told to stop. Until its history is gone, and no call of theirs is on its way, something could be written still. */
async function eraseWorkflows({ db, workflows }: ErasureDeps, row: ErasureRow): Promise<Step> {
  const end = Date.now() - row.wall_created_at.getTime() > ENDS_BY_ITSELF;
  const left: string[] = [];
  for (const id of row.enrollments) if ((await workflows.erase(id, { end })) === 'going') left.push(id);
  if (left.length > 0) return { place: { left: left.length }, after: SECOND };
  if ((await countFlights(db, row.enrollments, FLIGHT)) > 0) return { place: {}, after: SECOND };
  return { stage: 'rows', erased: row.enrollments.length > 0 ? { 'Temporal: workflows': row.enrollments.length } : {} };
}

/** Erases rows that came late: the outcome of a call that was under way, an event that was claimed, rows of an import. */
async function eraseAgain({ db, secrets }: ErasureDeps, row: ErasureRow): Promise<Step> {
  const names = openNames(secrets, row);
  const person = { leads: row.leads, enrollments: row.enrollments, names: names.keys };
  const refused = await refuseStagedRows(db, createNameFinder(names));
  const erased = await db.transaction((tx) => eraseRows(tx, person));
  return { stage: 'texts', place: { ...FIRST_PLACE, round: roundOf(row) }, erased: addCounts(erased, refused) };
}

async function eraseTexts({ db, secrets }: ErasureDeps, row: ErasureRow): Promise<Step> {
  const names = openNames(secrets, row);
  const person = { leads: row.leads, enrollments: row.enrollments, names: names.keys };
  const { next, changed } = await sweepTexts(db, placeOf(row), { finder: createNameFinder(names), person });
  if (next === null) return { stage: 'files', place: { round: roundOf(row) }, erased: changed };
  return { place: { ...next, round: roundOf(row) }, erased: changed };
}

async function eraseFiles({ files, secrets }: ErasureDeps, row: ErasureRow): Promise<Step> {
  const count = await files.redact(createNameFinder(openNames(secrets, row)));
  return { stage: 'service', place: { round: roundOf(row) }, erased: count > 0 ? { 'files of the home': count } : {} };
}

async function askService({ service, secrets }: ErasureDeps, row: ErasureRow): Promise<Step> {
  const next = { stage: 'vacuum', place: { round: roundOf(row) } } as const;
  if (roundOf(row) > 0) return next;
  const erased = await service.erase(openNames(secrets, row));
  if (erased !== null) {
    return { ...next, erased: Object.fromEntries(erased.map(({ what, count }) => [`V2 service: ${what}`, count])) };
  }
  const why =
    'it has no route to erase a person; ask whoever runs it to erase what it holds of them: conversations, logs, stored answers, events and their deliveries';
  return { ...next, kept: [{ what: `the V2 service at ${service.at}`, why }] };
}

/** Dead rows are removed; their bytes stay in free pages until something else is written there. */
async function clean({ db }: ErasureDeps, row: ErasureRow): Promise<Step> {
  await vacuum(db, [...new Set((await listTextTables(db)).map(({ table }) => table))]);
  return { stage: 'check', place: { ...FIRST_PLACE, round: roundOf(row), found: {} } };
}

/** Everything is looked through before the receipt says that it is gone. */
async function check(deps: ErasureDeps, row: ErasureRow): Promise<Step> {
  const { db, secrets, clock } = deps;
  const names = digestsOfNames(openNames(secrets, row), secrets.digest);
  const before = isFound(row.place.found) ? row.place.found : {};
  const { next, found } = await lookForNames(db, placeOf(row), { names, digest: secrets.digest, found: before });
  const round = roundOf(row);
  if (next !== null) return { place: { ...next, round, found } };
  // Something came in between, or changed while it was looked at. What the map keeps no further round would change.
  const left = Object.keys(found).filter((where) => reasonToKeep(where) === null);
  if (left.length > 0 && round < MOST_ROUNDS) return { stage: 'rows', place: { round: round + 1 }, after: 2 * SECOND };
  return finish(deps, row, { names, found, at: new Date(clock.now()) });
}

async function finish(
  { db, secrets }: ErasureDeps,
  row: ErasureRow,
  {
    names,
    found,
    at,
  }: { readonly names: readonly string[]; readonly found: Readonly<Record<string, number>>; readonly at: Date },
): Promise<Step> {
  const mail = await readLastMail(db, row.enrollments);
  const until = mail === null ? null : new Date(mail.getTime() + DOMAIN_COUNTS);
  const kept: Kept[] = [
    ...row.kept,
    ...ALWAYS_KEPT,
    ...Object.keys(found).map((what) => ({
      what,
      why: `a name of theirs is in it still: ${reasonToKeep(what) ?? STILL_THERE}`,
    })),
    ...(until === null || until <= at
      ? []
      : [{ what: 'slots.domain', why: 'mails to one domain are limited per day', until: until.toISOString() }]),
  ];
  const receipt = signReceipt(secrets, {
    receipt_id: row.id,
    at: at.toISOString(),
    erased: Object.entries(row.erased).map(([what, count]) => ({ what, count })),
    kept,
    subject: { enrollments: [...row.enrollments], names: [...names] },
  });
  return { stage: mail === null ? null : 'domains', place: {}, receipt, finished_at: at, forget_names: true };
}

const STILL_THERE = 'it came back each time that it was taken out; look at what writes it';

/** Why the map keeps this `table.column`; null: it does not. */
function reasonToKeep(where: string): string | null {
  const [table = '', column = ''] = where.split('.');
  const found = Object.entries(ERASURE_MAP[table]?.keeps ?? {}).find(([, columns]) => columns.includes(column));
  return found?.[0] ?? null;
}

/** Forgets the domains of mails once they no longer count against a limit, by virtual time, which may be faster than the wall's. */
async function forgetDomains({ db, clock }: ErasureDeps, row: ErasureRow): Promise<Step> {
  const mail = await readLastMail(db, row.enrollments);
  if (mail !== null && mail.getTime() + DOMAIN_COUNTS > clock.now()) return { after: MINUTE };
  await emptyDomains(db, row.enrollments);
  return { stage: null };
}

function openNames(secrets: SecretBox, { id, sealed_names }: ErasureRow): PersonNames {
  if (sealed_names === null) throw new Error(`the erasure ${id} has forgotten the names already`);
  // Sealed by us in this shape.
  return JSON.parse(secrets.open(sealed_names)) as PersonNames;
}

const placeOf = ({ place: { table, page } }: ErasureRow): TextPlace =>
  typeof table === 'string' && typeof page === 'number' ? { table, page } : FIRST_PLACE;

const roundOf = ({ place: { round } }: ErasureRow): number => (typeof round === 'number' ? round : 0);

const isFound = (found: unknown): found is Record<string, number> =>
  typeof found === 'object' && found !== null && Object.values(found).every((count) => typeof count === 'number');
