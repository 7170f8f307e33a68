import { type Identity, identityKey, identityKeys } from '../../../shared/identity/identity.ts';
import type { Database, Queryable } from '../../../shared/postgres/database.ts';
import { jsonRows, rowsOf } from '../../../shared/postgres/json-rows.ts';
import { Conflict } from '../../../shared/postgres/retry-conflicts.ts';
import { setwise } from '../../../shared/postgres/shared-transaction.ts';
import { noteNamesakes } from '../suppressions/namesakes.ts';
import { lockNames } from './lock-names.ts';

export type Named = Identity & { readonly lead_id: string };

export interface LearnedRelation {
  readonly account_id: string;
  readonly lead_id: string;
  readonly connected?: boolean;
  readonly degree?: number;
  readonly conversation_id?: string;
  readonly premium_conversation_id?: string;
  readonly at: Date;
}

/** Names of people, and how accounts stand to them, that were learned in a step. */
export interface Learned {
  readonly names: readonly Named[];
  readonly relations: readonly LearnedRelation[];
}

/**
 * Remembers that this person is known by these names too; a name that another lead has stays theirs, and the two are merged soon
 * if it proves them one person. Events that came
 * before anyone had one of the names are read again. Opens its own transaction: inside another one, its locks could wait in
 * the opposite order to the dispatcher's.
 */
export async function learnIdentities(db: Database, leadId: string, identities: readonly Identity[]): Promise<void> {
  if (identities.length === 0) return;
  await db.transaction(async (tx) => {
    await lockNames(tx, identities.map(identityKey));
    await addIdentities(tx, leadId, identities);
  });
}

/** The same where the names are locked already. True where two were found to be one person, whom somebody has to merge. */
export function addIdentities(tx: Queryable, leadId: string, identities: readonly Identity[]): Promise<boolean> {
  return addNames(
    tx,
    identities.map((identity) => ({ ...identity, lead_id: leadId })),
  );
}

/** The same of many people; of two who are given one name, the first has it. */
export const addNames = (tx: Queryable, names: readonly Named[]): Promise<boolean> =>
  learnAbout(tx, { names, relations: [] });

/**
 * The same of names that nobody has, as was seen under their locks, of people who are written in this transaction, and are not on the do-not-contact list by any of them: nothing else is to be
 * found out.
 */
export async function addNewNames(tx: Queryable, names: readonly Named[]): Promise<void> {
  if (names.length === 0) return;
  // Asked what to do about one that is there already, Postgres would look for each of them twice.
  const added = tx.query(
    `with added as (
       insert into identities (kind, value, lead_id) select * from unnest($1::text[], $2::text[], $3::text[]) returning 1
     ), ${againBy(4)} select`,
    namesGiven(names),
  );
  await added.catch((error: unknown) => {
    throw isTaken(error) ? new Conflict('somebody has one of the names all the same') : error;
  });
}

const isTaken = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '23505';

/** Names, and how accounts and people stand to each other: what is not said of that stays as it was. The names are locked already. */
export const learnAbout = setwise(
  async (tx: Queryable, asked: readonly Learned[]): Promise<boolean[]> => {
    const names = asked.flatMap((one) => one.names);
    const relations = asked.flatMap((one) => one.relations);
    const clashes = names.length + relations.length > 0 && (await writeAll(tx, names, relations));
    return asked.map(() => clashes);
  },
  { writes: true },
);

async function writeAll(
  tx: Queryable,
  names: readonly Named[],
  relations: readonly LearnedRelation[],
): Promise<boolean> {
  const related = jsonRows(relations);
  // A caller that learns no name locks nobody's row for it.
  if (names.length === 0) {
    await tx.query(`with ${relatedBy('$1')} select`, [related]);
    return false;
  }
  const given = namesGiven(names);
  const { rows } = await (relations.length === 0
    ? tx.query<{ clashes: boolean }>(`with ${namesBy(1)} ${CLASHES}`, given)
    : tx.query<{ clashes: boolean }>(`with ${learnedBy(1)} ${CLASHES}`, [...given, related]));
  return rows[0]?.clashes ?? false;
}

const namesGiven = (names: readonly Named[]): readonly unknown[] => [
  names.map(({ kind }) => kind),
  names.map(({ value }) => value),
  names.map(({ lead_id }) => lead_id),
  // Also under the keys of events that came before names had one form.
  names.flatMap(identityKeys),
];

// Keys are asked for some at a time: what an index over arrays does before it looks for any of them grows with the square of their number. Whoever has claimed one of the
// events meanwhile waits for the names, and sees them: waited for in turn, they would wait for ever.
const againBy = (keys: number): string => `parts (keys) as materialized (
       select array_agg(key) from unnest($${keys}::text[]) with ordinality as given (key, place) where exists (select from added) group by place / 16
     ), again as (
       update events set state = 'pending'
        where event_id in (
          select waiting.event_id from parts cross join lateral (
            select event_id from events where keys <> '{}' and keys && parts.keys and state <> 'pending' for update skip locked) as waiting)
     )`;

/** SQL: adds the names that the parameter `first` and the three behind it have (`namesGiven`); `clashes` are those who were found to be one person with somebody else. */
const namesBy = (first: number): string => `given as (
       select given.kind, given.value, coalesce(l.merged_into, l.id) as lead_id
         from unnest($${first}::text[], $${first + 1}::text[], $${first + 2}::text[]) as given (kind, value, lead_id) join leads l on l.id = given.lead_id
        order by l.id
          -- A merge that is under way is waited for, and seen.
          for share of l
     ), added as (
       insert into identities (kind, value, lead_id) select kind, value, lead_id from given on conflict do nothing returning lead_id, kind, value
     ), namesakes as (
       ${noteNamesakes('select * from added')}
     ), clashes as (
       insert into merges (lead_id, other_id, name)
       select distinct on (1, 2) least(given.lead_id, i.lead_id), greatest(given.lead_id, i.lead_id), i.kind || ':' || i.value
         from given join identities i on i.kind = given.kind and i.value = given.value and i.lead_id <> given.lead_id
        where i.kind in ('slug', 'profile_id', 'urn', 'email')
        order by 1, 2, array_position(array['profile_id', 'urn', 'slug', 'email'], i.kind)
       on conflict do nothing returning 1
     ), ${againBy(first + 3)}`;

/** SQL: the rest of a statement that writes what was learned, which it has as the parameter `first` and the four behind it. */
export const learnedBy = (first: number): string => `${namesBy(first)}, ${relatedBy(`$${first + 4}`)}`;

export const learnedValues = (learned: readonly Learned[]): readonly unknown[] => [
  ...namesGiven(learned.flatMap(({ names }) => names)),
  jsonRows(learned.flatMap(({ relations }) => relations)),
];

const CLASHES = 'select exists (select from clashes) as clashes';

/** SQL: writes how accounts and people stand to each other, as the parameter `rows` has it. */
export const relatedBy = (rows: string): string => `learned as (
       select * from ${rowsOf(
         `account_id text, lead_id text, connected boolean, degree int, conversation_id text,
         premium_conversation_id text, at timestamptz`,
         rows,
       )} as l
     ), related as (
       insert into relations as r (account_id, lead_id, connected, degree, conversation_id, premium_conversation_id, learned_at)
       select account_id, lead_id, coalesce(connected, false), degree, conversation_id, premium_conversation_id, at from learned
       on conflict (account_id, lead_id) do update
          set connected = coalesce((select connected from learned l where l.account_id = excluded.account_id and l.lead_id = excluded.lead_id), r.connected),
              degree = coalesce(excluded.degree, r.degree), conversation_id = coalesce(excluded.conversation_id, r.conversation_id),
              premium_conversation_id = coalesce(excluded.premium_conversation_id, r.premium_conversation_id), learned_at = excluded.learned_at
     )`;
