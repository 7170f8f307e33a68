import type { ChannelName } from '../../language/plan/plan.ts';
import type { TierProfile } from '../../language/plan/tier-profile.ts';
import { domainOf } from '../../shared/identity/mailbox-key.ts';

/** A tier's profile as a file of `limits/` gives it: its name is the file's without the ending. */
export interface NetworkProfile extends TierProfile {
  /** Which accounts have it by what their record tells. Absent: only those for which a person chose it. */
  readonly for?: ProfileMatch;
}

export interface ProfileMatch {
  readonly platform: ChannelName;
  /** A seat that the account must have. */
  readonly product?: string;
  /** Domains of the mailbox's address. */
  readonly domains?: readonly string[];
}

/** The part of an account's record that tells its tier. */
export interface TieredAccount {
  readonly platform: ChannelName;
  readonly products: readonly string[];
  readonly email: string | null;
  /** The name of the profile that a person chose. */
  readonly profile?: string | null;
}

/**
 * The profile of an account: the chosen one, else the closest that its record fits. A record that shows no seat may be of a
 * paid account all the same; it is treated as the plain one, and what it has to wait for names the profile.
 */
export function profileOf(account: TieredAccount, profiles: readonly NetworkProfile[]): NetworkProfile | null {
  const chosen = profiles.find(({ name }) => name === account.profile);
  if (chosen) return chosen;
  const fitting = profiles.filter((profile) => profile.for !== undefined && fits(account, profile.for));
  const byCloseness = (a: NetworkProfile, b: NetworkProfile) =>
    closeness(b) - closeness(a) || (a.name < b.name ? -1 : 1);
  return fitting.sort(byCloseness)[0] ?? null;
}

function fits({ platform, products, email }: TieredAccount, match: ProfileMatch): boolean {
  if (match.platform !== platform) return false;
  if (match.product !== undefined && !products.includes(match.product)) return false;
  const domain = domainOf(email ?? '');
  return match.domains === undefined || match.domains.includes(domain);
}

const closeness = ({ for: match }: NetworkProfile): number => Object.keys(match ?? {}).length;
