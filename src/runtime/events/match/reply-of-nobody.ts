import { type Identity, identityKey } from '../../../shared/identity/identity.ts';
import type { EventRow } from '../../store/events/claim-event.ts';
import { PROFILE_KINDS, type ReplyOfNobody } from '../../store/events/unmatched-replies.ts';
import type { Activity } from '../reading/read-activity.ts';

/** Those by which the professional network can be asked who somebody is; an id of its own before what people choose. */
export const profileNames = (names: readonly Identity[]): Identity[] =>
  names
    .filter(({ kind }) => ORDER.includes(kind))
    .sort((one, other) => ORDER.indexOf(one.kind) - ORDER.indexOf(other.kind));

const ORDER: readonly Identity['kind'][] = ['profile_id', 'urn', 'slug'];

/**
 * Collects what is needed to look for the author of a reply whose names nobody has. Null: there is nothing to look for, since on other channels
 * people are written to by the address or number that they answer from, and a machine's answer stops nobody.
 */
export function replyOfNobody(
  { account_id, platform }: Pick<EventRow, 'account_id' | 'platform'>,
  activity: Activity,
): ReplyOfNobody | null {
  if (platform !== 'professional' || (activity.kind !== 'reply' && activity.kind !== 'refusal')) return null;
  const names = activity.author.from.filter(({ kind }) => PROFILE_KINDS.some((one) => one === kind));
  if (names.length === 0) return null;
  return { account_id, kinds: [...new Set(names.map(({ kind }) => kind))], keys: names.map(identityKey) };
}
