import { isSend } from '../../src/language/plan/node-traits.ts';
import type { Finding, Judged, Ledger } from './judge.ts';

/** By the order of the commits: once somebody of ours has said that they write to a person, no step begins to send to them until the lease ends. */
export function nobodyIsSpokenOver({ plan }: Judged, { log, intents }: Ledger): Finding[] {
  const nodes = new Map(intents.map(({ key, node }) => [key, plan.nodes[node]]));
  /** By person: who writes to them, and until when. */
  const writing = new Map<string, Map<string, number>>();
  const found: Finding[] = [];
  for (const { kind, id, lead_id, wall } of log) {
    if (lead_id === null) continue;
    const writers = writing.get(lead_id) ?? new Map<string, number>();
    writing.set(lead_id, writers);
    if (kind === 'presence') writers.set(id, wall?.getTime() ?? 0);
    const node = kind === 'intent' ? nodes.get(id) : undefined;
    if (node === undefined || wall === null || !isSend(node)) continue;
    for (const [who, until] of writers)
      if (until > wall.getTime()) found.push({ invariant: 'writer', text: `${id} began while ${who} wrote to them` });
  }
  return found;
}
