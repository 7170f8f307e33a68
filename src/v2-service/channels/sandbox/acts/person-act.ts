/** What a person can do toward an account, by themselves or on a test's demand. */
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
      /** An absence notice. */
      readonly automatic?: boolean;
    }
  | { readonly do: 'decline_inmail' }
  | { readonly do: 'invite_me'; readonly text?: string }
  | {
      readonly do: 'bounce';
      /** The last one sent to the person where absent. */
      readonly mail_id?: string;
      readonly bounce_kind?: 'hard' | 'soft';
    };
