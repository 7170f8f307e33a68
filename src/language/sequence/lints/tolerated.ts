import { LIMIT_CLASSES, LIMIT_KEYS } from '../../plan/limit-class.ts';
import { channelOf, limitClassOf } from '../../plan/node-traits.ts';
import type { Cap, ChannelName, LimitClass } from '../../plan/plan.ts';
import type { TierProfile } from '../../plan/tier-profile.ts';
import type { Graph } from '../compile/compile.ts';
import type { CompileOptions } from '../compile/compile-options.ts';
import type { Reporter } from '../diagnostics/diagnostic.ts';
import { senderProfiles } from '../proofs/sender-profiles.ts';
import type { SequenceSyntax } from '../syntax.ts';

/**
 * Limits above what the network tolerates. A sender whose tier is known counts by it; where none is known, only what no
 * tier of the channel tolerates is too much.
 */
export function lintTolerated(syntax: SequenceSyntax, graph: Graph, options: CompileOptions, reporter: Reporter): void {
  for (const limited of LIMIT_CLASSES) {
    const key = LIMIT_KEYS[limited];
    const place = syntax.places.get(`limits.${key}`);
    const channel = channelUsing(limited, graph);
    if (!place || !channel) continue;
    const { profiles, one } = judges(syntax, options, channel);
    for (const cap of syntax.limits[limited] ?? []) {
      const over = profiles.filter((profile) => isAbove(cap, profile.caps[limited] ?? []));
      const profile = one ? over[0] : over.length === profiles.length ? mostGenerous(over, limited) : undefined;
      if (!profile) continue;
      const most = (profile.caps[limited] ?? []).map(({ count, per }) => `${count} per ${per}`).join(' and ');
      const who = one ? profile.name : `at best, ${profile.name}`;
      const message = `${key}: ${cap.count} per ${cap.per} are more than the network tolerates (${who}: ${most})`;
      reporter.report('SEQ057', place, message, "Lower it: the network's own limit holds in any case.");
      break;
    }
  }
}

/** The channel of the first step that takes a slot of the class. */
function channelUsing(limited: LimitClass, graph: Graph): ChannelName | null {
  for (const { node } of graph.nodes.values()) if (limitClassOf(node) === limited) return channelOf(node);
  return null;
}

/** The tiers that a cap is compared with: that of a known sender alone; where none is known, all tiers of the channel. */
function judges(
  syntax: SequenceSyntax,
  options: CompileOptions,
  channel: ChannelName,
): { readonly profiles: readonly TierProfile[]; readonly one: boolean } {
  const known = senderProfiles(syntax, options, channel).flatMap(({ profile }) => profile ?? []);
  if (known.length > 0) return { profiles: known, one: true };
  const ofChannel = (options.profiles ?? []).filter(({ name }) => name === channel || name.startsWith(`${channel}-`));
  return { profiles: ofChannel, one: false };
}

/** The tier that tolerates the most of a class in a week. */
function mostGenerous(profiles: readonly TierProfile[], limited: LimitClass): TierProfile | undefined {
  const weekly = ({ caps }: TierProfile): number =>
    Math.min(...(caps[limited] ?? []).map(({ count, per }) => (per === 'day' ? count * 7 : count)));
  return [...profiles].sort((a, b) => weekly(b) - weekly(a))[0];
}

const isAbove = (cap: Cap, most: readonly Cap[]): boolean =>
  most.some(({ count, per }) => {
    if (cap.per === per) return cap.count > count;
    return cap.per === 'day' ? cap.count > count : cap.count > count * 7;
  });
