import { identityKey } from '../../../shared/identity/identity.ts';
import { groupBy } from '../../../shared/kit/group-by.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { askAhead } from '../../../shared/postgres/transaction.ts';
import { addTallies } from '../../store/campaigns/add-tallies.ts';
import { recordSizes } from '../../store/campaigns/campaign-sizes.ts';
import { whyStopped } from '../../store/campaigns/refuse-pending-rows.ts';
import { insertEnrollments, insertNewcomers, type NewEnrollment } from '../../store/enrollments/insert-enrollments.ts';
import { lockEnrollmentsOf } from '../../store/enrollments/lock-enrollments.ts';
import { addNames, addNewNames, type Named } from '../../store/leads/learn-identities.ts';
import { lockLeads } from '../../store/leads/lock-leads.ts';
import { insertLeads, type SavedLead, saveLeads } from '../../store/leads/save-leads.ts';
import { stopProvenDuplicates } from '../../store/leads/stop-proven-duplicates.ts';
import { tellStarts } from '../../store/queues/start-enrollments.ts';
import { addLines } from '../../store/timeline/add-line.ts';
import { type RefusalCode, type Refused, refused } from '../refused.ts';
import type { Admission, Enrolled, Person } from './admission.ts';
import { beginOrQueue } from './begin-or-queue.ts';
import { type Admitted, judgePeople } from './judge-people.ts';
import { asStrangers, type LockedPerson, lockByName, lockWhatTheyShare } from './lock-people.ts';
import { findCampaignStop, readPausedAbove } from './paused-above.ts';
import { areNone, NO_CONFLICTS, readConflicts } from './read-conflicts.ts';

/** Moments of an admission at which an import does something else besides. */
export interface Turns {
  /** Called once nobody else can enroll or suppress any of them by a name of theirs; nothing is decided before this has resolved. */
  readonly onNamesLocked?: () => Promise<void>;
  /** Called once it waits for no further lock that others may have. */
  readonly onJudged?: () => void;
  /** Asks behind all else for what is to be written with them. */
  readonly onDecided?: (enrolled: readonly Enrolled[]) => Promise<void>;
}

/**
 * Enrolls those of a batch whom no rule forbids, in their order, in one transaction: the locks, the rules and the rows of
 * many cost little more than those of one. What needs no answer to what comes before it is asked behind it at once.
 */
export async function admitPeople(
  tx: Queryable,
  admission: Admission,
  persons: readonly Person[],
  now: number,
  { onNamesLocked, onJudged, onDecided }: Turns = {},
): Promise<Enrolled[]> {
  const { version } = admission;
  const at = new Date(now);
  const strangers = asStrangers(persons);
  const locking = lockByName(tx, persons, strangers);
  // Most of a list are strangers against whom nothing stands: what becomes of such people is found while Postgres looks whether they are.
  const presumed = strangers && decide(strangers, judgePeople(admission, strangers, NO_CONFLICTS, now), true);
  const locked = await locking;
  await onNamesLocked?.();
  const people = [...new Set(locked.flatMap((one) => one.people))];
  const proven = [...new Set(locked.flatMap((one) => (one.people.length > 1 ? one.people : [])))];
  const [, pausedAbove, stop, ofProven, , conflicts] = await askAhead(tx, [
    () => lockWhatTheyShare(tx, admission, locked),
    () => readPausedAbove(tx, admission, persons),
    () => findCampaignStop(tx, persons),
    async () => (proven.length > 0 ? lockEnrollmentsOf(tx, proven) : []),
    async () => (people.length > 0 ? lockLeads(tx, people) : undefined),
    () => readConflicts(tx, version, locked, now),
  ]);
  // Somebody who continues from another sequence was in the campaign before.
  const isStopped = stop !== null && persons.every(({ continues }) => continues === undefined);
  const judge = (): Decided => {
    if (isStopped)
      return decide(
        locked,
        persons.map(() => refused('stopped', whyStopped(stop))),
      );
    const isAsPresumed = locked === strangers && areNone(conflicts);
    if (isAsPresumed && presumed !== null) return presumed;
    return decide(locked, judgePeople(admission, locked, conflicts, now));
  };
  const { judged, admitted, newcomers, known, fresh, others } = judge();
  onJudged?.();
  let queued: ReturnType<typeof beginOrQueue> | undefined;
  const [, , , , , enrolled] = await askAhead(tx, [
    () => insertLeads(tx, newcomers.map(leadOf), at),
    () => saveLeads(tx, known.map(leadOf), at),
    // Its answer comes while Postgres writes the names, so that the enrollments follow these at once.
    () => {
      queued = beginOrQueue(tx, admission, admitted, pausedAbove, now);
      return queued;
    },
    () => addNames(tx, others),
    () => addNewNames(tx, fresh),
    async () => {
      if (proven.length > 0) await stopProvenDuplicates(tx, proven, ofProven, at);
      const entering = (await queued) ?? [];
      return enter(tx, admission, { judged, entering, areNew: known.length === 0, at, onDecided });
    },
  ]);
  return enrolled;
}

interface Decided {
  readonly judged: readonly (Admitted | Refused)[];
  readonly admitted: readonly Admitted[];
  readonly newcomers: readonly Admitted[];
  readonly known: readonly Admitted[];
  /** The names of newcomers that nobody else has brought. */
  readonly fresh: readonly Named[];
  /** All other names that are to be learned. */
  readonly others: readonly Named[];
}

/** `areStrangers`: nobody has any of their names, and none comes twice. */
function decide(
  locked: readonly LockedPerson[],
  judged: readonly (Admitted | Refused)[],
  areStrangers = false,
): Decided {
  const admitted = judged.filter((one): one is Admitted => one.kind === 'admitted');
  if (areStrangers) return { judged, admitted, newcomers: admitted, known: [], fresh: namesOf(admitted), others: [] };
  const [newcomers, known] = [admitted.filter(isNewcomer), admitted.filter((one) => !isNewcomer(one))];
  const names = whoseNames(newcomers, [...namesOf(known), ...namesOfRefused(locked, judged)]);
  return { judged, admitted, newcomers, known, ...names };
}

interface Entering {
  readonly judged: readonly (Admitted | Refused)[];
  /** The enrollments of those who were admitted as they are to be written, in their order. */
  readonly entering: readonly NewEnrollment[];
  /** All of them are of people who are written in this transaction. */
  readonly areNew: boolean;
  readonly at: Date;
  readonly onDecided: Turns['onDecided'] | undefined;
}

/** Writes the enrollments, and what goes with them; what became of each of the batch, in its order. */
async function enter(
  tx: Queryable,
  { version }: Admission,
  { judged, entering, areNew, at, onDecided }: Entering,
): Promise<Enrolled[]> {
  const title = `Enrolled in ${version.name}, version ${version.version}`;
  const leftOut = areNew ? new Set<string>() : await insertEnrollments(tx, entering, title);
  const created = leftOut.size === 0 ? entering : entering.filter(({ id }) => !leftOut.has(id));
  const next = entering.values();
  const enrolled = judged.map((one): Enrolled => {
    if (one.kind === 'refused') return one;
    const { value: enrollment = one.enrollment } = next.next();
    if (leftOut.has(enrollment.id)) return refused('duplicate', `This person is in ${version.name} already.`);
    return one.warning === null
      ? { kind: 'created', enrollment }
      : { kind: 'created', enrollment, warning: one.warning };
  });
  const warned = enrolled.flatMap((one) =>
    one.kind === 'refused' || one.warning === undefined
      ? []
      : [{ enrollment_id: one.enrollment.id, at, node: null, type: 'warned', title: one.warning }],
  );
  const inCampaigns = groupBy(
    created.flatMap(({ campaign_id }) => campaign_id ?? []),
    (campaign) => campaign,
  );
  const tallies = [...inCampaigns].map(([campaign_id, { length: amount }]) => ({
    ...{ campaign_id, what: 'enrolled' as const, amount },
  }));
  const started = created.flatMap(({ id, started_at }) => (started_at === null ? [] : [id]));
  await askAhead(tx, [
    async () => (areNew ? insertNewcomers(tx, entering, title) : undefined),
    async () => (warned.length > 0 ? addLines(tx, warned) : undefined),
    () => addTallies(tx, tallies),
    () => recordSizes(tx, [...inCampaigns.keys()], at),
    () => tellStarts(tx, started, at),
    async () => onDecided?.(enrolled),
  ]);
  return enrolled;
}

const leadOf = ({ who, enrollment }: Admitted): SavedLead => ({ id: enrollment.lead_id, fields: who.person.fields });

/** Nobody knew them before this batch. */
const isNewcomer = ({ who }: Admitted): boolean => who.people.length === 0;

const namesOf = (admitted: readonly Admitted[]): Named[] =>
  admitted.flatMap(({ who, enrollment: { lead_id } }) =>
    who.person.identities.map((identity) => ({ ...identity, lead_id })),
  );

/** `fresh`: the names of newcomers that nobody else has brought, in this batch or before it. `others`: all that are left. */
function whoseNames(
  newcomers: readonly Admitted[],
  knownNames: readonly Named[],
): { readonly fresh: Named[]; readonly others: Named[] } {
  const names = namesOf(newcomers).map((name) => ({ name, key: identityKey(name) }));
  const known = newcomers[0]?.who.known;
  const times = new Map<string, number>();
  for (const key of [...names.map((one) => one.key), ...knownNames.map(identityKey)])
    times.set(key, (times.get(key) ?? 0) + 1);
  const [fresh, others]: [Named[], Named[]] = [[], [...knownNames]];
  for (const { name, key } of names) (known?.has(key) || times.get(key) !== 1 ? others : fresh).push(name);
  return { fresh, others };
}

/** Refusals because we know the person. They tell what else the person is known by, as an event would: nobody enters by that name later. */
const KNOWN: ReadonlySet<RefusalCode> = new Set([
  'duplicate',
  'again',
  'active_elsewhere',
  'contacted_recently',
  'suppressed',
]);

/** Names that somebody else has are among them: they prove two leads to be one person. */
function namesOfRefused(locked: readonly LockedPerson[], judged: readonly (Admitted | Refused)[]): Named[] {
  const newcomers = new Map<string, string>();
  for (const one of judged) {
    if (one.kind === 'refused') continue;
    for (const name of one.who.identifying) newcomers.set(identityKey(name), one.enrollment.lead_id);
  }
  return locked.flatMap(({ person, identifying, known, people }, place): Named[] => {
    const one = judged[place];
    if (one?.kind !== 'refused' || one.erased || !KNOWN.has(one.code)) return [];
    const lead_id =
      people[0] ?? identifying.map((name) => newcomers.get(identityKey(name))).find((id) => id !== undefined);
    if (lead_id === undefined) return [];
    const strange = person.identities.filter((name) => known.get(identityKey(name)) !== lead_id);
    return strange.map((name) => ({ ...name, lead_id }));
  });
}
