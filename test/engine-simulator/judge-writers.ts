import { isSend } from '../../src/language/plan/node-traits.ts';
import type { Finding, Judged, Ledger } from './judge.ts';

/**
 * Finds sends over an author of ours, by the order of the commits: once somebody has said that they write to a person, no step begins to send to that
 * person until the lease ends.
 */
export function nobodyIsSpokenOver({ plan }: Judged, { log, intents }: Ledger): Finding[] {
  const nodes = new Map(intents.map(({ key, node }) => [key, plan.nodes[node]]));
  /** The authors who write to each person, and until when. */
  const writing = new Map<string, Map<string, number>>();
  const found: Finding[] = [];
  for (const { kind, id, lead_id, wall } of log) {
    if (lead_id === null) continue;
    const authors = writing.get(lead_id) ?? new Map<string, number>();
    writing.set(lead_id, authors);
    if (kind === 'presence') authors.set(id, wall?.getTime() ?? 0);
    const node = kind === 'intent' ? nodes.get(id) : undefined;
    if (node === undefined || wall === null || !isSend(node)) continue;
    for (const [who, until] of authors)
      if (until > wall.getTime()) found.push({ invariant: 'writer', text: `${id} began while ${who} wrote to them` });
  }
  return found;
}
