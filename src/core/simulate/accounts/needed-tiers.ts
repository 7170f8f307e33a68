import { templateLength } from '../../../language/expression/names-used.ts';
import { parseTemplate } from '../../../language/expression/template.ts';
import type { Node } from '../../../language/plan/node.ts';
import { limitClassOf } from '../../../language/plan/node-traits.ts';
import type { ChannelName, Plan } from '../../../language/plan/plan.ts';
import type { NetworkProfile } from '../../calendar/network-profile.ts';

export type Tiers = { readonly [channel in ChannelName]?: NetworkProfile };

/**
 * The tier that an account of each channel is taken for when nothing is known of it: the least one that an account's record can show and
 * that can run the sequences. With less, a step would never happen; with more, the limits would be those of another tier.
 */
export function neededTiers(plans: readonly Plan[], profiles: readonly NetworkProfile[]): Tiers {
  const nodes = plans.flatMap((plan) => Object.values(plan.nodes));
  const needs = { seat: nodes.some(needsSeat), note: Math.max(0, ...nodes.map(leastNote)) };
  const tierOf = (channel: ChannelName): Tiers => {
    const [least] = profiles
      .filter((profile) => profile.for?.platform === channel && profile.for.domains === undefined)
      .filter((profile) => channel !== 'professional' || suffices(profile, needs))
      .sort((a, b) => inMails(a) - inMails(b) || invites(a) - invites(b) || (a.name < b.name ? -1 : 1));
    return least ? { [channel]: least } : {};
  };
  return { ...tierOf('professional'), ...tierOf('messenger'), ...tierOf('email') };
}

const suffices = (profile: NetworkProfile, needs: { readonly seat: boolean; readonly note: number }): boolean =>
  profile.note_length >= needs.note && (!needs.seat || inMails(profile) > 0);

const inMails = ({ inmails_per_month }: NetworkProfile): number => inmails_per_month ?? Number.POSITIVE_INFINITY;

const invites = ({ caps }: NetworkProfile): number =>
  Math.min(...(caps.invite ?? []).map(({ count, per }) => (per === 'day' ? count * 7 : count)));

/** spec: unlocks and the seat's own balance need a seat, like InMail. */
function needsSeat(node: Node): boolean {
  if (limitClassOf(node) === 'inmail') return true;
  return node.kind === 'action' && (node.category === 'balance' || node.action === 'unlock');
}

/** The shortest that an invitation's note can be. */
function leastNote(node: Node): number {
  const note = node.kind === 'invite' ? node.note : undefined;
  const parsed = note === undefined ? null : parseTemplate(note);
  return parsed?.ok ? templateLength(parsed.value, 1).min : 0;
}
