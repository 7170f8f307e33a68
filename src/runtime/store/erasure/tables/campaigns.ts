import { keyOfErased } from '../erased-hash.ts';
import { ERASED_TEXT, type ErasureMap, NO_WORDS, OF_ENROLLMENT, OUR_OWN } from '../table-answer.ts';

/** Sequences, campaigns, and what was planned for many people at once. */
export const CAMPAIGN_TABLES: ErasureMap = {
  plans: { keeps: { [OUR_OWN]: ['digest', 'plan'] } },
  sequences: { keeps: { [OUR_OWN]: ['id', 'name', 'current_version', 'kept_by'] } },
  sequence_versions: { keeps: { [OUR_OWN]: ['sequence', 'version', 'digest', 'source', 'created_at'] } },
  current_versions: { keeps: { [NO_WORDS]: ['id', 'sequence', 'version', 'at', 'plan_id', 'rolled_back_at'] } },
  sequence_drafts: {
    keeps: {
      [OUR_OWN]: ['sequence', 'text', 'based_on', 'revision', 'author_id', 'author', 'created_at', 'updated_at'],
    },
  },
  change_plans: {
    redacts: ['shown'],
    keeps: {
      [OUR_OWN]: ['sequence', 'source'],
      [NO_WORDS]: [
        ...['id', 'hash', 'kind', 'move', 'from_version', 'to_version', 'digest', 'status', 'created_at'],
        ...['wall_expires_at', 'applied_at', 'kept_by', 'take_over'],
      ],
    },
  },
  change_plan_people: {
    redacts: ['standing', 'note'],
    keeps: { [NO_WORDS]: ['plan_id', 'enrollment_id', 'state'] },
  },
  campaigns: {
    redacts: ['name', 'source', 'error', 'source_read'],
    keeps: {
      [NO_WORDS]: [
        ...[
          'id',
          'sequence',
          'version',
          'fingerprint',
          'status',
          'created_at',
          'weight',
          'next_offset',
          'runs',
          'finished_at',
          'updates',
          'senders',
          'actions_tallied',
          'import_rate',
          'wall_rated_at',
          'opt_outs_after',
          'opt_outs_added',
          'opt_outs_present',
          'opt_outs_nameless',
        ],
      ],
    },
  },
  campaign_rows: {
    persons: OF_ENROLLMENT,
    // One that nobody has looked at yet is refused first, so that it is counted.
    persons_if_named: `status <> 'pending'`,
    // Whoever imports has its rows before the names that an erasure has by now.
    claimed: true,
    empties: { given: 'null', key: keyOfErased('key'), message: ERASED_TEXT },
    keeps: {
      'that a source had this row, and its outcome': [
        ...['campaign_id', 'row', 'status', 'code', 'enrollment_id', 'look'],
      ],
    },
  },
  campaign_follows: {
    redacts: ['waits_because', 'ended_because'],
    keeps: {
      [NO_WORDS]: [...['campaign_id', 'every', 'next_look_at', 'wall_try_at', 'waits_for', 'failures', 'ended_at']],
    },
  },
  campaign_looks: {
    redacts: ['note'],
    keeps: { [NO_WORDS]: ['campaign_id', 'number', 'whole', 'begun_at', 'ended_at', 'people', 'credits'] },
  },
  campaign_sizes: { keeps: { [NO_WORDS]: ['campaign_id', 'at', 'people'] } },
  campaign_tallies: { keeps: { [NO_WORDS]: ['campaign_id', 'what', 'name', 'amount'] } },
  queues: { keeps: { [NO_WORDS]: ['id', 'key', 'sequence', 'digest', 'campaign_id', 'places'] } },
  control_jobs: {
    redacts: ['filter', 'given', 'note'],
    keeps: {
      [NO_WORDS]: [...['id', 'action', 'matched', 'cursor', 'done', 'refused', 'status', 'created_at', 'finished_at']],
    },
  },
  holds: { redacts: ['note'], keeps: { [NO_WORDS]: ['scope', 'target', 'state', 'at', 'by_itself'] } },
};
