import { createHash } from 'node:crypto';
import { type Identity, identityKey } from '../../../shared/identity/identity.ts';
import type { GivenRow } from '../../store/campaigns/stage-rows.ts';
import type { SequenceVersion } from '../../store/sequences/read-sequence-version.ts';
import type { Person } from '../admission/admission.ts';
import { readPerson } from '../leads/read-person.ts';

/** The names by which somebody finds a person or a row again. */
export interface Names {
  readonly profile_url: string | null;
  readonly email: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
}

/** Why a row would not be enrolled. `duplicate`: an earlier row is the same person. */
export interface RowProblem extends Names {
  readonly row: number;
  readonly status: 'refused' | 'duplicate';
  readonly code: string;
  readonly message: string;
}

export interface JudgedRow {
  readonly row: number;
  readonly lead: unknown;
  /** The cells of a row of a file, as it came. */
  readonly cells: readonly string[];
  /** Null: the row is refused. */
  readonly person: Person | null;
  readonly problem: RowProblem | null;
}

/** Each row as it would be enrolled, by what it says itself and by the rows before it; nothing is asked of the database. */
export async function* judgeRows(
  version: SequenceVersion,
  rows: AsyncIterable<GivenRow> | Iterable<GivenRow>,
): AsyncGenerator<JudgedRow> {
  const seen = new Map<number, number>();
  for await (const { row, given, cells = [], refused } of rows) {
    const { lead } = given;
    const read = refused === undefined ? readPerson(version, given) : { kind: 'refused' as const, ...refused };
    const problem = read.kind === 'refused' ? read : findEarlier(seen, row, read.person.identities);
    const person = read.kind === 'person' ? read.person : null;
    if (problem === null) yield { row, lead, cells, person, problem };
    else {
      const { code, message } = problem;
      const status = read.kind === 'refused' ? 'refused' : 'duplicate';
      yield { row, lead, cells, person, problem: { row, status, code, message, ...namesOf(lead) } };
    }
  }
}

/** People who share one name are the same: the row then belongs to the earlier one, and so do all of its names. */
function findEarlier(
  seen: Map<number, number>,
  row: number,
  identities: readonly Identity[],
): { readonly code: string; readonly message: string } | null {
  const found = identities.find((identity) => seen.has(fingerprintOf(identity)));
  const earlier = found && seen.get(fingerprintOf(found));
  for (const identity of identities) seen.set(fingerprintOf(identity), earlier ?? row);
  if (found === undefined) return null;
  const what = found.kind === 'email' ? 'address' : found.kind === 'phone' ? 'number' : 'profile';
  return { code: 'duplicate', message: `Row ${earlier} is the same person: the ${what} ${found.value}.` };
}

/** A number in place of the text: the names of a million people fit into some tens of megabytes. */
const fingerprintOf = (identity: Identity): number =>
  createHash('sha256').update(identityKey(identity)).digest().readUIntBE(0, 6);

export function namesOf(lead: unknown): Names {
  const given = new Map(typeof lead === 'object' && lead !== null ? Object.entries(lead) : []);
  const text = (name: string): string | null => {
    const value: unknown = given.get(name);
    return typeof value === 'string' ? value : null;
  };
  return {
    profile_url: text('profile_url'),
    email: text('email'),
    first_name: text('first_name'),
    last_name: text('last_name'),
  };
}
