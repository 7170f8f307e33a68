import { hkdfSync } from 'node:crypto';
import { CodedError } from '../kit/coded-error.ts';
import type { Database, Queryable } from '../postgres/database.ts';
import { createKeyRing, type KeyRing, type RingKeys, type SomeKeys } from './key-ring.ts';
import { openWith, parseSealed, seal } from './seal.ts';
import { type SecretKey, secretKey } from './secret-key.ts';

/** The keys as they are given now: the present one, then former ones. Read anew when a ring is refreshed. */
export type GivenKeys = () => readonly [Uint8Array, ...Uint8Array[]];

/** Some text of this database that was sealed before it had a ring; null: there is none. */
export type FindSealed = (db: Queryable) => Promise<string | null>;

/** How the present key stands to the database; `none`: it has no ring yet. */
export type RingState = 'none' | 'sealed_with_present' | 'sealed_with_previous';

interface Row {
  readonly key_id: string;
  readonly sealed: string;
  readonly sealed_by: string;
}

interface OpenedRing extends RingKeys {
  readonly state: RingState;
}

/**
 * The ring of this database, made at the first start. It is the check of the key too: each key that the installation ever had is
 * stored there sealed with the newest. Throws CodedError `wrong_secret_key` where no given key opens it.
 */
export async function openKeyRing(db: Database, given: GivenKeys, findSealed: FindSealed): Promise<KeyRing> {
  const load = () => db.transaction((tx) => loadRing(tx, keysOf(given), findSealed));
  return createKeyRing(await load(), load);
}

async function loadRing(tx: Queryable, given: SomeKeys, findSealed: FindSealed): Promise<OpenedRing> {
  await tx.query('lock table secret_keys in share row exclusive mode');
  const rows = await readRows(tx);
  if (rows.length === 0) {
    const first = await firstKey(tx, given, findSealed);
    await addKey(tx, first, first);
    return loadRing(tx, given, findSealed);
  }
  const ring = openRows(rows, given);
  // Known to all who open the ring, before anything is written with it: nobody meets a key that nobody has.
  if (!rows.some(({ key_id }) => key_id === given[0].id)) await addKey(tx, ring.head, given[0]);
  return ring;
}

/** Without a change to anything. Throws CodedError `wrong_secret_key`. */
export async function inspectKeyRing(db: Queryable, given: GivenKeys): Promise<RingState> {
  const { rows } = await db.query<{ there: boolean }>(`select to_regclass('secret_keys') is not null as there`);
  const stored = rows[0]?.there ? await readRows(db) : [];
  return stored.length === 0 ? 'none' : openRows(stored, keysOf(given)).state;
}

/** Whether the ring holds the key that the database is sealed with now; it looks for a newer one first. */
export async function opensDatabase(db: Queryable, ring: KeyRing): Promise<boolean> {
  const [row] = await readRows(db);
  if (row === undefined || ring.find(row.sealed_by) !== undefined) return true;
  await ring.refresh();
  return ring.find(row.sealed_by) !== undefined;
}

/** From now on the database is sealed with the present key; the others stay in it, for reading. */
export async function sealRing(tx: Queryable, given: GivenKeys, findSealed: FindSealed): Promise<RingKeys> {
  const keys = keysOf(given);
  const ring = await loadRing(tx, keys, findSealed);
  const [present] = keys;
  for (const key of ring.all) {
    await tx.query(
      `insert into secret_keys (key_id, sealed, sealed_by) values ($1, $2, $3)
       on conflict (key_id) do update set sealed = excluded.sealed, sealed_by = excluded.sealed_by`,
      [key.id, seal(wrapping(present), hexOf(key)), present.id],
    );
  }
  return ring;
}

export const keysOf = (given: GivenKeys): SomeKeys => {
  const [present, ...former] = given();
  return [secretKey(present), ...former.map(secretKey)];
};

/** Oldest first. */
async function readRows(db: Queryable): Promise<Row[]> {
  const { rows } = await db.query<Row & Record<string, unknown>>(
    'select key_id, sealed, sealed_by from secret_keys order by number',
  );
  return rows;
}

function openRows(rows: readonly Row[], given: SomeKeys): OpenedRing & { readonly head: SecretKey } {
  const [present] = given;
  const head = given.find(({ id }) => id === rows[0]?.sealed_by);
  const stored = head && rows.map((row) => openRow(row, head));
  if (head === undefined || !stored?.every((key) => key !== null)) {
    const replaced = rows.some(({ key_id }) => key_id === present.id);
    throw wrongKey(replaced ? 'was replaced by a newer one' : 'does not open the secrets in this database');
  }
  const all = [...given, ...[...stored].reverse()];
  const [first = present, ...others] = all.filter((key, at) => all.findIndex(({ id }) => id === key.id) === at);
  return {
    head,
    all: [first, ...others],
    oldest: stored[0] ?? head,
    state: head.id === present.id ? 'sealed_with_present' : 'sealed_with_previous',
  };
}

function openRow({ sealed }: Row, head: SecretKey): SecretKey | null {
  const parsed = parseSealed(sealed);
  const plain = parsed && openWith(wrapping(head), parsed);
  return plain === null ? null : secretKey(Buffer.from(plain, 'hex'));
}

/** A database of an earlier version has no ring, but mostly something that tells which key is right. */
async function firstKey(tx: Queryable, given: SomeKeys, findSealed: FindSealed): Promise<SecretKey> {
  const text = await findSealed(tx);
  const sealed = text === null ? null : parseSealed(text);
  if (sealed === null) return given[0];
  const right = given.find((key) => openWith(key, sealed) !== null);
  if (right === undefined) throw wrongKey('does not open the secrets in this database');
  return right;
}

async function addKey(tx: Queryable, head: SecretKey, key: SecretKey): Promise<void> {
  await tx.query('insert into secret_keys (key_id, sealed, sealed_by) values ($1, $2, $3)', [
    key.id,
    seal(wrapping(head), hexOf(key)),
    head.id,
  ]);
}

/** Keys are sealed with a key of their own, never with one that is also stored. */
const wrapping = ({ id, key }: SecretKey): SecretKey => ({
  id,
  key: new Uint8Array(hkdfSync('sha256', key, new Uint8Array(), 'overture key ring', 32)),
});

const hexOf = ({ key }: SecretKey): string => Buffer.from(key).toString('hex');

function wrongKey(why: string): CodedError {
  return new CodedError('wrong_secret_key', `OVERTURE_SECRET_KEY ${why}.`, {
    fix: 'Set it to the key that this installation was last started with; after a change of keys, name the former one in OVERTURE_SECRET_KEY_PREVIOUS.',
  });
}
