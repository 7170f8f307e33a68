import type { ReadBack } from '../../src/v2/contract/definition.ts';

/** The sends whose effect can be read back. A message of the messenger is read back as one of the professional network. */
export type ReadableSend = 'invite' | 'message' | 'inmail' | 'email';

export interface Probe {
  readonly read: ReadBack;
  /** API credits of one look. */
  readonly credits: string;
  /** The sight that proves that the call went out. */
  readonly done: string;
  /** The sight that speaks against it; null: nothing that is read here does. */
  readonly absent: string | null;
}

const LOGS: Probe = {
  read: 'logs',
  credits: '0',
  done: 'a success under our key',
  absent:
    'where the rows carry keys: none under ours, or a refusal. Where they do not: no success at all of this account and action at that time, which is half a proof',
};

/**
 * The places where the effect of a send is looked for, in this order, what is free first. The first proof that it went
 * out ends the search. That it did not needs a whole proof, or two halves from different places: what a person can undo
 * (decline, withdraw, ignore) is missing for that reason too.
 */
export const PROBES: Readonly<Record<ReadableSend, readonly Probe[]>> = {
  invite: [
    LOGS,
    {
      read: 'check_connection',
      credits: '0',
      done: 'they have been connected since a time after the call, and did not accept another invitation of ours',
      absent: 'they were connected before the call: the network accepts no invitation to a connection',
    },
    {
      read: 'check_invitation',
      credits: '1',
      done: 'an invitation of ours is pending and no other one, or was accepted, as above',
      absent:
        'the one that is pending is an earlier one: the network takes one at a time. None is pending, or a later one: half a proof, since a declined or withdrawn one is not there either',
    },
  ],
  message: [
    LOGS,
    {
      read: 'conversation',
      credits: '1 per 10 threads, and 1 per thread',
      done: 'the conversation contains our text, with as many files, at or after that time, and no other send explains it',
      absent: 'the inbox, read back to that time, has our text in no conversation, unless another step sent it',
    },
  ],
  inmail: [
    LOGS,
    {
      read: 'premium_inbox',
      credits: '1 per 10 threads, and 1 per thread',
      done: 'the thread in the premium inbox contains our text, and no other send explains it',
      absent: 'the premium inbox, read back to that time, has our text in no thread, unless another step sent it',
    },
  ],
  email: [
    LOGS,
    {
      read: 'sent_mail',
      credits: '1 per 10 mails',
      done: 'a sent mail whose `X-Overture-Intent` is our key',
      absent:
        'it is not among the sent mails, read back to that time, and the log has no row with `outcome_unknown`: a copy is filed after the mail went out',
    },
  ],
};
