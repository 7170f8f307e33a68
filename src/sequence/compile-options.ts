import type { Cap, ChannelName, LimitClass } from '../plan/plan.ts';

/** What a network tolerates of an account of one tier. */
export interface TierProfile {
  /** `professional-free`: the channel and the tier. */
  readonly name: string;
  readonly caps: { readonly [limit in LimitClass]?: readonly Cap[] };
  /** Characters of an invitation's note. */
  readonly note_length: number;
  /** 0: the tier has no seat for InMail. Absent: not known. */
  readonly inmails_per_month?: number;
}

export interface KnownAccount {
  readonly channel: ChannelName;
  /** A profile's name, or the part of it behind the channel. Null: not known. */
  readonly tier: string | null;
}

/** What is known around a sequence. All is optional: what is not known proves nothing and refuses nothing. */
export interface CompileOptions {
  readonly profiles?: readonly TierProfile[];
  /** By id; the accounts that `senders` may name. */
  readonly accounts?: ReadonlyMap<string, KnownAccount>;
  /** The other sequences by name, each with the names it continues in by `run`. */
  readonly sequences?: ReadonlyMap<string, readonly string[]>;
  /** Names that other files have, with the file. */
  readonly elsewhere?: ReadonlyMap<string, string>;
}
