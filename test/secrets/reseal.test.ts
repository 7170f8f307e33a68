import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as engine from '../../src/runtime/store/find-sealed.ts';
import type { Database } from '../../src/shared/postgres/database.ts';
import { openDatabase } from '../../src/shared/postgres/open-database.ts';
import { ringOf } from '../../src/shared/secrets/key-ring.ts';
import { reseal } from '../../src/shared/secrets/reseal.ts';
import { createSecretBox } from '../../src/shared/secrets/secret-box.ts';
import { secretKey } from '../../src/shared/secrets/secret-key.ts';
import * as service from '../../src/v2/service/store/find-sealed.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const [former, present] = [secretKey(new Uint8Array(32).fill(1)), secretKey(new Uint8Array(32).fill(2))];

let databases: TestDatabase[];
let ofEngine: Database;
let ofService: Database;
beforeAll(async () => {
  databases = [await createTestDatabase('engine'), await createTestDatabase('service')];
  const [engine, service] = databases;
  if (!engine || !service) throw new Error('both databases were made');
  [ofEngine, ofService] = [openDatabase(engine.url), openDatabase(service.url)];
});
afterAll(async () => {
  await Promise.all([ofEngine.close(), ofService.close()]);
  for (const database of databases) await database.drop();
});

describe('sealing anew', () => {
  it('leaves no text that a former key sealed, and none of the texts changed', async () => {
    await ofService.query('create table things (id int primary key, sealed text)');
    const before = createSecretBox(ringOf([former]));
    for (let id = 0; id < 450; id += 1) {
      await ofService.query('insert into things values ($1, $2)', [
        id,
        id % 50 === 0 ? null : before.seal(`text ${id}`),
      ]);
    }
    await ofService.query(`insert into things values (1000, ''), (1001, 'v2.k0.unreadable')`);
    const box = createSecretBox(ringOf([present, former]));
    const columns = [{ table: 'things', column: 'sealed' }];
    expect(await reseal(ofService, box, present.id, columns)).toBe(441);
    const alone = createSecretBox(ringOf([present]));
    const { rows } = await ofService.query<{ id: number; sealed: string }>(
      'select id, sealed from things where id < 1000 and sealed is not null',
    );
    expect(rows.map(({ id, sealed }) => alone.open(sealed) === `text ${id}`)).toEqual(Array(441).fill(true));
    expect(await reseal(ofService, box, present.id, columns)).toBe(0);
    await ofService.query('drop table things');
  });

  it('knows every column of sealed texts of the V2 service', async () => {
    const { rows } = await ofService.query(
      `select table_name as table, column_name as column from information_schema.columns
        where table_schema = 'public' and column_name like '%sealed%' and table_name <> 'secret_keys'`,
    );
    const order = (columns: readonly object[]) => columns.map((one) => JSON.stringify(one)).sort();
    expect(order(rows)).toEqual(order(service.SEALED_COLUMNS));
  });

  it('reads the columns that are listed', async () => {
    expect(await engine.findSealed(ofEngine)).toBeNull();
    expect(await service.findSealed(ofService)).toBeNull();
    await reseal(ofEngine, createSecretBox(ringOf([present])), present.id, engine.SEALED_COLUMNS);
    await reseal(ofService, createSecretBox(ringOf([present])), present.id, service.SEALED_COLUMNS);
  });
});
