import { type ErasureMap, NO_WORDS, OF_LEAD, OUR_OWN } from '../table-answer.ts';

/** Users, keys, sessions, what they changed, what was answered to requests, and what agents were shown. */
export const ACCESS_TABLES: ErasureMap = {
  api_keys: {
    keeps: {
      [OUR_OWN]: [
        ...['id', 'name', 'hash', 'scopes', 'user_id', 'made_by_key_id', 'wall_created_at', 'wall_expires_at'],
        ...['wall_seen_at', 'wall_revoked_at'],
      ],
    },
  },
  sessions: {
    keeps: {
      [OUR_OWN]: [
        ...['id', 'hash', 'key_id', 'scopes', 'address', 'user_agent', 'wall_created_at', 'wall_seen_at'],
        ...['wall_expires_at', 'wall_ended_at', 'user_id'],
      ],
    },
  },
  users: {
    keeps: {
      'the people of our own team': [
        ...['id', 'email', 'name', 'role', 'account_ids', 'status', 'password', 'oidc_issuer', 'oidc_subject'],
        ...['invitation_hash', 'wall_invitation_expires_at', 'wall_created_at', 'wall_signed_in_at'],
      ],
    },
  },
  sign_in_attempts: {
    keeps: { 'hashes, for a day': ['kind', 'hash', 'failed', 'wall_last_at', 'wall_blocked_until'] },
  },
  audit_log: {
    persons: OF_LEAD,
    persons_if_named: 'wall_erased_at is null',
    // The one change that its trigger lets pass.
    empties: { before: 'null', after: 'null', wall_erased_at: 'coalesce(wall_erased_at, now())' },
    keeps: {
      'that somebody of the team did something stays; a sentence names ids': [
        ...['id', 'wall_at', 'user_id', 'user_name', 'key_id', 'key_name', 'session_id', 'via', 'address', 'operation'],
        ...['target_kind', 'target_id', 'lead_id', 'sentence'],
      ],
    },
  },
  secret_keys: { keeps: { [OUR_OWN]: ['number', 'key_id', 'sealed', 'sealed_by'] } },
  idempotent_requests: {
    redacts: ['body'],
    keeps: {
      [NO_WORDS]: ['key_id', 'key', 'status', 'wall_created_at'],
      'a digest of a whole request, for a day': ['request_hash'],
    },
  },
  confirmations: {
    keeps: {
      [NO_WORDS]: ['token', 'key_id', 'tool', 'asked', 'shown', 'wall_expires_at', 'wall_used_at'],
      'the text of a sequence, for a day': ['kept'],
    },
  },
  retention: { keeps: { [NO_WORDS]: ['what', 'days', 'set_at', 'cursor', 'wall_due_at'] } },
  migrations: { keeps: { [NO_WORDS]: ['name', 'wall_ran_at'] } },
};
