import { LEAD_FIELDS } from '../plan/lead.ts';
import type { Graph } from './compile.ts';
import { meaningOf } from './known-names.ts';
import type { Certain } from './paths.ts';
import type { SequenceSyntax } from './syntax.ts';

/** Names without which a lead is refused at enrollment, sorted. */
export function neededNames(syntax: SequenceSyntax, graph: Graph, certain: ReadonlyMap<string, Certain>): string[] {
  const needs = new Set<string>();
  for (const [name, value] of Object.entries(syntax.vars)) {
    const isField = LEAD_FIELDS.some((field) => field === name);
    if (value === null) needs.add(isField ? name : `vars.${name}`);
  }
  for (const [id, { node, step }] of graph.nodes) {
    const here = certain.get(id);
    if (!here) continue;
    switch (node.kind) {
      case 'visit':
      case 'invite':
      case 'inmail':
      case 'withdraw':
      case 'check':
      case 'like':
      case 'react':
      case 'comment':
        needs.add('profile_url');
        break;
      case 'wait_for':
        if (node.event === 'accepted_invitation') needs.add('profile_url');
        break;
      case 'message':
        if (node.channel === 'professional') needs.add('profile_url');
        // Nobody has to bring a number that `enrich: contact` may find: without one the step takes its `else`.
        else if (node.else === undefined) needs.add('phone_number');
        break;
      case 'enrich':
        if (node.what !== 'email') needs.add('profile_url');
        break;
      case 'email':
        if (!here.has_email && node.to === undefined) needs.add('email');
        break;
      default:
    }
    for (const { name, needed } of step?.reads ?? []) {
      const meaning = needed ? meaningOf(name, { vars: syntax.vars, made: here.made }) : null;
      if (meaning?.is === 'job') needs.add('job');
      if (meaning?.is !== 'lead' || meaning.default) continue;
      if (meaning.field !== 'email' || !here.has_email) needs.add(meaning.field);
    }
  }
  return [...needs].sort();
}
