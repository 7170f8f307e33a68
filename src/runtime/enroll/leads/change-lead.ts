import type { LEAD_FIELDS } from '../../../language/plan/lead.ts';
import { type Identity, identityKey } from '../../../shared/identity/identity.ts';
import type { ShapeProblem } from '../../../shared/kit/check-shape.ts';
import type { Clock } from '../../../shared/kit/clock.ts';
import { newId } from '../../../shared/kit/ids.ts';
import type { Database, Queryable } from '../../../shared/postgres/database.ts';
import { Conflict, retryConflicts } from '../../../shared/postgres/retry-conflicts.ts';
import { findAddressReports } from '../../store/addresses/address-reports.ts';
import { readEnrollSettings } from '../../store/addresses/enroll-settings.ts';
import { recordChange } from '../../store/audit-log/record-change.ts';
import { listUnderWay } from '../../store/enrollments/list-under-way.ts';
import { lockEnrollmentsOf } from '../../store/enrollments/lock-enrollments.ts';
import { setVars } from '../../store/enrollments/set-vars.ts';
import { stopEnrollments } from '../../store/enrollments/stop-enrollments.ts';
import { companyKey } from '../../store/leads/company-key.ts';
import { findPeople } from '../../store/leads/find-people.ts';
import { addIdentities } from '../../store/leads/learn-identities.ts';
import { lockNames } from '../../store/leads/lock-names.ts';
import { leadKey } from '../../store/leads/merge-leads.ts';
import { type LeadRow, readLead } from '../../store/leads/read-lead.ts';
import { removeNames, updateLead } from '../../store/leads/update-lead.ts';
import { addSignals } from '../../store/outbox/add-to-outbox.ts';
import { findSuppressions } from '../../store/suppressions/find-suppression.ts';
import { nameKey } from '../../store/suppressions/suppression-names.ts';
import { addLines } from '../../store/timeline/add-line.ts';
import { describeReport, WHAT_CLEARS_IT } from './describe-report.ts';
import { judgeChange, type TakingVars, type ValueChanges } from './judge-change.ts';
import { readFields, readWhatIsRight, tooManyVars } from './read-lead-fields.ts';

type FieldName = (typeof LEAD_FIELDS)[number];

/** A change of a person: null takes a field or a variable away, and what is absent stays. */
export interface LeadChange {
  readonly fields: Readonly<Partial<Record<FieldName, string | null>>>;
  readonly tags?: readonly string[];
  readonly vars?: Readonly<Record<string, string | number | boolean | null>>;
  /** Variables of whoever is under way in that sequence, which win over those of the person. */
  readonly own_vars?: { readonly sequence: string; readonly vars: Readonly<Record<string, unknown>> };
}

export type LeadChanged =
  | { readonly kind: 'changed'; readonly lead: LeadRow; readonly stopped: number }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'invalid'; readonly errors: readonly ShapeProblem[] }
  /** The address is a name of somebody else: two leads are made one by proof, not by hand. */
  | { readonly kind: 'taken'; readonly message: string; readonly existing_id: string };

const NAMING: readonly FieldName[] = ['profile_url', 'email', 'phone_number'];

/**
 * Changes what is known of a person. A new address becomes a name of theirs, and the former one is none any more, unless somebody said no by it:
 * a no counts whatever is corrected later. What a step that is still to come would fail for is refused. Where the person is on the do-not-contact list by the new address, their enrollments stop at once.
 */
export function changeLead(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  leadId: string,
  change: LeadChange,
): Promise<LeadChanged> {
  return retryConflicts(async () => {
    const before = await readLead(db, leadId);
    if (before === null) return { kind: 'unknown' };
    return db.transaction((tx) => changeLeadIn(tx, before, change, new Date(clock.now())));
  });
}

/**
 * Changes a person in the caller's transaction, which has locked no person yet and is tried again after a conflict. `before` was read outside of it.
 */
export async function changeLeadIn(tx: Queryable, before: LeadRow, change: LeadChange, at: Date): Promise<LeadChanged> {
  const read = readChange(change, before);
  if ('errors' in read) return { kind: 'invalid', errors: read.errors };
  const { fields, names } = read;
  const former = namesOf(
    before,
    NAMING.filter((field) => field in change.fields),
  );
  const company = companyKey(fields.company ?? undefined);
  await lockNames(tx, [
    ...[...names, ...former].map(identityKey),
    leadKey(before.id),
    ...(company === null ? [] : [nameKey({ kind: 'company', value: company })]),
  ]);
  const lead = await readLead(tx, before.id);
  if (lead === null) return { kind: 'unknown' };
  if (lead.id !== before.id || NAMING.some((field) => lead[field] !== before[field])) {
    throw new Conflict('the person has changed meanwhile');
  }
  const [taken] = (await findPeople(tx, names)).filter(({ lead_id }) => lead_id !== lead.id);
  if (taken !== undefined) {
    const message = `${taken.value} is a name of another person, ${taken.lead_id}.`;
    return { kind: 'taken', message, existing_id: taken.lead_id };
  }
  const tooMany = change.vars && tooManyVars({ ...lead.vars, ...change.vars });
  if (tooMany) return { kind: 'invalid', errors: [{ field: 'vars', message: tooMany }] };
  const locked = await lockEnrollmentsOf(tx, [lead.id]);
  const { own_vars } = change;
  const underWay = (await listUnderWay(tx, [lead.id])).map(
    (one): TakingVars => (one.sequence === own_vars?.sequence ? { ...one, takes: own_vars.vars } : one),
  );
  const unfit = [
    ...judgeChange({ fields: lead, vars: lead.vars }, changesOf(fields, change.vars), underWay),
    ...(underWay.some(({ senders }) => senders.email !== undefined) ? await findBadAddress(tx, names) : []),
  ];
  if (unfit.length > 0) return { kind: 'invalid', errors: unfit };
  await updateLead(tx, lead, { ...change, fields }, at);
  await removeNames(tx, lead.id, await withoutNo(tx, former, names));
  await addIdentities(tx, lead.id, names);
  for (const { id, takes } of underWay) if (takes !== undefined) await setVars(tx, id, takes);
  const stopped = await stopIfSuppressed(tx, lead.id, locked, at);
  const changed = await readLead(tx, lead.id);
  await recordChange(tx, {
    did: `changed the person ${lead.id}`,
    target: { kind: 'person', id: lead.id },
    lead_id: lead.id,
    ...differencesOf(lead, changed),
  });
  return changed === null ? { kind: 'unknown' } : { kind: 'changed', lead: changed, stopped };
}

/** The fields in their normal form, with the names that they give, or every one that is wrong. */
function readChange(
  { fields }: LeadChange,
  { country }: LeadRow,
): { fields: LeadChange['fields']; names: readonly Identity[] } | { errors: readonly ShapeProblem[] } {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
  const { lead: read, errors } = readWhatIsRight(given, country ?? undefined);
  if (errors.length > 0) {
    return { errors: errors.map(({ field, message }) => ({ field: field.slice('lead.'.length), message })) };
  }
  const removed = Object.fromEntries(
    Object.keys(fields).flatMap((name) => (name in read.fields ? [] : [[name, null]])),
  );
  return { fields: { ...read.fields, ...removed }, names: read.identities };
}

function namesOf(lead: LeadRow, fields: readonly FieldName[]): readonly Identity[] {
  return fields.flatMap((field) => {
    const read = readFields({ [field]: lead[field] }, lead.country ?? undefined);
    return read.kind === 'lead' ? read.identities : [];
  });
}

/** A new address that is known to be dead, where that keeps people out. */
async function findBadAddress(tx: Queryable, names: readonly Identity[]): Promise<ShapeProblem[]> {
  const addresses = names.flatMap(({ kind, value }) => (kind === 'email' ? [value] : []));
  const [report] = (await findAddressReports(tx, addresses)).values();
  if (report === undefined || (await readEnrollSettings(tx)).bad_addresses === 'warn') return [];
  return [
    {
      field: 'email',
      message: `is no address to write to: ${describeReport(report)} ${WHAT_CLEARS_IT}`.replace(/\.$/, ''),
    },
  ];
}

const changesOf = (fields: LeadChange['fields'], vars: LeadChange['vars'] = {}): ValueChanges =>
  new Map([
    ...Object.entries(fields),
    ...Object.entries(vars).map(([name, value]) => [`vars.${name}`, value] as const),
  ]);

/** Former names that are none any more. One that is on the do-not-contact list stays. */
async function withoutNo(tx: Queryable, former: readonly Identity[], names: readonly Identity[]): Promise<Identity[]> {
  const gone = former.filter((one) => !names.some((name) => identityKey(name) === identityKey(one)));
  const found = await findSuppressions(
    tx,
    gone.map((name) => ({ names: [name], lead_ids: [] })),
  );
  return gone.filter((_, place) => !found[place]);
}

/** The fields that are different, as they were and as they are. */
function differencesOf(was: LeadRow, is: LeadRow | null) {
  const before = new Map(Object.entries(was));
  const different = Object.entries(is ?? {}).filter(
    ([name, value]) => name !== 'updated_at' && JSON.stringify(value) !== JSON.stringify(before.get(name)),
  );
  return {
    before: Object.fromEntries(different.map(([name]) => [name, before.get(name)])),
    after: Object.fromEntries(different),
  };
}

async function stopIfSuppressed(tx: Queryable, leadId: string, locked: readonly string[], at: Date): Promise<number> {
  const [entry] = await findSuppressions(tx, [{ names: [], lead_ids: [leadId] }]);
  if (!entry || locked.length === 0) return 0;
  const event_id = `suppression/${entry.id}/${newId('chg')}`;
  const stopped = await stopEnrollments(tx, { ids: locked, outcome: 'stopped', event_id, at });
  const title = `Stopped: changed to ${entry.kind === 'erased' ? 'a name' : entry.kind} on the do-not-contact list`;
  await addLines(
    tx,
    stopped.map((enrollment_id) => ({ enrollment_id, at, node: null, type: 'suppressed', title, once: event_id })),
  );
  await addSignals(tx, stopped, { id: event_id, type: 'stop' }, at);
  return stopped.length;
}
