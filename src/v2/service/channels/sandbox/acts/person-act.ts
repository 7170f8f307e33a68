import type { ResolvedFile } from '../../../media/resolved-file.ts';

/** An act of a person toward an account, by themselves or on a test's demand. */
export type PersonAct =
  | {
      readonly do: 'accept_invitation';
      /** The one that is pending where absent. */
      readonly invitation_id?: number;
    }
  | {
      readonly do: 'reply';
      readonly channel: 'classic' | 'inmail' | 'messenger' | 'email';
      readonly text?: string;
      /** Possible only for acts on demand: acts on the agenda are stored as JSON. */
      readonly files?: readonly ResolvedFile[];
      /** An absence notice. */
      readonly automatic?: boolean;
    }
  | {
      readonly do: 'decline_inmail';
      /** That one, unless it was answered before; without it the person declines whatever there is. */
      readonly inmail_id?: string;
    }
  | { readonly do: 'invite_me'; readonly text?: string }
  /** Follows the one-click link of the last mail. */
  | { readonly do: 'unsubscribe' }
  /** The last mail that reached the person where absent. */
  | { readonly do: 'complain'; readonly mail_id?: string }
  | {
      readonly do: 'bounce';
      /** The last one sent to the person where absent. */
      readonly mail_id?: string;
      readonly bounce_kind?: 'hard' | 'soft';
    };
