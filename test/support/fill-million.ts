import { compileSequence } from '../../src/language/sequence/compile-sequence.ts';
import { saveAccount } from '../../src/runtime/store/accounts/save-account.ts';
import { recountCampaign } from '../../src/runtime/store/campaigns/recount-campaign.ts';
import { saveSequenceVersion } from '../../src/runtime/store/sequences/save-sequence-version.ts';
import type { Database } from '../../src/shared/postgres/database.ts';
import { writeConversations } from '../bench/conversations.ts';

export const MILLION = {
  accounts: 50,
  campaigns: 20,
  /** The largest campaign, with a fifth of all people. */
  largest: 'cmp_00',
  sequence: 'million',
  yaml: `sequence: million
senders: { professional: [${Array.from({ length: 50 }, (_, n) => `acc_${n}`).join(', ')}] }
limits: { invites: 20/day, messages: 50/day }
steps:
  - split:
      long: { weight: 1, steps: [visit] }
      short: { weight: 1, steps: [visit] }
  - invite: "Hello {{ first_name }}"
  - wait_for: accepted_invitation
    within: 7 days
    then: [{ message: "Thank you, {{ first_name }}" }]
    else: [{ end: unreachable }]
  - end: done
`,
} as const;

export const leadOf = (n: number): string => `lead_${String(n).padStart(8, '0')}`;
export const enrollmentOf = (n: number): string => `enr_${String(n).padStart(8, '0')}`;

const BEGAN = '2026-03-02T09:00:00Z';
const ACCEPTS = 'n % 20 < 6';
const REPLIES = 'n % 50 < 3';

/** SQL of what is true of the nth of `$people`. */
interface Shape {
  /** Numbers of the campaign and the account. */
  readonly campaign: string;
  readonly account: string;
  readonly begun: string;
  readonly is_open: string;
  readonly arm: string;
  readonly tags: string;
}

/** Everything meets everything, however old: four people of ten have begun; one of ten of those is under way. */
const EVEN: Shape = {
  campaign: `case when n % 5 = 0 then 0 else 1 + (n / 5) % ${MILLION.campaigns - 1} end`,
  account: `n % ${MILLION.accounts}`,
  ...{ begun: 'n % 10 < 4', is_open: 'n % 100 < 4' },
  arm: `case when n % 2 = 0 then 'short' else 'long' end`,
  tags: `'{}'::text[]`,
};

/**
 * Much never meets, and the newest are unlike the others: campaigns came one after the other but for the largest, three people of ten are on one account and the others on two of each campaign, nobody of
 * the newest three tenths has begun, one campaign has an arm of its own. A fifth of all have one tag, one in a thousand has another.
 */
const SKEWED: Shape = {
  campaign: `case when n % 5 = 0 then 0 else 1 + (n - 1) * ${MILLION.campaigns - 1} / $people end`,
  account: `case when n % 10 < 3 then 0 else 1 + (case when n % 5 = 0 then 0 else 2 + 2 * ((n - 1) * ${MILLION.campaigns - 1} / $people) end + n % 2) % ${MILLION.accounts - 1} end`,
  ...{ begun: 'n % 10 < 6 and n < $people / 10 * 7', is_open: 'n % 100 < 4 and n < $people / 10 * 7' },
  arm: `case when n % 5 <> 0 and (n - 1) * ${MILLION.campaigns - 1} / $people = 2 then 'own' when n % 2 = 0 then 'short' else 'long' end`,
  tags: `array_remove(array[case when n % 5 = 1 then 'often' end, case when n % 1000 = 7 then 'rare' end], null)`,
};

/**
 * A million people as the engine writes them, or so many: in campaigns of the sequence, of which the first has a fifth, on fifty accounts. For each five lines of the
 * timeline and two names, a row of a list; for every fifth a conversation. Triggers and foreign keys are not asked, and indexes are made afterwards. Unless they are to be
 * `analyzed`, the tables are left as they are right after an import: Postgres has not counted the rows, and keeps the plans that it has.
 */
export async function fillMillion(
  db: Database,
  people: number,
  report: (line: string) => void,
  { analyzed = true, skewed = false } = {},
): Promise<void> {
  const shape = skewed ? SKEWED : EVEN;
  const compiled = compileSequence(MILLION.yaml);
  if (!compiled.ok) throw new Error('the sequence of the benchmark does not compile');
  const { plan, digest } = compiled;
  for (let n = 0; n < MILLION.accounts; n++) {
    const account = {
      id: `acc_${n}`,
      platform: 'professional' as const,
      name: `Anna ${n}`,
      email: null,
      country: 'FR',
    };
    await saveAccount(db, { ...account, products: [], daily_limit: null, status: 'connected' }, new Date(BEGAN));
  }
  await saveSequenceVersion(db, { name: MILLION.sequence, digest, plan, source: MILLION.yaml, at: new Date(BEGAN) });
  const nodes = Object.values(plan.nodes);
  const idOf = (kind: string): string => nodes.find((node) => node.kind === kind)?.id ?? kind;
  const nodesOf = { split: idOf('split'), invite: idOf('invite'), answer: idOf('wait_for'), message: idOf('message') };
  await (analyzed ? withoutIndexes : untriggered)(db, async (write) => {
    for (const [table, text] of statementsFor(people_of(people, shape), people, digest, nodesOf)) {
      const begun = performance.now();
      await write(text);
      report(`${table}: ${Math.round((performance.now() - begun) / 1000)} s`);
    }
  });
  await writeConversations(db, Math.floor(people / 5), `'lead_' || lpad(n::text, 8, '0')`);
  if (analyzed) await db.query('vacuum analyze');
  for (let n = 0; n < MILLION.campaigns; n++) await recountCampaign(db, `cmp_${String(n).padStart(2, '0')}`);
}

/** Ids and times of the nth of `people`. */
const people_of = (people: number, { campaign, account, begun, is_open, arm, tags }: Shape): string =>
  `select n, 'enr_' || lpad(n::text, 8, '0') as id, 'lead_' || lpad(n::text, 8, '0') as lead_id, ${account} as account, ${campaign} as campaign,
          ${begun} as begun, ${is_open} as is_open, ${ACCEPTS} as accepts, ${REPLIES} as replies, ${arm} as arm, ${tags} as tags,
          timestamptz '${BEGAN}' + (n % 120) * interval '2 hours' as at
     from generate_series(1, ${people}) as n`.replaceAll('$people', String(people));

function* statementsFor(
  each: string,
  people: number,
  digest: string,
  nodes: Readonly<Record<'split' | 'invite' | 'answer' | 'message', string>>,
): Generator<readonly [string, string]> {
  const p = `(${each}) as p`;
  const campaign = `'cmp_' || lpad(p.campaign::text, 2, '0')`;
  yield [
    'campaigns',
    `insert into campaigns (id, name, sequence, version, source, fingerprint, status, created_at, next_offset)
     select 'cmp_' || lpad(n::text, 2, '0'), 'Campaign ' || n, '${MILLION.sequence}', 1, '{"leads": 1}', 'million ' || n, 'running', '${BEGAN}', null
       from generate_series(0, ${MILLION.campaigns - 1}) as n`,
  ];
  yield [
    'groups',
    `insert into queues (key, sequence, digest, campaign_id, places)
     select 'million ' || c || ' ' || a, '${MILLION.sequence}', '${digest}', 'cmp_' || lpad(c::text, 2, '0'),
            jsonb_build_array(jsonb_build_object('account_id', 'acc_' || a, 'limit_class', 'invite'))
       from generate_series(0, ${MILLION.campaigns - 1}) as c, generate_series(0, ${MILLION.accounts - 1}) as a`,
  ];
  yield [
    'leads',
    `insert into leads (id, first_name, last_name, company, company_key, email, profile_url, headline, country, vars, tags, created_at, updated_at)
     select lead_id, case when n % 50 = 0 then 'Ada' else 'Bea' || n % 3000 end, 'Lovelace' || n % 7000, 'Company ' || n % 50000, 'company ' || n % 50000,
            'person.' || n || '@company-' || n % 50000 || '.example', 'https://www.professional.example/in/person-' || n, 'Head of things', 'FR',
            jsonb_build_object('company_size', (array['1-10', '11-50', '51+'])[1 + n % 3]), tags, at, at from ${p}`,
  ];
  yield [
    'identities',
    `insert into identities (kind, value, lead_id)
     select kind, case kind when 'slug' then 'person-' || n else 'person.' || n || '@company-' || n % 50000 || '.example' end, lead_id
       from ${p}, unnest(array['slug', 'email']) as kind`,
  ];
  yield [
    'enrollments',
    `insert into enrollments (id, sequence, version, digest, lead_id, campaign_id, senders, vars, status, outcome, node, created_at, started_at, invited_at,
       accepted_at, replied_at, finished_at, queue, waiting_kind, waiting_text)
     select p.id, '${MILLION.sequence}', 1, '${digest}', lead_id, ${campaign}, jsonb_build_object('professional', 'acc_' || account), '{}',
            case when not begun then 'queued' when is_open then 'active' else 'finished' end,
            case when not begun or is_open then null when replies then 'replied' when accepts then 'done' else 'unreachable' end,
            case when begun and is_open then '${nodes.answer}' end, at, case when begun then at end, case when begun then at end,
            case when begun and accepts then at + interval '1 day' end, case when begun and replies then at + interval '3 days' end,
            case when begun and not is_open then at + interval '9 days' end, case when not begun then q.id end,
            case when not begun then 'slot' when is_open then 'event' end, case when not begun then 'waits to begin' end
       from ${p} left join queues q on q.key = 'million ' || p.campaign || ' ' || p.account`,
  ];
  yield [
    'rows of lists',
    `insert into campaign_rows (campaign_id, row, status, enrollment_id) select ${campaign}, n, 'created', id from ${p}`,
  ];
  yield [
    'calls',
    `insert into intents (key, enrollment_id, node, visit, account_id, category, action, limit_class, state, request, response, credits, created_at, settled_at)
     select p.id || '/' || node || '/1', p.id, node, 1, 'acc_' || account, 'professional', action, class, 'done', jsonb_build_object('params', jsonb_build_object('text', repeat('Hello. ', 20))),
            '{"data": {"status": "done"}}', 1, at + after, at + after
       from ${p}, lateral (
         select '${nodes.invite}' as node, 'invite' as action, 'invite' as class, interval '0' as after
         union all select '${nodes.message}', 'send', 'message', interval '25 hours' where accepts) as call
      where begun`,
  ];
  yield [
    'slots',
    `insert into slots (account_id, limit_class, enrollment_id, node, visit, at, local_day, local_week, state)
     select account_id, limit_class, enrollment_id, node, visit, created_at, created_at::date, date_trunc('week', created_at)::date, 'used' from intents`,
  ];
  yield [
    'timeline',
    `insert into timeline (enrollment_id, at, node, type, title, detail)
     select p.id, at + line * interval '10 minutes', case line when 1 then null when 2 then '${nodes.split}' else '${nodes.invite}' end,
            case line when 1 then 'enrolled' when 2 then 'branch' else 'step' end, 'Line ' || line || ' of what has happened to somebody',
            case line when 2 then jsonb_build_object('arm', arm) else '{}' end
       from ${p}, generate_series(1, case when begun then 11 else 1 end) as line`,
  ];
  yield [
    'events',
    `insert into events (event_id, account_id, platform, type, payload, occurred_at, received_at, state, lead_id)
     select 'evt_' || n, 'acc_' || account, 'professional', 'message', jsonb_build_object('event_id', 'evt_' || n, 'text', repeat('An answer. ', 20)), at, at, 'matched', lead_id
       from ${p} where n <= ${people} / 5`,
  ];
}

/** Filled row by row, the indexes take most of the time; those that a rule stands on stay. */
type Write = (text: string) => Promise<void>;

async function withoutIndexes(db: Database, work: (write: Write) => Promise<void>): Promise<void> {
  const { rows } = await db.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i join pg_class t on t.oid = i.indrelid
      where not i.indisunique and t.relname in ('leads', 'identities', 'enrollments', 'campaign_rows', 'intents', 'slots', 'timeline', 'events')`,
  );
  for (const { name } of rows) await db.query(`drop index ${name}`);
  await untriggered(db, async (write) => {
    await work(write);
    for (const { definition } of rows) await write(definition);
  });
}

/** Each text in a transaction in which no trigger and no foreign key is asked. */
function untriggered(db: Database, work: (write: Write) => Promise<void>): Promise<void> {
  const settings = `set local session_replication_role = replica; set local synchronous_commit = off; set local maintenance_work_mem = '512MB'`;
  return work((text) =>
    db.transaction(async (tx) => {
      for (const one of settings.split('; ')) await tx.query(one);
      await tx.query(`set local statement_timeout = 0`);
      await tx.query(text);
    }),
  );
}
