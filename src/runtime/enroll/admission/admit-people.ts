import { identityKey } from '../../../shared/identity/identity.ts';
import { groupBy } from '../../../shared/kit/group-by.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { askAhead } from '../../../shared/postgres/transaction.ts';
import { addTallies } from '../../store/campaigns/add-tallies.ts';
import { recordSizes } from '../../store/campaigns/campaign-sizes.ts';
import { whyStopped } from '../../store/campaigns/refuse-pending-rows.ts';
import { insertEnrollments, type NewEnrollment } from '../../store/enrollments/insert-enrollments.ts';
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
import { type LockedPerson, lockPeople } from './lock-people.ts';
import { findCampaignStop, readPausedAbove } from './paused-above.ts';
import { readConflicts } from './read-conflicts.ts';

/**
 * Enrolls those of a batch whom no rule forbids, in their order, in one transaction: the locks, the rules and the rows of
 * many cost little more than those of one. `whileWriting` is called when Postgres has most of them to write, and this thread little to do.
 */
export async function admitPeople(
  tx: Queryable,
  admission: Admission,
  persons: readonly Person[],
  now: number,
  whileWriting: () => void = () => undefined,
): Promise<Enrolled[]> {
  const { version } = admission;
  const at = new Date(now);
  const locked = await lockPeople(tx, admission, persons);
  const pausedAbove = await readPausedAbove(tx, admission, persons);
  const stop = await findCampaignStop(tx, persons);
  // Somebody who continues from another sequence was in the campaign before.
  if (stop !== null && persons.every(({ continues }) => continues === undefined)) {
    return persons.map(() => refused('stopped', whyStopped(stop)));
  }
  const proven = [...new Set(locked.flatMap(({ people }) => (people.length > 1 ? people : [])))];
  const ofProven = proven.length > 0 ? await lockEnrollmentsOf(tx, proven) : [];
  await lockLeads(tx, [...new Set(locked.flatMap(({ people }) => people))]);
  const judged = judgePeople(admission, locked, await readConflicts(tx, version, locked, now), now);
  const admitted = judged.filter((one): one is Admitted => one.kind === 'admitted');
  const [newcomers, known] = [admitted.filter(isNewcomer), admitted.filter((one) => !isNewcomer(one))];

  const { fresh, others } = whoseNames(newcomers, [...namesOf(known), ...namesOfRefused(locked, judged)]);
  let enrollments: ReadonlyMap<string, NewEnrollment> = new Map();
  await askAhead(tx, [
    () => insertLeads(tx, newcomers.map(leadOf), at),
    () => saveLeads(tx, known.map(leadOf), at),
    () => addNames(tx, others),
    () => addNewNames(tx, fresh),
    async () => {
      whileWriting();
      enrollments = await beginOrQueue(tx, admission, admitted, pausedAbove, now);
    },
  ]);
  if (proven.length > 0) await stopProvenDuplicates(tx, proven, ofProven, at);
  const written = await insertEnrollments(tx, [...enrollments.values()], {
    newcomers: new Set(newcomers.map(({ enrollment }) => enrollment.lead_id)),
    title: `Enrolled in ${version.name}, version ${version.version}`,
  });
  const created = [...enrollments.values()].filter(({ id }) => written.has(id));
  const warned = admitted.flatMap(({ warning, enrollment: { id } }) =>
    warning === null || !written.has(id) ? [] : [{ enrollment_id: id, at, node: null, type: 'warned', title: warning }],
  );
  if (warned.length > 0) await addLines(tx, warned);
  const inCampaigns = groupBy(
    created.flatMap(({ campaign_id }) => campaign_id ?? []),
    (campaign) => campaign,
  );
  await addTallies(
    tx,
    [...inCampaigns].map(([campaign_id, { length: amount }]) => ({ campaign_id, what: 'enrolled' as const, amount })),
  );
  await recordSizes(tx, [...inCampaigns.keys()], at);
  await tellStarts(
    tx,
    created.flatMap(({ id, started_at }) => (started_at === null ? [] : [id])),
    at,
  );
  return judged.map((one): Enrolled => {
    if (one.kind === 'refused') return one;
    const enrollment = enrollments.get(one.enrollment.id) ?? one.enrollment;
    const { warning } = one;
    if (written.has(enrollment.id)) return { kind: 'created', enrollment, ...(warning === null ? {} : { warning }) };
    return refused('duplicate', `This person is in ${version.name} already.`);
  });
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
