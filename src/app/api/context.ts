import type { Logger } from 'pino';
import type { NetworkProfile } from '../../core/calendar/network-profile.ts';
import type { ChannelName } from '../../language/plan/plan.ts';
import type { Dns } from '../../runtime/deliverability/dns.ts';
import type { V2Reader } from '../../runtime/enroll/campaign/v2-reader.ts';
import type { Delivery, Reception } from '../../runtime/events/receive/receive.ts';
import type { MailInLedger } from '../../runtime/store/intents/list-sent-mails.ts';
import type { RequestBounds } from '../../shared/http/bound-requests.ts';
import type { Clock } from '../../shared/kit/clock.ts';
import type { Quiet } from '../../shared/kit/quiet.ts';
import type { Database } from '../../shared/postgres/database.ts';
import type { KeyRing } from '../../shared/secrets/key-ring.ts';
import type { OidcSettings } from './auth/oidc.ts';
import type { PasswordCost } from './auth/password.ts';
import type { ComputerLimits } from './computations/create-computer.ts';

/** The result of an examination: what was looked at, and each setting with its source; of a secret only whether it is set. */
export interface Examination {
  readonly ok: boolean;
  readonly findings: readonly {
    readonly name: string;
    readonly ok: boolean;
    readonly text: string;
    readonly fix?: string;
  }[];
  readonly variables: readonly {
    readonly name: string;
    readonly value: string;
    readonly source: 'environment' | 'profile' | 'default';
    readonly about: string;
  }[];
}

/** A mail of a thread, as a mail program shows it. */
export interface ShownMail {
  /** The key of its intent, where the mailbox does not have the mail and its receipt was lost. */
  readonly message_id: string;
  /** `ledger`: the mailbox does not have it (any more), or cannot be read; this is what went out. */
  readonly source: 'mailbox' | 'ledger';
  readonly kind: 'mail' | 'bounce' | 'automatic';
  readonly is_ours: boolean;
  readonly from: MailParty;
  readonly to: readonly MailParty[];
  readonly cc: readonly MailParty[];
  readonly subject: string;
  readonly at: Date;
  /** The words that its author wrote. */
  readonly text: string;
  /** The whole text, where it quotes what it answers; empty where it does not. */
  readonly quoted: string;
  readonly html: string | null;
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly byte_size: number }[];
}

interface MailParty {
  readonly name: string;
  readonly email: string;
}

/** The thread of a mail that went out, oldest first: that mail is always among them. `error`: why the mailbox cannot be read now. */
export type ReadThread = (mail: MailInLedger) => Promise<{
  readonly mails: readonly ShownMail[];
  readonly error: string | null;
}>;

/** The clock of virtual time, and all that goes by it in both products. Both throw CodedError `clock_not_movable` where it cannot be moved. */
export interface MovableClock {
  quiet(): Promise<Quiet>;
  /** Forward to that virtual time; one that has passed changes nothing. */
  jump(to: number): Promise<void>;
}

/** The dependencies that the API is handed at its composition. */
export interface ApiDeps {
  /** Bytes that may still be written to the disk of the home folder; null: the system does not say. */
  readonly readDiskSpace?: () => Promise<{ readonly free: number } | null>;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  /** Sign the links in mails and sign-in tokens. */
  readonly keys: KeyRing;
  /** The address at which others reach us. Absent: it is not configured. */
  readonly public_url?: string;
  /** The cost of hashing a password. Absent: as much as is safe; tests take less. */
  readonly password_cost?: PasswordCost;
  /** The provider by which people sign in. Absent: none. */
  readonly oidc?: OidcSettings;
  /** The proxies whose forwarded headers are believed: how many, or their addresses. Absent: none. */
  readonly trust_proxy?: number | readonly string[];
  /** Our own webhooks may lead to private addresses and plain HTTP. Absent: they may not. */
  readonly allow_private_webhooks?: boolean;
  /** How long a request may take to arrive, and how many connections an address may have. Absent: what suits everybody. */
  readonly request_bounds?: Partial<RequestBounds>;
  /** Wall milliseconds after which a request that runs renews its Idempotency-Key. Absent: what suits everybody. */
  readonly renew_keys_every?: number;
  /** How many simulations, forecasts, test runs and large experiments there are at once, and how long one takes. Absent: what suits everybody. */
  readonly computer_limits?: Partial<ComputerLimits>;
  /** The webhook receiver. */
  readonly receive: (delivery: Delivery) => Promise<Reception>;
  /** Looks for accounts that are new at the V2 service; may fail. */
  readonly refreshAccounts: () => Promise<void>;
  /** Reads a thread from the mailbox of an account; costs credits. Absent: mails are not shown. */
  readonly readThread?: ReadThread;
  /** Absent: time cannot be moved here. */
  readonly movable_clock?: MovableClock;
  /** Sends a mail of an account to the account's own address. Absent: a test of a text can only be shown. */
  readonly sendToSelf?: (
    account_id: string,
    mail: {
      readonly to: string;
      readonly subject: string;
      readonly text: string | null;
      readonly html: string | null;
      /** Sent as `Idempotency-Key`. */
      readonly key: string;
    },
  ) => Promise<
    | { readonly kind: 'success' }
    | { readonly kind: 'refused'; readonly message: string }
    | { readonly kind: 'unknown' | 'unreachable'; readonly reason: string }
  >;
  /** Makes a link by which somebody connects an account at the V2 service. Absent: there is none. */
  readonly connectLink?: (asked: {
    readonly platforms?: readonly ChannelName[];
    /** The account that is connected again. */
    readonly account_id?: string;
    /** Virtual seconds. */
    readonly expires_in: number;
  }) => Promise<
    | { readonly kind: 'success'; readonly data: { readonly url: string; readonly expires_at: string } }
    | { readonly kind: 'refused'; readonly message: string }
    | { readonly kind: 'unknown' | 'unreachable'; readonly reason: string }
  >;
  /** Looks at what the roles need, and at the settings. Absent: nobody does. */
  readonly examine?: () => Promise<Examination>;
  /** Says how many candidates a job has; costs a credit. Absent: a dry run does not say. */
  readonly v2?: V2Reader;
  /** Limits that the networks tolerate, by tier. Absent: no account has a profile. */
  readonly profiles?: readonly NetworkProfile[];
  /** Absent: the system's name servers. */
  readonly dns?: Dns;
  /** Wall milliseconds after which a worker no longer sends an admitted call. Absent: as with the usual timeout. */
  readonly lease_ms?: number;
  /** Something was written to the outbox. */
  readonly onOutbox: () => void;
  /** A search for missed events was asked for. */
  readonly onReconciliation?: () => void;
  /** The package's folder, where the page's files are. */
  readonly package_root: string;
  readonly isTemporalUp?: () => Promise<boolean>;
  /** Whether the workflow of an enrollment that has begun is in Temporal; throws where Temporal does not answer. */
  readonly isWalkThere?: (enrollment_id: string) => Promise<boolean>;
}
