import type { FactChanges, PerformResult } from '../../src/core/engine/perform.ts';
import type { LeadFields } from '../../src/language/plan/lead.ts';
import type { LimitClass } from '../../src/language/plan/plan.ts';
import type { MailboxHealth } from '../../src/runtime/store/accounts/learn-mailbox.ts';
import type { InvitationProgress } from '../../src/runtime/store/enrollments/note-invitation.ts';
import type { IntentRequest } from '../../src/runtime/store/intents/intent.ts';
import type { LearnedRelation } from '../../src/runtime/store/leads/learn-identities.ts';
import type { Identity } from '../../src/shared/identity/identity.ts';
import { capitalized } from '../../src/shared/kit/first-letter.ts';
import type { Queryable } from '../../src/shared/postgres/database.ts';
import type { Deferred } from '../deferred.ts';

/** All that a step may have to change in our tables, whichever way it learned it. */
export interface Changes {
  readonly facts?: FactChanges;
  readonly invitation?: InvitationProgress;
  /** The relation to the professional sender. */
  readonly relation?: Omit<LearnedRelation, 'account_id' | 'lead_id' | 'at'>;
  readonly identities?: readonly Identity[];
  /** Fills what the lead lacks. */
  readonly lead?: LeadFields;
  /** The sources of fields of `lead`, for people: `the CV ada.pdf`. */
  readonly origins?: Readonly<Partial<Record<keyof LeadFields, string>>>;
  /** Whether the lead has the network's premium. */
  readonly premium?: boolean;
  /** Variables of the enrollment, for the steps after this one. */
  readonly vars?: Readonly<Record<string, unknown>>;
}

/** A call that is ready to go out. The one that a person reviews is stored in this shape. */
export interface PreparedCall {
  readonly is: 'call';
  readonly request: IntentRequest;
  readonly limit_class: LimitClass | null;
  /** API credits that it may cost. */
  readonly credits: number;
}

/** All that a step may be about to do. */
export type Prepared =
  | PreparedCall
  /** The step's purpose holds already. */
  | { readonly is: 'nothing_to_do'; readonly title: string; readonly changes?: Changes }
  | { readonly is: 'impossible'; readonly code: string; readonly text: string }
  | { readonly is: 'failed'; readonly code: string; readonly text: string }
  /** The step comes later, because what it has to look up first cannot be read now. */
  | { readonly is: 'later'; readonly result: Deferred }
  /**
   * The step is done in our own tables alone: `work` runs under the enrollment's lock, after the last look at the stop
   * flags. `lock` takes the names that it needs before: names are locked before rows, here as everywhere.
   */
  | {
      readonly is: 'own_tables';
      readonly lock?: (tx: Queryable) => Promise<void>;
      readonly work: (tx: Queryable) => Promise<PerformResult>;
    }
  /** The step is decided without the outside; `detail` is kept with the line of the title. */
  | {
      readonly is: 'decided';
      readonly result: PerformResult;
      readonly title: string | null;
      readonly detail?: Readonly<Record<string, unknown>>;
    };

/**
 * A kind of step's own account of what it is about to do. The limit class and the credits of its call are those of its
 * descriptor in `src/language/plan/nodes`; a call that differs from it names its own.
 */
export type Preparation =
  | Exclude<Prepared, PreparedCall>
  | (Pick<PreparedCall, 'is' | 'request'> & Partial<Pick<PreparedCall, 'limit_class' | 'credits'>>);

/** The meaning of a call's answer. */
export interface Absorbed {
  readonly title: string;
  readonly changes: Changes;
  /** The step's result, unless that is simply `done`. */
  readonly result?: PerformResult;
  /** The mailbox's own word about its health. */
  readonly mailbox?: MailboxHealth;
  /** For the timeline's detail: ids, texts. */
  readonly detail?: Readonly<Record<string, unknown>>;
}

/** The rest of a call's request, once its first read has answered. */
export type Completed =
  | { readonly is: 'request'; readonly params: Readonly<Record<string, unknown>> }
  /** The read was all: there is nothing to call for. */
  | { readonly is: 'over'; readonly absorbed: Absorbed };

/**
 * Takes the `else`, because what was asked for is not there. `text` is a sentence without its first capital and its
 * period.
 */
export function nothingFound(code: string, text: string): Absorbed {
  const title = capitalized(text);
  return { title, changes: {}, result: { status: 'impossible', code, text } };
}

export const failed = (code: string, text: string): Prepared => ({ is: 'failed', code, text });
export const impossible = (code: string, text: string): Prepared => ({ is: 'impossible', code, text });

export const NO_SENDER = (channel: string): Prepared => failed('NO_SENDER', `the enrollment has no ${channel} sender`);
export const NO_PROFILE: Prepared = failed('NO_PROFILE', 'the lead has no profile on the professional network');
