import type { Random } from '../../src/core/simulate/people/random.ts';
import { DAY, HOUR } from '../../src/shared/kit/duration.ts';
import type { Database } from '../../src/shared/postgres/database.ts';

/** People who took an arm, to be drawn with what happened to them. */
export interface Drawn {
  readonly sequence: string;
  readonly people: number;
  /** The ids that a split has in each version, and those of other splits. */
  readonly versions: readonly number[];
  readonly nodes: readonly string[];
  readonly arms: readonly string[];
  readonly campaign_id: string;
  /** The experiment that divides them, if one does. */
  readonly experiment_id: string | null;
}

const START = Date.parse('2026-03-02T09:00:00.000Z');
/** So coarse that several things happen at one moment. */
const GRID = 6 * HOUR;

/** Writes people with whatever history chance gives them, also those that make no sense: times in any order, lines that come twice, calls that reach nobody. */
export async function drawHistories(db: Database, random: Random, drawn: Drawn): Promise<void> {
  const { sequence, people, versions, nodes, arms, campaign_id, experiment_id } = drawn;
  const chance = (share: number): boolean => random() < share;
  const oneOf = <One>(many: readonly One[]): One | undefined => many[Math.floor(random() * many.length)];
  const at = (days = 40): string => new Date(START + Math.floor((random() * days * DAY) / GRID) * GRID).toISOString();
  const perhaps = <One>(share: number, one: () => One): One | null => (chance(share) ? one() : null);
  const ids = Array.from({ length: people }, (_, n) => `enr_${sequence}_${n}`);
  const label = () => (chance(0.4) ? { label: oneOf(LABELS), labeled_at: at() } : { label: null, labeled_at: null });
  const enrollments = ids.map((id) => ({
    ...{ id, version: oneOf(versions), campaign_id: perhaps(0.7, () => campaign_id), started_at: perhaps(0.95, at) },
    ...{ accepted_at: perhaps(0.4, at), replied_at: perhaps(0.3, at), ...label() },
    ...{ outcome: oneOf(OUTCOMES), stopped_at: perhaps(0.5, at), finished_at: perhaps(0.6, at) },
  }));
  const lines = ids.flatMap((enrollment_id) =>
    Array.from({ length: Math.floor(random() * 5) }, () => {
      const moved = chance(0.15);
      const detail = moved ? { from_version: oneOf(versions) } : { arm: oneOf(arms) };
      return { enrollment_id, at: at(30), node: oneOf(nodes), type: moved ? 'moved' : 'branch', detail };
    }),
  );
  const calls = ids.flatMap((enrollment_id) =>
    Array.from({ length: Math.floor(random() * 4) }, (_, n) => ({
      ...{ key: `${enrollment_id}/${n}`, enrollment_id, visit: n, limit_class: oneOf(CLASSES) },
      ...{ state: chance(0.8) ? 'done' : 'refused', settled_at: at() },
    })),
  );
  await db.query(
    `insert into enrollments (id, sequence, version, digest, senders, status, created_at, campaign_id, started_at, accepted_at, replied_at, label, labeled_at, outcome, stopped_at, finished_at)
     select r.id, $2, r.version, v.digest, '{}', case when r.finished_at is null then 'active' else 'finished' end, $3, r.campaign_id, r.started_at, r.accepted_at, r.replied_at, r.label,
            r.labeled_at, r.outcome, r.stopped_at, r.finished_at
       from jsonb_to_recordset($1) as r (id text, version int, campaign_id text, started_at timestamptz, accepted_at timestamptz, replied_at timestamptz, label text, labeled_at timestamptz,
              outcome text, stopped_at timestamptz, finished_at timestamptz)
       join sequence_versions v on v.sequence = $2 and v.version = r.version`,
    [JSON.stringify(enrollments), sequence, new Date(START)],
  );
  await db.query(
    `insert into timeline (enrollment_id, at, node, type, title, detail) select enrollment_id, at, node, type, type, detail
       from jsonb_to_recordset($1) as r (enrollment_id text, at timestamptz, node text, type text, detail jsonb)`,
    [JSON.stringify(lines)],
  );
  await db.query(
    `insert into intents (key, enrollment_id, node, visit, account_id, category, action, limit_class, state, request, created_at, settled_at)
     select key, enrollment_id, 'send', visit, 'acc_anna', 'professional', 'invite', limit_class, state, '{}', settled_at, settled_at
       from jsonb_to_recordset($1) as r (key text, enrollment_id text, visit int, limit_class text, state text, settled_at timestamptz)`,
    [JSON.stringify(calls)],
  );
  if (experiment_id === null) return;
  const choices = ids.map((enrollment_id) => {
    const first = random();
    const shares = Object.fromEntries(arms.map((arm, n) => [arm, n === 0 ? first : (1 - first) / (arms.length - 1)]));
    return { enrollment_id, node: nodes[0], arm: arms[0], at: at(), shares };
  });
  await db.query(
    `insert into arm_choices (enrollment_id, node, experiment_id, arm, at, shares, seen) select enrollment_id, node, $2, arm, at, shares, '{}'
       from jsonb_to_recordset($1) as r (enrollment_id text, node text, arm text, at timestamptz, shares jsonb)`,
    [JSON.stringify(choices.filter(() => chance(0.9))), experiment_id],
  );
}

const LABELS = ['booked', 'interested', 'not_interested', 'unknown_label'];
const OUTCOMES = ['done', 'replied', 'unsubscribed', 'bounced', null];
/** A visit reaches nobody. */
const CLASSES = ['invite', 'message', 'email', 'visit'];
