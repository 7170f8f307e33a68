import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { startPostgres } from '../../src/app/main/postgres/start-postgres.ts';
import { searchQuery } from '../../src/runtime/conversations/search-words.ts';
import type { ConversationFilter } from '../../src/runtime/store/conversations/list-conversations.ts';
import { searchListing } from '../../src/runtime/store/conversations/search-conversations.ts';
import { countListed, readPage } from '../../src/runtime/store/listing.ts';
import { migrate } from '../../src/runtime/store/migrate.ts';
import type { Database } from '../../src/shared/postgres/database.ts';
import { openDatabase } from '../../src/shared/postgres/open-database.ts';
import { addSequence } from '../enroll/fixtures.ts';
import { percentile } from '../support/percentile.ts';
import type { Bound } from './ratio.ts';

const CONVERSATIONS = 200_000;
const ROUNDS = 40;
const PAGE = 51;
/** Milliseconds. */
const AIM = 100;

/** Filters of users who are limited to some accounts: to one in a hundred, and to half of them, of which the last one has nothing. */
const ONE = { within: ['acc_7'] };
const HALF = { within: [...Array.from({ length: 50 }, (_, n) => `acc_${n}`), 'acc_none'] };

/** From what fits nearly all to what fits a handful, and nobody. */
export const FILTERS: Readonly<Record<string, ConversationFilter>> = {
  'no filter': {},
  'state=open': { state: 'open' },
  'state=snoozed': { state: 'snoozed' },
  'unread=true': { unread: true },
  'channel=messenger (one of 20,000)': { channel: 'messenger' },
  'channel=email': { channel: 'email' },
  'account_id (a hundredth)': { account_id: 'acc_7' },
  'account_id of nobody': { account_id: 'acc_none' },
  'campaign_id (a half)': { campaign_id: 'cmp_0' },
  'campaign_id (a five-hundredth)': { campaign_id: 'cmp_123' },
  'label=interested': { label: 'interested' },
  'label=wrong_person (one of 20,000)': { label: 'wrong_person' },
  'assignee (a fiftieth)': { assignee: 'user_3' },
  'assignee=none, state=open, waiting_for=us': { assignee: 'none', state: 'open', waiting_for: 'us' },
  'state=open, channel=messenger, label=interested': { state: 'open', channel: 'messenger', label: 'interested' },
  'account, assignee, unread': { account_id: 'acc_7', assignee: 'user_3', unread: true },
  'q of a name (one)': { found: searchQuery('person123456') ?? '' },
  'q of a word in a thousandth': { found: searchQuery('rare77') ?? '' },
  'q of a word in all': { found: searchQuery('hello') ?? '' },
  'q of a beginning (a tenth)': { found: searchQuery('often1') ?? '' },
  'q of two words': { found: searchQuery('hello often3') ?? '' },
  'q of two words, state=open': { found: searchQuery('hello often3') ?? '', state: 'open' },
  'q of two words, unread': { found: searchQuery('hello often3') ?? '', unread: true },
  'q of two words, unread, a fiftieth': { found: searchQuery('hello often5') ?? '', unread: true, assignee: 'user_3' },
  'q of a word of the newest alone (45)': { found: searchQuery('lately') ?? '' },
  'q of no word': { found: searchQuery('nowhere') ?? '' },
  'limited to one': ONE,
  'limited to nothing': { within: ['acc_none'] },
  'limited to half': HALF,
  'limited to one, state=open, waiting_for=us': { ...ONE, state: 'open', waiting_for: 'us' },
  'limited to one, unread': { ...ONE, unread: true },
  'limited to one, label=interested': { ...ONE, label: 'interested' },
  'limited to one, campaign_id (a half)': { ...ONE, campaign_id: 'cmp_x' },
  'limited to half, assignee=none, state=open, waiting_for=us': {
    ...{ ...HALF, assignee: 'none', state: 'open', waiting_for: 'us' },
  },
  'limited to half, label=wrong_person': { ...HALF, label: 'wrong_person' },
  'limited to half, campaign_id (a half)': { ...HALF, campaign_id: 'cmp_0' },
  'limited to half, campaign_id of others alone': { ...HALF, campaign_id: 'cmp_51' },
  'limited to one, q of a word in all': { ...ONE, found: searchQuery('hello') ?? '' },
  'limited to one, q of a word that others have': { ...ONE, found: searchQuery('lately') ?? '' },
  'limited to one, q of two words': { ...ONE, found: searchQuery('hello often7') ?? '' },
  'limited to half, q of two words, unread': { ...HALF, found: searchQuery('hello often3') ?? '', unread: true },
  'limited to half, q of no word': { ...HALF, found: searchQuery('nowhere') ?? '' },
};

/** How long a page of the inbox takes among 200,000 conversations, by filter, first page and a later one, and the count of what fits. */
export async function benchConversations(report: (line: string) => void): Promise<Bound[]> {
  const folder = mkdtempSync(join(tmpdir(), 'overture-bench-'));
  const postgres = await startPostgres({ folder });
  try {
    const url = await postgres.ensureDatabase('bench_conversations');
    await migrate(url, PACKAGE_ROOT);
    const db = openDatabase(url, { max: 4 });
    try {
      await fillConversations(db, CONVERSATIONS);
      report(`${CONVERSATIONS} conversations`);
      return await measure(db, report);
    } finally {
      await db.close();
    }
  } finally {
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(db: Database, report: (line: string) => void): Promise<Bound[]> {
  const figures: Bound[] = [];
  for (const [name, filter] of Object.entries(FILTERS)) {
    const listing = searchListing(db, filter);
    const page = (after: readonly string[] | null = null) => readPage(db, listing, { limit: PAGE, after });
    const first = await times(() => page());
    const rows = await page();
    const last = rows.at(-1);
    const after = last === undefined ? null : [last.last_at.toISOString(), last.id];
    const later = await times(() => page(after));
    const counted = await times(() => countListed(db, listing, 10_001));
    const [p95, p95Later, p95Count] = [first, later, counted].map((all) => percentile(all, 0.95));
    report(`${name}: first page ${text(p95)}, next ${text(p95Later)}, count ${text(p95Count)}`);
    figures.push({
      ...{ what: `p95 of a page: ${name}`, unit: 'ms', aim: AIM },
      measured: Math.max(p95 ?? Number.NaN, p95Later ?? Number.NaN),
    });
  }
  return figures;
}

const text = (ms = 0): string => `${ms.toFixed(1)} ms`;

async function times(work: () => Promise<unknown>): Promise<number[]> {
  const all: number[] = [];
  // Ten to plan it and to warm up.
  for (let round = -10; round < ROUNDS; round++) {
    const begun = performance.now();
    await work();
    if (round >= 0) all.push(performance.now() - begun);
  }
  return all;
}

/** As many different people, accounts, campaigns, labels and words as a large team may have. */
export async function fillConversations(db: Database, count: number): Promise<void> {
  await db.query('alter table leads disable trigger user');
  await db.query(
    `insert into leads (id, first_name, last_name, company, vars, created_at, updated_at)
     select 'lead_' || n, 'Person' || n, 'Name' || n % 5000, 'Company' || n % 2000, '{}', now(), now() from generate_series(1, ${count}) as n`,
  );
  // Who is limited to some accounts is shown the campaigns of the sequences that send from these.
  await addSequence(db, 'bench');
  await db.query(
    `insert into campaigns (id, name, sequence, version, source, fingerprint, status, created_at)
     select id, id, 'bench', 1, '{}', id, 'running', now() from unnest(array['cmp_0', 'cmp_x']) as id`,
  );
  await db.query(
    `insert into enrollments (id, sequence, version, digest, lead_id, campaign_id, senders, status, created_at)
     select 'enr_' || n, sequence, version, digest, 'lead_' || n, 'cmp_' || case when n % 2 = 0 then '0' else 'x' end,
            jsonb_build_object('professional', 'acc_' || n % 100), 'finished', now() from sequence_versions, generate_series(1, ${count}) as n where sequence = 'bench'`,
  );
  await db.query('vacuum analyze enrollments');
  await writeConversations(db, count);
}

/** One with each of the first people, the newest with the first. `lead`: SQL for the id of the nth. */
export async function writeConversations(db: Database, count: number, lead = `'lead_' || n`): Promise<void> {
  // Filled row by row, the indexes over words would take most of the time.
  const { rows: found } = await db.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where tablename = 'conversations' and indexdef like '% USING gin %'`,
  );
  for (const { name } of found) await db.query(`drop index ${name}`);
  await db.query(
    `insert into conversations (id, lead_id, account_id, channels, campaign_ids, messages, received, last_id, last_at, last_by, last_channel, last_text,
       last_automatic, waiting_for, waiting_since, words, created_at, state, snoozed_until, unread, assignee, label, labeled_at)
     select 'cnv_' || lpad(n::text, 8, '0'), ${lead}, 'acc_' || n % 100,
            array[case when n % 20000 = 7 then 'messenger' when n % 3 = 0 then 'email' else 'message' end],
            array['cmp_' || n % 500, 'cmp_' || case when n % 2 = 0 then '0' else 'x' end],
            4, 2, 'evt_' || n, now() - n * interval '7 minutes', case when n % 4 = 0 then 'us' else 'them' end, 'message', repeat('Words of a message. ', 12),
            false, case when n % 4 = 0 then 'them' else 'us' end, now() - n * interval '7 minutes',
            array_to_tsvector(array(select distinct word from unnest(array['hello', 'person' || n, 'name' || n % 5000, 'company' || n % 2000, 'rare' || n % 1000, 'often' || n % 10]
              || case when n % 10 = 5 and n <= 450 then array['lately'] else '{}' end
              || array(select 'word' || (n * m) % 20011 from generate_series(1, 30) as m)) as word)),
            now() - n * interval '8 minutes',
            case when n % 10 = 0 then 'open' when n % 101 = 0 then 'snoozed' else 'done' end,
            case when n % 10 <> 0 and n % 101 = 0 then now() + interval '1 day' end,
            case when n % 30 = 0 then 1 else 0 end, case when n % 5 = 0 then 'user_' || (n / 5) % 50 end,
            case when n % 20000 = 11 then 'wrong_person' when n % 40 = 0 then 'interested' end,
            case when n % 20000 = 11 or n % 40 = 0 then now() end
       from generate_series(1, ${count}) as n`,
  );
  for (const { definition } of found) await db.query(definition);
  await db.query('vacuum analyze conversations');
}
