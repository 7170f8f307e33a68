import { createHash } from 'node:crypto';
import type { AccountRow } from '../../../accounts/account-row.ts';
import type { SeenProfile } from '../../professional-channel.ts';
import { memberUrn, pictureUrl, profileIdUrl, profileUrl, slugOf } from '../addresses.ts';

/** The account's own profile: derived from its id, so nothing needs to be stored when an account connects. */
export function ownProfile(
  account: AccountRow,
): SeenProfile & { readonly member_id: string; readonly lead_id: string } {
  const digest = createHash('sha256').update(account.account_id).digest();
  const memberId = `ACoAA${digest.toString('hex').slice(0, 34)}`;
  const name = account.name.includes('@') ? (account.name.split('@', 1)[0] ?? account.name) : account.name;
  const [first = 'Member', ...rest] = name.split(/[\s.]+/).filter((word) => word !== '');
  const publicIdentifier = `${slugOf(name) || 'member'}-${digest.toString('hex').slice(-6)}`;
  return {
    member_id: memberId,
    lead_id: `ACwAA${digest.toString('hex').slice(0, 34)}`,
    public_identifier: publicIdentifier,
    profile_url: profileUrl(publicIdentifier),
    profile_id_url: profileIdUrl(memberId),
    member_urn: memberUrn(memberId),
    first_name: first,
    last_name: rest.join(' '),
    headline: 'Talent Partner',
    location: account.country ?? 'FR',
    industry: 'Staffing and Recruiting',
    summary: '',
    company: null,
    job_title: 'Talent Partner',
    degree: null,
    connected: false,
    open_profile: false,
    premium: account.products.includes('premium_navigator'),
    profile_picture: pictureUrl(memberId),
    experiences: [],
  };
}
