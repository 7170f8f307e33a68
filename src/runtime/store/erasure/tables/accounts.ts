import { type ErasureMap, NO_WORDS, OUR_OWN } from '../table-answer.ts';

/** Our own sender accounts, and what is counted of them. */
export const ACCOUNT_TABLES: ErasureMap = {
  accounts: {
    redacts: ['held_reason', 'paused_reason', 'gap_reason', 'gap_waits'],
    keeps: {
      [OUR_OWN]: ['id', 'platform', 'name', 'email', 'email_key', 'country', 'timezone', 'products', 'profile'],
      [NO_WORDS]: [
        ...['daily_limit', 'status', 'held_until', 'updated_at', 'wall_held_until', 'mailbox_limit'],
        ...['mailbox_elsewhere', 'mailbox_seen_at', 'bounce_rate', 'inmail_balance', 'inmail_read_at', 'held_since'],
        ...['hold_repeats', 'held_steps', 'paused_at', 'guarded_since', 'behind_since', 'behind_calls'],
        ...['heard_until', 'gap_since', 'gap_searched_until', 'searches_since', 'searches_credits'],
        ...['wall_behind_since', 'wall_listened_at'],
      ],
    },
  },
  class_holds: { redacts: ['reason'], keeps: { [NO_WORDS]: ['account_id', 'limit_class', 'until'] } },
  credit_balance: { keeps: { [NO_WORDS]: ['one', 'balance', 'read_at'] } },
  credit_hold: {
    redacts: ['reason'],
    keeps: { [NO_WORDS]: ['one', 'held', 'needed', 'since', 'wall_try_at', 'repeats'] },
  },
  freed_slots: { keeps: { [NO_WORDS]: ['account_id', 'rev', 'slot_id', 'wall_at'] } },
  reconciliations: {
    redacts: ['reason', 'note'],
    keeps: {
      [NO_WORDS]: [
        ...['id', 'account_id', 'depth', 'since', 'state', 'due_at', 'requested_at', 'done_at', 'found', 'credits'],
        ...['asked', 'read_until'],
      ],
    },
  },
  subscriptions: {
    keeps: {
      [OUR_OWN]: ['id', 'account_id', 'webhook_id', 'secret', 'url', 'last_event_id', 'created_at', 'mode'],
    },
  },
};
