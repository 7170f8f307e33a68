import type { Plan } from '../../src/language/plan/plan.ts';
import type { Queryable } from '../../src/shared/postgres/database.ts';
import { message } from '../events/fixtures.ts';
import { PLAYED, writePlayedCampaign } from './write-played-campaign.ts';

/** Names that others have chosen, in turn: what breaks a layout, a query or a page. */
const NAMES = [
  '<script>alert(1)</script>',
  'שלום \u202Eevil\u202C',
  '👩‍👩‍👧‍👦🏳️‍🌈',
  "Robert'); drop table leads;--",
  '{{ 7 | times: 7 }}',
  'Ω̷̨͓͕̈́͌z̸a̵l̶g̷o̸',
  'W'.repeat(300),
  '"><img src=x onerror=alert(1)>',
  '   ',
  'NULL',
] as const;

/** One in so many people has a hostile name. */
const HOSTILE_EVERY = 50;

interface Amounts {
  readonly people: number;
  readonly conversations: number;
  /** That wait for a decision. */
  readonly tasks: number;
}

/** The amounts of a large team. */
export const LARGE: Amounts = { people: 200_000, conversations: 20_000, tasks: 2000 };

/**
 * The played campaign with so many people, a conversation with each of the first of them, the newest with the first, and a task about each of the first.
 * Every fiftieth person is called by a name that is hostile.
 */
export async function fillConsole(
  db: Queryable,
  plan: Pick<Plan, 'nodes'>,
  { people, conversations, tasks }: Amounts,
): Promise<void> {
  await writePlayedCampaign(db, plan, people);
  await db.query(
    `update leads set first_name = ($2::text[])[1 + (substr(id, 6)::int / $1::int) % array_length($2::text[], 1)], last_name = null
      where substr(id, 6)::int % $1::int = 0`,
    [HOSTILE_EVERY, [...NAMES]],
  );
  await db.query(
    `insert into campaign_tallies (campaign_id, what, name, amount)
     select $1, what, '', $2::bigint from unnest(array['rows', 'enrolled']) as what
     union all select $1, 'outcome', outcome, count(*) from enrollments where outcome is not null group by outcome`,
    [PLAYED.campaign_id, people],
  );
  const { event_id: _, ...payload } = message('https://professional.example/in/somebody');
  await db.query(
    `insert into events (event_id, account_id, platform, type, payload, occurred_at, received_at, state, lead_id)
     select 'evt_large_' || n, 'acc_anna', 'professional', 'message',
            jsonb_set($2::jsonb || jsonb_build_object('event_id', 'evt_large_' || n), '{event,message_text}', to_jsonb('Answer number ' || n)),
            at, at, 'matched', 'lead_' || lpad(n::text, 8, '0')
       from generate_series(1, $1::int) as n, lateral (select '2026-04-09T09:00:00Z'::timestamptz - n * interval '1 minute' as at) as t`,
    [conversations, JSON.stringify(payload)],
  );
  await db.query('truncate conversation_changes');
  await db.query(
    `insert into conversations (id, lead_id, account_id, channels, campaign_ids, messages, received, last_id, last_at, last_by, last_channel, last_text,
       last_automatic, waiting_for, waiting_since, words, created_at, state, unread)
     select 'cnv_' || lpad(n::text, 8, '0'), l.id, 'acc_anna', '{message}', '{cmp_played}', 1, 1, 'evt_large_' || n, at, 'them', 'message',
            'Answer number ' || n, false, 'us', at, to_tsvector('simple', concat_ws(' ', l.first_name, l.last_name, l.company, 'answer', n)), at, 'open', 1
       from generate_series(1, $1::int) as n join leads l on l.id = 'lead_' || lpad(n::text, 8, '0'),
            lateral (select '2026-04-09T09:00:00Z'::timestamptz - n * interval '1 minute' as at) as t`,
    [conversations],
  );
  await db.query(
    `insert into tasks (id, enrollment_id, node, visit, kind, text, status, created_at)
     select 'tsk_' || lpad(n::text, 8, '0'), 'enr_' || lpad(n::text, 8, '0'), 'call', 1, 'task', 'Call them, and say what came of it.', 'open',
            '2026-04-01T09:00:00Z'::timestamptz + n * interval '1 minute'
       from generate_series(1, $1::int) as n`,
    [tasks],
  );
  await db.query('analyze');
}
