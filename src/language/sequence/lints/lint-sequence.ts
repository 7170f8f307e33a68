import type { Graph } from '../compile/compile.ts';
import type { CompileOptions } from '../compile/compile-options.ts';
import type { Reporter } from '../diagnostics/diagnostic.ts';
import type { SequenceSyntax } from '../syntax.ts';
import { lintLife } from './life.ts';
import { lintOutrun } from './outrun.ts';
import { lintTolerated } from './tolerated.ts';

/** Warnings that only the whole sequence shows. */
export function lintSequence(syntax: SequenceSyntax, graph: Graph, options: CompileOptions, reporter: Reporter): void {
  lintTolerated(syntax, graph, options, reporter);
  lintLife(graph, reporter);
  lintOutrun(syntax, graph, reporter);
}
