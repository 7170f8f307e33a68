import { LEAD_FIELDS } from '../../../language/plan/lead.ts';
import { type Identity, identityKey } from '../../../shared/identity/identity.ts';
import { cutText } from '../../../shared/kit/cut-text.ts';
import { plainLine } from '../../../shared/kit/plain-line.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { listNewestIn, type NewestIn } from '../../store/enrollments/list-newest-in.ts';
import { findPeople } from '../../store/leads/find-people.ts';
import { type LeadRow, readLeads } from '../../store/leads/read-lead.ts';
import type { Person } from '../admission/admission.ts';
import { readFields } from '../leads/read-lead-fields.ts';
import type { JudgedRow } from './judge-rows.ts';

/** A value in which a list differs from what is known of a person. */
export interface Difference {
  /** `company`, `vars.score`. */
  readonly field: string;
  readonly was: unknown;
  readonly is: unknown;
}

/** Somebody of a list who is or was in the sequence. */
export interface KnownPerson {
  readonly lead: LeadRow;
  readonly enrollment: NewestIn;
  readonly differences: readonly Difference[];
}

/**
 * Compares the rows of a list with what is known of their people, each at its place; null: the person was never in the sequence. A value that the
 * list leaves out is no difference.
 */
export async function comparePeople(
  db: Queryable,
  sequence: string,
  persons: readonly Pick<Person, 'fields' | 'identities' | 'vars'>[],
): Promise<(KnownPerson | null)[]> {
  const found = await findPeople(
    db,
    persons.flatMap(({ identities }) => identities),
  );
  const whose = new Map(found.map((one) => [identityKey(one), one.lead_id]));
  const ids = persons.map(({ identities }) => identities.map((one) => whose.get(identityKey(one))).find((id) => id));
  const known = [...new Set(ids.flatMap((id) => id ?? []))];
  const leads = new Map((await readLeads(db, known)).map((lead) => [lead.id, lead]));
  const newest = new Map((await listNewestIn(db, known, sequence)).map((one) => [one.lead_id, one]));
  return persons.map((person, place) => {
    const lead = leads.get(ids[place] ?? '');
    const enrollment = newest.get(ids[place] ?? '');
    if (lead === undefined || enrollment === undefined) return null;
    return { lead, enrollment, differences: differencesOf(lead, enrollment, person) };
  });
}

function differencesOf(
  lead: LeadRow,
  enrollment: NewestIn,
  { fields, vars, identities }: Pick<Person, 'fields' | 'identities' | 'vars'>,
): Difference[] {
  const ofFields = LEAD_FIELDS.flatMap((field): Difference[] => {
    const is = fields[field];
    if (is === undefined || is === lead[field] || isSameName(field, lead, identities)) return [];
    return [{ field, was: lead[field], is }];
  });
  // The job of a campaign is none of the list's own values.
  const own = Object.entries(vars).filter(([name]) => name !== 'job');
  const ofVars = own.flatMap(([name, is]): Difference[] => {
    const { [name]: was = lead.vars[name] ?? null } = enrollment.vars;
    return was === is || !enrollment.is_under_way ? [] : [{ field: `vars.${name}`, was, is }];
  });
  return [...ofFields, ...ofVars];
}

/** An address that is only written otherwise is the same one. */
function isSameName(field: (typeof LEAD_FIELDS)[number], lead: LeadRow, given: readonly Identity[]): boolean {
  if (field !== 'email' && field !== 'profile_url' && field !== 'phone_number') return false;
  const read = readFields({ [field]: lead[field] }, lead.country ?? undefined);
  const names = read.kind === 'lead' ? read.identities : [];
  return names.some((name) => given.some((one) => identityKey(one) === identityKey(name)));
}

/** `company: Acme → Engines; timezone: nothing → Europe/Paris` */
export const sayDifferences = (differences: readonly Difference[]): string =>
  differences.map(({ field, was, is }) => `${field}: ${shown(was)} → ${shown(is)}`).join('; ');

const shown = (value: unknown): string =>
  value === null || value === ''
    ? 'nothing'
    : cutText(plainLine(typeof value === 'string' ? value : JSON.stringify(value)), 60);

const AT_ONCE = 500;

/** Rows with what they say of somebody who is or was in the sequence; null: of nobody, or the row would be refused. */
export async function* compareRows(
  db: Queryable,
  sequence: string,
  rows: AsyncIterable<JudgedRow>,
): AsyncGenerator<JudgedRow & { readonly known: KnownPerson | null }> {
  let part: JudgedRow[] = [];
  const compare = async () => {
    const persons = part.flatMap(({ person, problem }) => (person === null || problem !== null ? [] : [person]));
    const known = (await comparePeople(db, sequence, persons)).values();
    const compared = part.map((one) => ({
      ...one,
      known: one.person === null || one.problem !== null ? null : (known.next().value ?? null),
    }));
    part = [];
    return compared;
  };
  for await (const row of rows) {
    part.push(row);
    if (part.length === AT_ONCE) yield* await compare();
  }
  yield* await compare();
}
