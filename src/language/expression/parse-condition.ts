import type { ParseResult } from '@marcbachmann/cel-js';
import { readsOf } from './condition-ast.ts';
import { evaluationEnvironment } from './condition-environment.ts';

export interface ParsedCondition {
  /** Takes the values, and has the tree as `ast`. */
  readonly decide: ParseResult;
  /** `lead.country`, `vars.team`, `state.label`; each once. */
  readonly reads: readonly string[];
}

/** Parsing takes longer than deciding, and thousands of people go through the same few conditions. */
const parsed = new Map<string, ParsedCondition>();
const MOST_PARSED = 500;

/** For evaluating what was checked before. Throws what the parser does. */
export function parseCondition(text: string): ParsedCondition {
  const known = parsed.get(text);
  if (known) return known;
  const decide = evaluationEnvironment().parse(text);
  const made = { decide, reads: [...new Set(readsOf(decide.ast))] };
  if (parsed.size >= MOST_PARSED) parsed.clear();
  parsed.set(text, made);
  return made;
}
