import { createAdmissions } from '../../activities/create-activities.ts';
import type { StepDeps } from '../../activities/deps.ts';
import type { StepClient, V2Outcome } from '../../activities/v2-caller.ts';
import type { AccountCalendars } from '../../src/runtime/slots/account-calendars.ts';
import { wasCommitted } from '../../src/runtime/store/intents/was-committed.ts';
import type { Queryable } from '../../src/shared/postgres/database.ts';
import { wholeOf } from '../../src/shared/postgres/transaction.ts';
import { createTransactionBatches } from '../../src/shared/postgres/transaction-batches.ts';
import type { Statement } from './blocking-client.ts';
import { refusedOf } from './refused-row.ts';

/** The statements by which a step locks its enrollment: in the transaction of its intent, and in that of its outcome. */
export const LAST_LOOK =
  /e\.progress[^;]*from (?:held join enrollments e on e\.id = held\.enrollment_id|enrollments e)\s+where e\.id = any\(\$1\) order by e\.id for no key update/;

/** The statement that a step asks behind that before it sends. */
export const LOOK_FURTHER = /\) as writer,/;

export function change(statement: Statement, which: RegExp, how: (text: string) => string): Statement {
  if (!which.test(statement.text)) return statement;
  const text = how(statement.text);
  // Another text under the same name would be refused.
  const { name: _, ...rest } = statement;
  return text === statement.text ? statement : { ...rest, text };
}

export function without(which: RegExp, words: string | RegExp): (statement: Statement) => Statement {
  return (statement) => change(statement, which, (text) => text.replace(words, ''));
}

export function onOutcome(
  then: (outcome: V2Outcome, again: () => Promise<V2Outcome>) => Promise<V2Outcome>,
): (step: StepDeps) => StepDeps {
  const wrapped = (client: StepClient): StepClient => ({
    ...client,
    perform: async (definition, call) => {
      const ask = (): Promise<V2Outcome> => client.perform(definition, call);
      const outcome = await ask();
      return definition.effect === 'read' ? outcome : then(outcome, ask);
    },
  });
  return (step) => ({ ...step, v2: wrapped(step.v2), v2_in_place: wrapped(step.v2_in_place) });
}

type Db = StepDeps['db'];

/** The same engine over another database. */
export const over = (db: Db, step: StepDeps): StepDeps => ({
  ...step,
  db,
  admissions: createAdmissions(db),
  recordings: createTransactionBatches(db, wasCommitted),
});

/** The transaction of an intent is undone after its work saw it done. */
export function forgetting(db: Db): Db {
  const undone = new Error('undone');
  return {
    ...db,
    async transaction(work) {
      let wrote = false;
      let result: { value: Awaited<ReturnType<typeof work>> } | null = null;
      try {
        return await db.transaction(async (tx) => {
          const watched = {
            query: ((text: string, values?: readonly unknown[]) => {
              if (text.includes('insert into intents')) wrote = true;
              return tx.query(text, values);
            }) as typeof tx.query,
          };
          const value = await work(watched);
          result = { value };
          if (wrote) throw undone;
          return value;
        });
      } catch (error) {
        const kept = result as { value: Awaited<ReturnType<typeof work>> } | null;
        if (error === undone && kept) return kept.value;
        throw error;
      }
    },
  };
}

/** Nobody can see of whom it was the fault. */
export const notDistinguished = (db: Db): Db => ({
  ...db,
  transaction: (work) =>
    db.transaction(work).catch((error: unknown) => {
      throw refusedOf(error) === null ? error : new Error('the transaction failed', { cause: error });
    }),
});

export function swallowing(db: Db): Db {
  return {
    ...db,
    async transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T> {
      const made: { value: T }[] = [];
      try {
        return await db.transaction(async (tx) => {
          const value = await work(tx);
          made.push({ value });
          return value;
        });
      } catch (error) {
        const [kept] = made;
        if (kept && refusedOf(error) !== null) return kept.value;
        throw error;
      }
    },
  };
}

/** Each transaction looks at an account's calendar once, and so does not see what it has moved in it. */
export function readingOnce(calendars: AccountCalendars): AccountCalendars {
  const seen = new WeakMap<Queryable, Map<string, ReturnType<AccountCalendars['read']>>>();
  return {
    ...calendars,
    read(tx, account, now) {
      const ofTransaction = seen.get(wholeOf(tx)) ?? new Map();
      seen.set(wholeOf(tx), ofTransaction);
      const calendar = ofTransaction.get(account.id) ?? calendars.read(tx, account, now);
      ofTransaction.set(account.id, calendar);
      return calendar;
    },
  };
}

/** Places are written for days long gone, so no cap ever counts them. */
export function misdating(db: Db): Db {
  const changed = (text: string, values: readonly unknown[] | undefined): readonly unknown[] | undefined =>
    text.includes('insert into slots')
      ? values?.map((value) =>
          typeof value === 'string' ? value.replace(/"\d{4}-\d\d-\d\d"/g, '"2025-01-06"') : value,
        )
      : values;
  return {
    ...db,
    transaction: (work) =>
      db.transaction((tx) =>
        work({
          query: ((text: string, values?: readonly unknown[]) =>
            tx.query(text, changed(text, values))) as typeof tx.query,
        }),
      ),
  };
}
