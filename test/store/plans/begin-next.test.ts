import { expect, it } from 'vitest';
import { createBeginning } from '../../../src/runtime/enroll/admission/begin-waiting.ts';
import { enrollBatch } from '../../../src/runtime/enroll/enroll-batch.ts';
import type { Database, Queryable } from '../../../src/shared/postgres/database.ts';
import { openDatabase } from '../../../src/shared/postgres/open-database.ts';
import { ada, addSequence, openBench } from '../../enroll/fixtures.ts';
import { IS_NIGHT } from '../../support/rounds.ts';

/** People who wait to begin; the second number so large that whatever looks at each of them shows. */
const [FEW, MANY] = [1_000, IS_NIGHT ? 200_000 : 20_000];
const CAMPAIGNS = 5;

interface Node {
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
}

/** Pages that Postgres looked at for each statement, as it counts them, before the statement is really carried out. */
function countingPages(db: Database, pages: Map<string, number>): Database {
  const counted = (on: Queryable): Queryable => ({
    async query(text, values) {
      if (/^\s*(select|with|insert|update|delete)\s/i.test(text)) {
        await on.query('savepoint looked');
        const { rows } = await on.query<{ 'QUERY PLAN': readonly [{ readonly Plan: Node }] }>(
          `explain (analyze, buffers, format json) ${text}`,
          values,
        );
        await on.query('rollback to looked');
        const [plan] = rows[0]?.['QUERY PLAN'] ?? [];
        const looked = (plan?.Plan['Shared Hit Blocks'] ?? 0) + (plan?.Plan['Shared Read Blocks'] ?? 0);
        const name = text.replace(/\s+/g, ' ').trim().slice(0, 80);
        pages.set(name, (pages.get(name) ?? 0) + looked);
      }
      return on.query(text, values);
    },
  });
  return {
    query: (text, values) => db.transaction((tx) => counted(tx).query(text, values)),
    transaction: (work, options) => db.transaction((tx) => work(counted(tx)), options),
    close: () => db.close(),
  };
}

/** Pages of a turn of the loop in which somebody begins, and of one in which nobody can, while so many wait. */
async function pagesOfTurns(waiting: number) {
  const bench = await openBench();
  try {
    await addSequence(bench.db, 'hello', { limits: { visit: [{ count: 10, per: 'day' }] } });
    // While Postgres counts a table by itself, nobody may forget the rows that were there when it began, and they are gone through.
    for (const table of ['enrollments', 'queues', 'leads', 'outbox'])
      await bench.db.query(`alter table ${table} set (autovacuum_enabled = off)`);
    const leads = Array.from({ length: 20 }, (_, n) =>
      ada({ profile_url: `https://professional.example/in/first-${n}`, email: `first${n}@x.example` }),
    );
    await enrollBatch(bench, { sequence: 'hello', leads });
    const range = `generate_series(1, ${waiting}) as n`;
    await bench.db.query(
      `insert into queues (key, sequence, digest, places) select 'group ' || n, q.sequence, q.digest, q.places from generate_series(1, ${CAMPAIGNS}) as n, queues q`,
    );
    await bench.db.query(
      `insert into leads (id, created_at, updated_at) select 'lead_z' || n, now(), now() from ${range}`,
    );
    // Else Postgres asks for each enrollment whether its person is there by a plan of when there were few.
    await bench.db.query('analyze leads');
    await bench.db.query(
      `insert into enrollments (id, sequence, version, digest, lead_id, senders, vars, status, created_at, queue, waiting_kind, waiting_text)
       select 'enr_z' || lpad(n::text, 8, '0'), e.sequence, e.version, e.digest, 'lead_z' || n, e.senders, e.vars, 'queued', e.created_at,
              (select id from queues where key = 'group ' || 1 + n % ${CAMPAIGNS}), 'slot', 'waits'
         from ${range}, (select * from enrollments where queue is not null limit 1) as e`,
    );
    await bench.db.query('vacuum analyze');
    const pages = { begins: new Map<string, number>(), waits: new Map<string, number>() };
    const worker = openDatabase(bench.url, { max: 4, plans_once: true });
    const turn = createBeginning({ ...bench, db: worker, profiles: [] });
    while (await turn());
    await bench.db.query('vacuum (index_cleanup on)');
    const begun = async () => {
      const { rows } = await bench.db.query<{ n: number }>(
        'select count(*)::int as n from enrollments where started_at is not null',
      );
      return rows[0]?.n ?? 0;
    };
    const before = await begun();
    await createBeginning({ ...bench, db: countingPages(worker, pages.waits), profiles: [] })();
    expect(await begun()).toBe(before);
    // Ten of those who had begun are over, so others may.
    await bench.db.query(
      `update enrollments set status = 'finished', finished_at = now() where id in (select id from enrollments where started_at is not null and queue is not null and id like 'enr_z%' limit 10)`,
    );
    await createBeginning({ ...bench, db: countingPages(worker, pages.begins), profiles: [] })();
    expect(await begun()).toBe(before + 10);
    await worker.close();
    return pages;
  } finally {
    await bench.close();
  }
}

const sumOf = (pages: ReadonlyMap<string, number>): number => [...pages.values()].reduce((sum, one) => sum + one, 0);

it('lets the next begin at the same cost whether a thousand wait or many times as many', async () => {
  const [few, many] = [await pagesOfTurns(FEW), await pagesOfTurns(MANY)];
  for (const what of ['waits', 'begins'] as const) {
    expect(few[what].size).toBeGreaterThan(3);
    for (const [statement, pages] of many[what]) {
      // An index that is larger is a level deeper.
      expect(pages, statement).toBeLessThanOrEqual(2 * (few[what].get(statement) ?? 0) + 20);
    }
    expect(sumOf(many[what])).toBeLessThan(2 * sumOf(few[what]));
  }
});
