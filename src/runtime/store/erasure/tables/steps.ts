import { ERASED_TEXT, type ErasureMap, NO_WORDS, OF_ENROLLMENT, OF_LEAD, OUR_OWN } from '../table-answer.ts';

/** Rows of the person's enrollments, and of answers that somebody of ours wrote to them: both are erased after these. */
const OF_ENROLLMENT_OR_ANSWER = `${OF_ENROLLMENT} or answer_id in (select id from answers where lead_id = any(:leads))`;

/** Tables of enrollments and of what their steps have done. */
export const STEP_TABLES: ErasureMap = {
  enrollments: {
    persons: 'id = any(:enrollments)',
    empties: {
      ...{ lead_id: 'null', vars: `'{}'`, waiting_text: 'null', waiting_detail: 'null', invitation_id: 'null' },
      told: 'null',
    },
    keeps: {
      'that somebody went through a sequence, when, and how it ended: numbers and limits count it': [
        ...['id', 'sequence', 'version', 'digest', 'campaign_id', 'senders', 'status', 'outcome', 'node', 'visit'],
        ...['waiting_kind', 'until', 'stop_outcome', 'stop_event_id', 'stopped_at', 'replied_at', 'accepted_at'],
        ...['invited_at', 'created_at', 'finished_at', 'withdrawn_at', 'away_until', 'continues', 'started_at'],
        'unclear_since',
        ...['queue', 'paused', 'held', 'wall_stopped_at', 'progress', 'wall_looked_at', 'label', 'labeled_at'],
      ],
    },
  },
  unheard_waits: { persons: OF_ENROLLMENT, removes: ['enrollment_id', 'deadline', 'account_ids'] },
  intents: {
    persons: OF_ENROLLMENT_OR_ANSWER,
    rereads: 'enrollment_id',
    empties: {
      request: `jsonb_build_object('account_id', account_id, 'category', category, 'action', action, 'params', '{}'::jsonb)`,
      response: `case when response ? 'refused' then jsonb_build_object('refused', response -> 'refused') end`,
      ...{ error_text: 'null', result: 'null', erased: 'true' },
    },
    keeps: {
      'that a call was made and when: its key forbids a second one, limits and audits count it': [
        ...[
          'key',
          'enrollment_id',
          'answer_id',
          'node',
          'visit',
          'account_id',
          'category',
          'action',
          'limit_class',
          'state',
        ],
        ...['error_code', 'credits', 'created_at', 'wall_created_at', 'settled_at', 'generation', 'sends', 'lookups'],
        ...['doubtful_since', 'wall_answered_at', 'digest', 'held_credits', 'wall_looked_at', 'batch'],
      ],
    },
  },
  unowned_calls: {
    persons: 'name = any(:names)',
    empties: { name: 'null' },
    keeps: {
      'that a call was made and when, of an enrollment that is not known here': [
        'key',
        'account_id',
        'action',
        'at',
        'of_anybody',
        'met_by',
      ],
    },
  },
  weighed_calls: {
    keeps: {
      'of which step it was asked whether it was such a call': ['intent', 'account_id', 'action', 'at', 'explains'],
    },
  },
  slots: {
    keeps: {
      'that a limit was used: a limit that forgets is exceeded': [
        ...[
          'id',
          'account_id',
          'limit_class',
          'enrollment_id',
          'answer_id',
          'node',
          'visit',
          'at',
          'local_day',
          'local_week',
        ],
        ...['state', 'amount', 'rev', 'urgent', 'moved_for', 'spent'],
      ],
      'the domain of the address, as long as a limit counts mails to one domain; the erasure empties it then': [
        'domain',
      ],
    },
  },
  timeline: {
    persons: OF_ENROLLMENT,
    empties: {
      title: ERASED_TEXT,
      // The arm stays, because the results of the arms of a split are counted from here.
      detail: `case when type = 'branch' and detail ? 'arm' then jsonb_build_object('arm', detail -> 'arm') else '{}' end`,
    },
    keeps: { [NO_WORDS]: ['id', 'enrollment_id', 'at', 'node', 'type', 'once'] },
  },
  experiments: {
    keeps: {
      'what the arms of a split have brought, in numbers': [
        ...['id', 'sequence', 'node', 'metric', 'arms', 'tallies', 'look_at', 'winner', 'decided_at'],
      ],
    },
  },
  arm_choices: {
    keeps: {
      'which arm was taken and whether something came of it: the arms are counted from here': [
        ...['enrollment_id', 'node', 'experiment_id', 'arm', 'at', 'shares', 'seen', 'look_at', 'judged_at', 'success'],
      ],
    },
  },
  tasks: {
    persons: OF_ENROLLMENT_OR_ANSWER,
    removes: [
      ...['id', 'enrollment_id', 'node', 'visit', 'kind', 'text', 'preview', 'status', 'decision', 'note', 'due_at'],
      ...['created_at', 'decided_at', 'assignee', 'request', 'asked', 'answer_id', 'comments', 'event_id'],
    ],
  },
  answers: {
    persons: OF_LEAD,
    empties: {
      ...{
        text: ERASED_TEXT,
        subject: 'null',
        attachments: `'[]'`,
        address: `'{"to": "(erased)"}'`,
        last_seen: 'null',
      },
      ...{ confirmed: `'{}'`, waiting_text: 'null', error_text: 'null', lead_id: 'null' },
      state: `case when state in ('waiting', 'sending', 'in_doubt') then 'not_sent' else state end`,
      // A digest of the whole request.
      request_hash: `''`,
    },
    keeps: {
      'that somebody of ours answered and when: its call and its slot refer to it': [
        ...['id', 'account_id', 'channel', 'enrollment_id', 'digest', 'seen', 'within', 'sequences', 'wall_send_after'],
        ...['wall_due', 'due_at', 'error_code', 'created_at', 'wall_created_at', 'ended_at'],
      ],
      [OUR_OWN]: ['author_id', 'author'],
    },
  },
  presences: { persons: OF_LEAD, removes: ['lead_id', 'account_id', 'who', 'name', 'status', 'wall_until'] },
  walks: {
    persons: OF_ENROLLMENT,
    removes: ['enrollment_id', 'digest', 'run_id', 'progress', 'state', 'wall_told_at'],
  },
  put_off: { persons: OF_ENROLLMENT, removes: ['enrollment_id', 'account_id', 'turn'] },
  failed_steps: {
    persons: OF_ENROLLMENT,
    removes: ['enrollment_id', 'node', 'visit', 'campaign_id', 'account_id', 'code', 'text', 'at', 'wall_at'],
  },
  events: {
    persons: 'lead_id = any(:leads) or keys && :names',
    persons_if_named: `lead_id is null and state <> 'pending'`,
    claimed: true,
    rereads: 'lead_id',
    empties: {
      payload: `'{}'`,
      ...{ state: `'ignored'`, lead_id: 'null', note: `'of somebody who was erased'`, keys: `'{}'`, about: 'null' },
    },
    keeps: {
      'that it came: its id keeps a repeat from being ingested': [
        ...['event_id', 'account_id', 'platform', 'type', 'occurred_at', 'received_at', 'decided', 'forgotten'],
      ],
    },
  },
  unmatched_replies: {
    keeps: {
      'that it was asked who wrote an event, which names them': [
        ...['event_id', 'account_id', 'kinds', 'state', 'tries', 'wall_due_at', 'created_at'],
      ],
      'what the service said in place of an answer': ['note'],
    },
  },
  unproven_erased: { keeps: { [NO_WORDS]: ['account_id', 'kind'] } },
  mail_troubles: { keeps: { [NO_WORDS]: ['event_id', 'account_id', 'kind', 'at'] } },
  outbox: {
    // That they are stopped is told anew.
    persons: 'target_id = any(:enrollments)',
    claimed: true,
    removes: ['id', 'kind', 'target_id', 'payload', 'tries', 'wall_due_at', 'last_error', 'created_at', 'lane'],
  },
};
