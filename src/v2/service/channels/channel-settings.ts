import type { DialRules } from './mail/connections/dial.ts';
import type { MailConsent } from './mail/consents/mail-consent.ts';

/** The settings of the service that its channels read. */
export interface ChannelSettings {
  /** The URL at which clients reach the service, without a trailing slash. */
  readonly base_url: string;
  readonly allow_private_webhooks: boolean;
  /** How the servers of real mailboxes may be reached. Default: at public addresses alone. */
  readonly mail?: MailSettings;
}

export interface MailSettings extends DialRules {
  /** Default true: this process is one of those that share the watch of the mailboxes. */
  readonly watch?: boolean;
  /** Milliseconds after which the mailboxes of a process that died are another's. Default: 15 s. */
  readonly watch_lease?: number;
  /** Providers that the page for mailboxes offers consent of. Default: none. */
  readonly consents?: readonly MailConsent[];
}
