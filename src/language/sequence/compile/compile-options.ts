import type { ChannelName } from '../../plan/plan.ts';
import type { TierProfile } from '../../plan/tier-profile.ts';

export interface KnownAccount {
  readonly channel: ChannelName;
  /** A profile's name, or the part of it behind the channel. Null: not known. */
  readonly tier: string | null;
}

/** The known surroundings of a sequence. All is optional: what is not known proves nothing and refuses nothing. */
export interface CompileOptions {
  readonly profiles?: readonly TierProfile[];
  /** The accounts that `senders` may name, by id. */
  readonly accounts?: ReadonlyMap<string, KnownAccount>;
  /** The other sequences by name, each with the names it continues in by `run`. */
  readonly sequences?: ReadonlyMap<string, readonly string[]>;
  /** Names that other files have, with the file. */
  readonly elsewhere?: ReadonlyMap<string, string>;
}
