import type { ChannelName } from '../../plan/plan.ts';
import type { TierProfile } from '../../plan/tier-profile.ts';
import type { CompileOptions } from '../compile/compile-options.ts';
import type { SequenceSyntax } from '../syntax.ts';

export interface SenderProfile {
  readonly account: string;
  /** Null: its tier, or what the network tolerates of it, is not known. */
  readonly profile: TierProfile | null;
}

/** The accounts that `senders` names for a channel, each with its profile. Those of a pool need not be of one tier. */
export function senderProfiles(
  syntax: Pick<SequenceSyntax, 'senders'>,
  { accounts, profiles = [] }: CompileOptions,
  channel: ChannelName,
): readonly SenderProfile[] {
  return (syntax.senders[channel] ?? []).map((account) => {
    const tier = accounts?.get(account)?.tier ?? null;
    const names = [tier, `${channel}-${tier}`];
    return { account, profile: profiles.find(({ name }) => tier !== null && names.includes(name)) ?? null };
  });
}
