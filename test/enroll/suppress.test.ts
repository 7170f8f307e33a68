import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { enrollLead } from '../../src/runtime/enroll/enroll-lead.ts';
import { type Suppressed, type Suppressing, suppress } from '../../src/runtime/enroll/suppress.ts';
import type { SuppressedName } from '../../src/runtime/store/suppressions/suppression-names.ts';
import type { Database, Queryable } from '../../src/shared/postgres/database.ts';
import { addSequence, type Bench, openBench } from './fixtures.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await openBench();
  await addSequence(bench.db, 'hello');
  await addSequence(bench.db, 'other');
});
afterEach(() => bench.close());

const PEOPLE = ['ada', 'bea', 'cea', 'dea'];
const lead = (name: string, n: number) => ({
  ...{ first_name: name, email: `${name}@${n % 2 === 0 ? 'mail.' : ''}x.example`, company: `Company ${n % 3}` },
  profile_url: `https://professional.example/in/${name}`,
});

/** The ids of the people, each of whom is in one sequence or two. */
async function enrollPeople(): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const [n, name] of PEOPLE.entries()) {
    const done = await enrollLead(bench, { sequence: 'hello', lead: lead(name, n) });
    if (done.kind !== 'created') throw new Error(`${name} was not enrolled: ${done.kind}`);
    ids.push(done.enrollment.lead_id ?? '');
  }
  // A second sequence, which nobody has begun: it ends at once where it is stopped.
  await bench.db.query(
    `insert into enrollments (id, sequence, version, digest, lead_id, senders, status, created_at)
     select e.id || '_second', v.sequence, v.version, v.digest, e.lead_id, e.senders, 'active', e.created_at
       from enrollments e, sequence_versions v where e.lead_id = any($1) and v.sequence = 'other'`,
    [ids.slice(0, 2)],
  );
  return ids;
}

const NAMES = (ids: readonly string[]): readonly SuppressedName[] => [
  ...ids.map((value) => ({ kind: 'lead' as const, value })),
  ...PEOPLE.map((value) => ({ kind: 'slug' as const, value })),
  ...PEOPLE.map((value, n) => ({ kind: 'email' as const, value: lead(value, n).email })),
  ...['company 0', 'company 1', 'of nobody'].map((value) => ({ kind: 'company' as const, value })),
  ...['x.example', 'mail.x.example', 'y.example'].map((value) => ({ kind: 'domain' as const, value })),
  { kind: 'email', value: 'stranger@y.example' },
];

/** Everything that it wrote, without ids that are made anew each time. */
async function written(db: Queryable, done: readonly Suppressed[]) {
  const all = async (text: string) => (await db.query(text)).rows;
  return {
    results: done.map(({ created, stopped, row: { kind, value, reason } }) => ({
      created,
      stopped,
      kind,
      value,
      reason,
    })),
    entries: await all(`select s.kind, s.value, s.reason, p.value as of from suppressions s
      left join suppressions p on p.id = s.person_entry order by 1, 2`),
    stops: await all(`select e.id, e.status, e.outcome, e.stop_outcome, s.value as by from enrollments e
      left join suppressions s on e.stop_event_id = 'suppression/' || s.id order by 1`),
    lines: await all('select enrollment_id, type, title from timeline order by enrollment_id, id'),
    signals: await all('select kind, target_id from outbox order by kind, target_id'),
    announced: await all(
      `select type, lead_id, detail - 'suppression_id' as detail from announcements where type = 'lead.suppressed' order by detail ->> 'kind', detail ->> 'value'`,
    ),
  };
}

class Undone extends Error {}

/** Does `work` in a transaction and undoes it, so that the same can be done again in another way. */
async function tried<T>(db: Database, work: (inside: Database) => Promise<T>): Promise<T> {
  let result: { readonly value: T } | null = null;
  const undone = db.transaction(async (tx) => {
    const inside: Database = { ...db, query: tx.query.bind(tx), transaction: (part) => part(tx) };
    result = { value: await work(inside) };
    throw new Undone();
  });
  await undone.catch((error: unknown) => {
    if (!(error instanceof Undone)) throw error;
  });
  if (result === null) throw new Error('nothing was tried');
  return (result as { readonly value: T }).value;
}

describe('names that are put on the do-not-contact list together', () => {
  it('write what each of them writes after the other', async () => {
    const names = NAMES(await enrollPeople());
    const drawn = fc.array(fc.nat(names.length - 1), { minLength: 1, maxLength: 12 });
    const some = new Set<string>();
    await fc.assert(
      fc.asyncProperty(drawn, async (places) => {
        const asked = places.flatMap((place, n): Suppressing[] => {
          const name = names[place];
          return name === undefined ? [] : [{ name, reason: `reason ${n}` }];
        });
        const together = await tried(bench.db, async (db) => written(db, await suppress({ ...bench, db }, asked)));
        const apart = await tried(bench.db, async (db) => {
          const done: Suppressed[] = [];
          for (const one of asked) done.push(...(await suppress({ ...bench, db }, [one])));
          return written(db, done);
        });
        expect(together).toEqual(apart);
        for (const { created, stopped } of together.results) some.add(`${created} ${stopped > 0}`);
      }),
      { numRuns: 30 },
    );
    expect([...some].sort()).toEqual(['false false', 'false true', 'true false', 'true true']);
  });

  it('are listed in the order in which they were given', async () => {
    const values = Array.from({ length: 20 }, (_, n) => `${(n * 7) % 20}@x.example`);
    await suppress(
      bench,
      values.map((value) => ({ name: { kind: 'email', value }, reason: 'asked' })),
    );
    const { rows } = await bench.db.query<{ value: string }>('select value from suppressions order by id');
    expect(rows.map(({ value }) => value)).toEqual(values);
  });

  it('take as many statements as two of them', async () => {
    const statementsFor = async (count: number): Promise<number> => {
      let statements = 0;
      const db: Database = {
        ...bench.db,
        transaction: (work, options) =>
          bench.db.transaction((tx) => {
            const query = tx.query.bind(tx);
            const counting: typeof tx.query = (text, values) => {
              statements++;
              return query(text, values);
            };
            return work(Object.assign(tx, { query: counting }));
          }, options),
      };
      const asked = Array.from({ length: count }, (_, n) => ({
        ...{ name: { kind: 'email' as const, value: `${count}-${n}@x.example` }, reason: 'asked' },
      }));
      await suppress({ ...bench, db }, asked);
      return statements;
    };
    expect(await statementsFor(100)).toBe(await statementsFor(2));
  });
});
