import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AccountCalendar, listOf } from '../../src/core/calendar/account-calendar.ts';
import { localDay, localWeek } from '../../src/core/calendar/local-day.ts';
import { type AccountCalendars, createAccountCalendars } from '../../src/runtime/slots/account-calendars.ts';
import { lockAccount } from '../../src/runtime/store/accounts/find-account.ts';
import { readForSlot } from '../../src/runtime/store/slots/read-for-slot.ts';
import { DAY, HOUR } from '../../src/shared/kit/duration.ts';
import type { Database, Queryable } from '../../src/shared/postgres/database.ts';
import { openDatabase } from '../../src/shared/postgres/open-database.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { rounds } from '../support/rounds.ts';

const NOW = Date.parse('2026-03-04T10:00:00Z');
const ACCOUNT = { id: 'acc_1', zone: 'UTC' };

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase('engine');
  db = openDatabase(database.url, { max: 4 });
  await db.query(`insert into plans (digest, plan) values ('d', '{}')`);
  await db.query(`insert into sequences (name, current_version) values ('s', 1)`).catch(() => undefined);
  await db.query(
    `insert into sequence_versions (sequence, version, digest, source, created_at) values ('s', 1, 'd', '', now())`,
  );
  await db.query(
    `insert into accounts (id, platform, name, status, updated_at) values ('acc_1', 'professional', 'Anna', 'connected', now())`,
  );
  await db.query(
    `insert into enrollments (id, sequence, version, digest, senders, status, created_at)
     select 'enr_' || n, 's', 1, 'd', '{}', 'active', now() from generate_series(0, 39) n`,
  );
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

async function book(tx: Queryable, person: number, at: number): Promise<void> {
  await tx.query(
    `insert into slots (account_id, limit_class, enrollment_id, node, visit, at, local_day, local_week, state)
     values ('acc_1', 'invite', $1, 'invite', 1, $2, $3, $4, 'booked')
     on conflict (enrollment_id, node, visit, limit_class, spent) do update
        set at = excluded.at, local_day = excluded.local_day, local_week = excluded.local_week`,
    [`enr_${person}`, new Date(at), localDay(at, 'UTC'), localWeek(at, 'UTC')],
  );
}

const free = (tx: Queryable, person: number) =>
  tx.query('delete from slots where enrollment_id = $1', [`enr_${person}`]);
const use = (tx: Queryable, person: number) =>
  tx.query(`update slots set state = 'used' where enrollment_id = $1`, [`enr_${person}`]);

const days = Array.from({ length: 12 }, (_, index) => localDay(NOW + index * DAY, 'UTC'));
const contentOf = (content: AccountCalendar) =>
  days.map((day) =>
    content
      .onDay(listOf('invite', 's'), day)
      .map(({ step, at, used }) => `${step} ${at} ${used}`)
      .sort(),
  );

/** Reads the calendar as a step does: where it is in memory, what has changed of it comes with all else that the step asks for. */
async function readAsStep(books: AccountCalendars, tx: Queryable): Promise<AccountCalendar> {
  const look = books.lookAt(tx, ACCOUNT, NOW);
  const step = { enrollment_id: 'enr_0', node: 'invite', visit: 1, account_id: ACCOUNT.id, limit_class: 'invite' };
  const { changed } = await readForSlot(tx, {
    ...{ ...step, senders: [], costs_credits: false },
    calendar: look?.query ?? null,
  });
  return (look && changed && look.take(changed)) ?? books.read(tx, ACCOUNT, NOW);
}

class Undone extends Error {}

describe('the calendar of an account that is kept in memory', () => {
  it('is what the tables hold, whatever other processes changed and whatever was rolled back', async () => {
    const change = fc.record({
      process: fc.constantFrom(0, 1),
      what: fc.constantFrom('book', 'free', 'use'),
      person: fc.integer({ min: 0, max: 3 }),
      hours: fc.integer({ min: 0, max: 200 }),
      rolledBack: fc.boolean(),
      as_step: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 25 }), async (changes) => {
        await db.query('delete from slots');
        const processes = [createAccountCalendars(), createAccountCalendars()];
        for (const { process, what, person, hours, rolledBack, as_step } of changes) {
          const books = processes[process];
          if (!books) throw new Error('no such process');
          const work = db.transaction(async (tx) => {
            await lockAccount(tx, 'acc_1');
            const read = () => (as_step ? readAsStep(books, tx) : books.read(tx, ACCOUNT, NOW));
            await read();
            if (what === 'book') await book(tx, person, NOW + hours * HOUR);
            else if (what === 'free') await free(tx, person);
            else await use(tx, person);
            const kept = contentOf(await read());
            expect(kept).toEqual(contentOf(await createAccountCalendars().read(tx, ACCOUNT, NOW)));
            if (rolledBack) throw new Undone();
          });
          await work.catch((error: unknown) => {
            if (!(error instanceof Undone)) throw error;
          });
        }
        for (const books of processes) {
          await db.transaction(async (tx) => {
            const kept = contentOf(await books.read(tx, ACCOUNT, NOW));
            expect(kept).toEqual(contentOf(await createAccountCalendars().read(tx, ACCOUNT, NOW)));
          });
        }
      }),
      { numRuns: rounds(25) },
    );
  });

  it('is the same one again, with what changed', async () => {
    await db.query('delete from slots');
    const books = createAccountCalendars();
    const read = () => db.transaction((tx) => books.read(tx, ACCOUNT, NOW));
    await db.transaction(async (tx) => {
      for (let person = 0; person < 40; person++) await book(tx, person, NOW + person * HOUR);
    });
    const first = await read();
    expect(contentOf(first).flat()).toHaveLength(40);
    await db.transaction((tx) => free(tx, 7));
    expect(await read()).toBe(first);
    expect(contentOf(first).flat()).toHaveLength(39);
  });
});
