import { channelOf, limitClassOf } from '../../plan/node-traits.ts';
import type { Cap, ChannelName, LimitClass } from '../../plan/plan.ts';
import type { TierProfile } from '../../plan/tier-profile.ts';
import type { Graph } from '../compile.ts';
import type { CompileOptions } from '../compile-options.ts';
import type { Reporter } from '../diagnostic.ts';
import { LIMIT_KEYS } from '../header/limits.ts';
import { senderProfiles } from '../proofs/sender-profiles.ts';
import type { SequenceSyntax } from '../syntax.ts';

/**
 * Limits above what the network tolerates. A sender whose tier is known counts by it; where none is known, only what no
 * tier of the channel tolerates is too much.
 */
export function lintTolerated(syntax: SequenceSyntax, graph: Graph, options: CompileOptions, reporter: Reporter): void {
  for (const [key, limited] of Object.entries(LIMIT_KEYS)) {
    const place = syntax.places.get(`limits.${key}`);
    const channel = channelUsing(limited, graph);
    if (!place || !channel) continue;
    for (const cap of syntax.limits[limited] ?? []) {
      const over = tolerated(syntax, options, channel).find((profile) => isAbove(cap, profile.caps[limited] ?? []));
      if (!over) continue;
      const most = (over.caps[limited] ?? []).map(({ count, per }) => `${count} per ${per}`).join(' and ');
      const message = `${key}: ${cap.count} per ${cap.per} are more than the network tolerates (${over.name}: ${most})`;
      reporter.report('SEQ057', place, message, 'Lower it: the network’s own limit holds in any case.');
      break;
    }
  }
}

/** The channel of the first step that takes a place of the class. */
function channelUsing(limited: LimitClass, graph: Graph): ChannelName | null {
  for (const { node } of graph.nodes.values()) if (limitClassOf(node) === limited) return channelOf(node);
  return null;
}

/** Profiles that must each tolerate a cap. */
function tolerated(syntax: SequenceSyntax, options: CompileOptions, channel: ChannelName): readonly TierProfile[] {
  const known = senderProfiles(syntax, options, channel).flatMap(({ profile }) => profile ?? []);
  if (known.length > 0) return known;
  const ofChannel = (options.profiles ?? []).filter(({ name }) => name === channel || name.startsWith(`${channel}-`));
  const best = bestOf(ofChannel);
  return best ? [best] : [];
}

/** The highest cap of each class and period; a class that one of the tiers does not cap has none. */
function bestOf(profiles: readonly TierProfile[]): TierProfile | null {
  const [first, ...others] = profiles;
  if (!first) return null;
  return others.reduce((best, profile) => better(best, profile), first);
}

function better(one: TierProfile, other: TierProfile): TierProfile {
  const caps: { [limit in LimitClass]?: readonly Cap[] } = {};
  for (const limited of Object.values(LIMIT_KEYS)) {
    const shared = (one.caps[limited] ?? []).flatMap((cap) => {
      const same = other.caps[limited]?.find(({ per }) => per === cap.per);
      return same ? [{ per: cap.per, count: Math.max(cap.count, same.count) }] : [];
    });
    if (shared.length > 0) caps[limited] = shared;
  }
  return { ...one, name: 'the best tier', caps };
}

const isAbove = (cap: Cap, most: readonly Cap[]): boolean =>
  most.some(({ count, per }) => {
    if (cap.per === per) return cap.count > count;
    return cap.per === 'day' ? cap.count > count : cap.count > count * 7;
  });
