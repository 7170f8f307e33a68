import type { Graph } from '../compile/compile.ts';
import type { CompileOptions } from '../compile/compile-options.ts';
import type { Reporter } from '../diagnostics/diagnostic.ts';
import type { SequenceSyntax } from '../syntax.ts';
import type { Certain } from './certain.ts';
import { proveConnection } from './connection.ts';
import { proveDeclaredTypes } from './declared-types.ts';
import { proveEmail } from './email.ts';
import { proveInMail } from './inmail.ts';
import { proveLimits } from './limits.ts';
import { proveMade } from './made.ts';
import { proveNoteLength } from './note-length.ts';
import type { Proof } from './proof.ts';
import { proveReply } from './reply.ts';
import { proveRun } from './run.ts';
import { proveSender } from './sender.ts';
import { proveWrittenValues } from './written-values.ts';

const PROOFS: readonly Proof[] = [
  proveSender,
  proveLimits,
  proveConnection,
  proveInMail,
  proveEmail,
  proveNoteLength,
  proveMade,
  proveRun,
  proveReply,
  proveWrittenValues,
  proveDeclaredTypes,
];

/**
 * Proves what must hold on every path, or the sequence is refused. Behind a step that could not be read, what it may have made
 * certain counts as certain. That every path ends needs no proof: only `repeat` leads back, and it counts.
 */
export function provePaths(
  syntax: SequenceSyntax,
  graph: Graph,
  certain: ReadonlyMap<string, Certain>,
  options: CompileOptions,
  reporter: Reporter,
): void {
  const seen = new Set<string>();
  const first = (key: string): boolean => !seen.has(key) && Boolean(seen.add(key));
  for (const [id, { node, step }] of graph.nodes) {
    const here = certain.get(id);
    if (!here || !step || step.unread) continue;
    for (const prove of PROOFS) {
      prove({
        node,
        step,
        here,
        syntax,
        options,
        report: (code, message, fix, place = step.place) => reporter.report(code, place, message, fix),
        first,
      });
    }
  }
}
