import type { Random } from '../../../src/core/simulate/people/random.ts';
import { DAY, HOUR } from '../../../src/shared/kit/duration.ts';
import type { Database } from '../../../src/shared/postgres/database.ts';

interface Drawn {
  readonly campaign_id: string;
  readonly people: number;
  readonly sequences: readonly string[];
}

const START = Date.parse('2026-03-02T09:00:00.000Z');
/** So coarse that several things happen at one moment. */
const GRID = 12 * HOUR;

/** Writes people of a campaign with whatever ledger chance gives them, also such that make no sense: steps in any order, visits by several accounts, calls of whoever has not begun. */
export async function drawLedger(db: Database, random: Random, drawn: Drawn): Promise<void> {
  const { campaign_id, people, sequences } = drawn;
  const chance = (share: number): boolean => random() < share;
  const oneOf = <One>(many: readonly One[]): One | undefined => many[Math.floor(random() * many.length)];
  const perhaps = <One>(share: number, one: () => One): One | null => (chance(share) ? one() : null);
  /** Some are not of a whole millisecond. */
  const at = (): string => {
    const time = new Date(START + Math.floor((random() * 20 * DAY) / GRID) * GRID).toISOString();
    return chance(0.2) ? time.replace('000Z', `000${1 + Math.floor(random() * 9)}Z`) : time;
  };
  const ids = Array.from({ length: people }, (_, n) => `enr_${campaign_id}_${n}`);
  const leads = ids.map((id) => ({
    ...{
      id: `lead_${id}`,
      company: oneOf(['Acme', 'acme', '', null]),
      vars: chance(0.5) ? { size: oneOf(SIZES) } : {},
    },
  }));
  const enrollments = ids.map((id) => {
    const status = oneOf(['queued', 'active', 'finished']);
    return {
      ...{
        id,
        lead_id: perhaps(0.9, () => `lead_${id}`),
        sequence: oneOf(sequences),
        status,
        node: perhaps(0.5, () => oneOf(NODES)),
      },
      ...{
        vars: chance(0.2) ? { size: oneOf(SIZES) } : {},
        started_at: perhaps(0.8, at),
        accepted_at: perhaps(0.4, at),
      },
      ...{
        replied_at: perhaps(0.5, at),
        label: perhaps(0.4, () => oneOf(LABELS)),
        outcome: status === 'finished' ? oneOf(OUTCOMES) : null,
      },
    };
  });
  const calls = ids.flatMap((enrollment_id) =>
    Array.from({ length: Math.floor(random() * 8) }, (_, visit) => ({
      ...{ enrollment_id, visit, node: oneOf(NODES), account_id: oneOf(['acc_anna', 'acc_Bert', 'acc_carl']) },
      ...{
        limit_class: oneOf(CLASSES),
        state: chance(0.6) ? 'done' : oneOf(STATES),
        credits: Math.floor(random() * 3),
      },
      ...{ response: perhaps(0.5, () => (chance(0.3) ? { refused: 'unreachable' } : { data: {} })), created_at: at() },
    })),
  );
  await db.query(
    `insert into leads (id, company, vars, created_at, updated_at) select id, company, vars, now(), now() from jsonb_to_recordset($1) as r (id text, company text, vars jsonb)`,
    [JSON.stringify(leads)],
  );
  await db.query(
    `insert into enrollments (id, sequence, version, digest, lead_id, campaign_id, senders, vars, status, outcome, node, created_at, started_at, accepted_at, replied_at, label, labeled_at)
     select r.id, r.sequence, 1, v.digest, r.lead_id, $2, '{}', r.vars, r.status, r.outcome, r.node, $3, r.started_at, r.accepted_at, r.replied_at, r.label, case when r.label is not null then $3::timestamptz end
       from jsonb_to_recordset($1) as r (id text, sequence text, lead_id text, vars jsonb, status text, outcome text, node text, started_at timestamptz, accepted_at timestamptz, replied_at timestamptz, label text)
       join sequence_versions v on v.sequence = r.sequence`,
    [JSON.stringify(enrollments), campaign_id, new Date(START)],
  );
  await db.query(
    `insert into intents (key, enrollment_id, node, visit, account_id, category, action, limit_class, state, request, response, credits, created_at)
     select enrollment_id || '/' || node || '/' || visit, enrollment_id, node, visit, account_id, 'professional', 'send', limit_class, state, '{}', response, credits, created_at
       from jsonb_to_recordset($1) as r (enrollment_id text, node text, visit int, account_id text, limit_class text, state text, response jsonb, credits int, created_at timestamptz)`,
    [JSON.stringify(calls)],
  );
}

/** One is called as an answer is. */
const NODES = ['1-visit', '2-invite', 'accepted', 'send', 'zeal'];
const SIZES = ['1-10', '11-50', ''];
const LABELS = ['booked', 'interested', 'not_interested', 'unknown_label'];
const OUTCOMES = ['done', 'replied', 'unsubscribed', null];
const CLASSES = ['invite', 'message', 'inmail', 'visit', null];
const STATES = ['sent', 'unknown', 'refused', 'not_done'];
