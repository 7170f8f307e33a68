import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../src/shared/postgres/database.ts';
import { openDatabase } from '../../src/shared/postgres/open-database.ts';
import { createSecretBox } from '../../src/shared/secrets/secret-box.ts';
import { inspectKeyRing, openKeyRing, opensDatabase, sealRing } from '../../src/shared/secrets/stored-ring.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const key = (byte: number) => new Uint8Array(32).fill(byte);
const [FIRST, SECOND, THIRD] = [key(1), key(2), key(3)];
const nothing = async () => null;

let database: TestDatabase;
let db: Database;
beforeEach(async () => {
  database = await createTestDatabase('engine');
  db = openDatabase(database.url);
});
afterEach(async () => {
  await db.close();
  await database.drop();
});

type Keys = readonly [Uint8Array, ...Uint8Array[]];
const open = (...keys: Keys) => openKeyRing(db, () => keys, nothing);
const rotate = (...keys: Keys) => db.transaction((tx) => sealRing(tx, () => keys, nothing));

describe('the key ring of a database', () => {
  it('is made at the first start, and opens with that key alone', async () => {
    expect(await inspectKeyRing(db, () => [FIRST])).toBe('none');
    await open(FIRST);
    expect((await open(FIRST)).all).toHaveLength(1);
    expect(await inspectKeyRing(db, () => [FIRST])).toBe('sealed_with_present');
    for (const wrong of [() => open(SECOND), () => open(SECOND, THIRD), () => inspectKeyRing(db, () => [SECOND])]) {
      await expect(wrong()).rejects.toMatchObject({ code: 'wrong_secret_key' });
    }
  });

  it('is one, also when several roles start for the first time at once', async () => {
    const opened = await Promise.allSettled([open(FIRST), open(FIRST), open(FIRST), open(FIRST)]);
    expect(opened.map(({ status }) => status)).toEqual(Array(4).fill('fulfilled'));
    expect((await open(FIRST)).all).toHaveLength(1);
  });

  it('of an earlier version, which had none, is not made with a key that does not open what was sealed', async () => {
    const sealed = createSecretBox(FIRST).seal('secret');
    const found = async () => sealed;
    await expect(openKeyRing(db, () => [SECOND], found)).rejects.toMatchObject({ code: 'wrong_secret_key' });
    expect(await inspectKeyRing(db, () => [SECOND])).toBe('none');
    const ring = await openKeyRing(db, () => [SECOND, FIRST], found);
    expect(createSecretBox(ring).open(sealed)).toBe('secret');
    expect(await inspectKeyRing(db, () => [SECOND, FIRST])).toBe('sealed_with_previous');
  });

  it('is opened by a former key until it was sealed with the new one, and keeps the former one then', async () => {
    const before = createSecretBox(await open(FIRST));
    const sealed = before.seal('secret');
    expect(createSecretBox(await open(SECOND, FIRST)).open(sealed)).toBe('secret');
    expect((await open(FIRST)).all).toHaveLength(2);
    await rotate(SECOND, FIRST);

    await expect(open(FIRST)).rejects.toMatchObject({
      code: 'wrong_secret_key',
      message: /was replaced by a newer one/,
    });
    const after = createSecretBox(await open(SECOND));
    expect(after.open(sealed)).toBe('secret');
    await rotate(THIRD, SECOND);
    const last = createSecretBox(await open(THIRD));
    expect(last.open(sealed)).toBe('secret');
    expect(last.open(after.seal('more'))).toBe('more');
    // What is looked for by its digest is found again.
    expect(last.digest('token')).toBe(before.digest('token'));
  });

  it('holds no key in the open', async () => {
    await open(FIRST);
    await rotate(SECOND, FIRST);
    const { rows } = await db.query('select * from secret_keys');
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(FIRST).toString('hex'));
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(SECOND).toString('hex'));
  });

  it('lets a running process see a key that was added, and that its own does not open it any more', async () => {
    let given: Keys = [FIRST];
    const running = await openKeyRing(db, () => given, nothing);
    await open(SECOND, FIRST);
    await running.refresh();
    expect(running.all).toHaveLength(2);
    expect(running.current.key).toEqual(FIRST);
    await rotate(SECOND, FIRST);
    expect(await opensDatabase(db, running)).toBe(true);
    await rotate(THIRD, SECOND);
    expect(await opensDatabase(db, running)).toBe(false);
    given = [THIRD];
    await expect.poll(() => opensDatabase(db, running)).toBe(true);
    expect(running.current.key).toEqual(THIRD);
  });
});
