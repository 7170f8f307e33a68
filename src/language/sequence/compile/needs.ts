import { LEAD_FIELDS } from '../../plan/lead.ts';
import { knownAs } from '../check/known-names.ts';
import type { Certain } from '../proofs/certain.ts';
import { descriptorOf } from '../steps/kinds.ts';
import type { SequenceSyntax } from '../syntax.ts';
import type { Graph } from './compile.ts';

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
    for (const field of descriptorOf(node.kind).needs(node, here)) needs.add(field);
    for (const { name, needed } of step?.reads ?? []) {
      const meaning = needed ? knownAs(name, { vars: syntax.vars, made: here.made }) : null;
      if (meaning?.kind === 'job') needs.add('job');
      if (meaning?.kind !== 'lead' || meaning.default) continue;
      if (meaning.field !== 'email' || !here.has_email) needs.add(meaning.field);
    }
  }
  return [...needs].sort();
}
