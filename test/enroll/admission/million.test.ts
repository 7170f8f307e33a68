import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { viewCampaign } from '../../../src/app/api/views/campaign.ts';
import { createBeginning } from '../../../src/runtime/enroll/admission/begin-waiting.ts';
import { createCampaign } from '../../../src/runtime/enroll/campaign/create-campaign.ts';
import { importPage } from '../../../src/runtime/enroll/campaign/import-page.ts';
import { readCampaign } from '../../../src/runtime/store/campaigns/read-campaign.ts';
import { addSequence, type Bench, openBench } from '../fixtures.ts';

/** `OVERTURE_LEADS=1000000` for the figures of a large campaign; they are printed, never asserted. */
const LEADS = Number(process.env.OVERTURE_LEADS ?? 20_000);
const IMPORTED = 5_000;

let bench: Bench;
let id: string;
beforeAll(async () => {
  bench = await openBench();
  await addSequence(bench.db, 'hello', { limits: { visit: [{ count: 80, per: 'day' }] } });
}, 600_000);
afterAll(() => bench.close());

async function timed<T>(what: string, work: () => Promise<T>, per?: number): Promise<T> {
  const from = performance.now();
  const result = await work();
  const ms = performance.now() - from;
  if (process.env.OVERTURE_LEADS !== undefined) {
    const rate = per === undefined ? '' : `, ${Math.round(per / (ms / 1000))}/s`;
    process.stdout.write(`${what}: ${ms.toFixed(1)} ms${rate}\n`);
  }
  return result;
}

async function* file(count: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from('First name;Company;LinkedIn URL;E-Mail\r\n');
  for (let n = 0; n < count; n += 500) {
    const rows = Array.from(
      { length: 500 },
      (_, k) => `P${n + k};Firm ${(n + k) % 997};person-${n + k};p${n + k}@x${(n + k) % 97}.example`,
    );
    yield Buffer.from(`${rows.join('\r\n')}\r\n`);
  }
}

/** Writes the rows that an import would write, without its work. */
async function generate(campaign: string, from: number, to: number): Promise<void> {
  const range = 'generate_series($1::int, $2::int - 1) as n';
  await bench.db.query(
    `insert into leads (id, first_name, profile_url, created_at, updated_at)
     select 'lead_gen' || lpad(n::text, 8, '0'), 'P' || n, 'person-' || n, now(), now() from ${range}`,
    [from, to],
  );
  await bench.db.query(
    `insert into identities (kind, value, lead_id) select 'slug', 'person-' || n, 'lead_gen' || lpad(n::text, 8, '0') from ${range}`,
    [from, to],
  );
  // Else Postgres asks for each enrollment whether its person is there by a plan of when there were few.
  await bench.db.query('analyze leads');
  await bench.db.query(
    `insert into enrollments (id, sequence, version, digest, lead_id, campaign_id, senders, vars, status, created_at, queue, waiting_kind, waiting_text)
     select 'enr_zgen' || lpad(n::text, 8, '0'), e.sequence, e.version, e.digest, 'lead_gen' || lpad(n::text, 8, '0'), e.campaign_id,
            e.senders, e.vars, 'queued', e.created_at, e.queue, 'slot', 'waits'
       from ${range}, (select * from enrollments where campaign_id = $3 and queue is not null limit 1) e`,
    [from, to, campaign],
  );
  await bench.db.query(
    `insert into campaign_rows (campaign_id, row, status, enrollment_id)
     select $3, n + 1, 'created', 'enr_zgen' || lpad(n::text, 8, '0') from ${range}`,
    [from, to, campaign],
  );
  await bench.db.query(
    `insert into campaign_tallies (campaign_id, what, amount) values ($1, 'enrolled', $2), ($1, 'rows', $2)`,
    [campaign, to - from],
  );
  await bench.db.query('vacuum analyze', []);
}

describe('a campaign of very many leads', () => {
  it('is staged and imported in batches', async () => {
    const source = { csv: file(IMPORTED), mapping: {} };
    const made = await timed(
      'staged',
      () => createCampaign(bench, { name: 'large', sequence: 'hello', source }),
      IMPORTED,
    );
    if (made.kind === 'refused') throw new Error(made.message);
    id = made.campaign.id;
    const read = importPage({ ...bench, v2: { call: () => Promise.reject(new Error('nothing is read')) } });
    await timed(
      'imported',
      async () => {
        while ((await read({ campaign_id: id, offset: 0 })).next_offset !== null);
      },
      IMPORTED,
    );
    const { rows } = await bench.db.query<{ n: number }>('select count(*)::int as n from enrollments', []);
    expect(rows).toEqual([{ n: IMPORTED }]);
  }, 600_000);

  it('is rows, and only what can act soon reaches Temporal', async () => {
    await timed('generated', () => generate(id, IMPORTED, LEADS), LEADS - IMPORTED);
    const turn = createBeginning({ ...bench, profiles: [] });
    const begin = () => turn();
    while (await timed('a turn of the loop', begin));
    await timed('an idle turn', begin);
    await timed('an idle turn', begin);
    const { rows } = await bench.db.query<{ n: number }>(
      `select count(*)::int as n from outbox where kind = 'start_enrollment'`,
      [],
    );
    expect(rows).toEqual([{ n: 240 }]);
  }, 600_000);

  it('is shown with its counts', async () => {
    const row = await readCampaign(bench.db, { id });
    if (row === null) throw new Error('the campaign is gone');
    const view = await timed('the view of the campaign', () => viewCampaign(bench.db, row));
    await timed('the view of the campaign', () => viewCampaign(bench.db, row));
    expect(view.counts).toMatchObject({ enrolled: LEADS, queued: LEADS, rows: LEADS, pending: 0 });
  });
});
