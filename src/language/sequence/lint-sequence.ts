import type { Graph } from './compile.ts';
import type { CompileOptions } from './compile-options.ts';
import type { Reporter } from './diagnostic.ts';
import { lintLife } from './lints/life.ts';
import { lintOutrun } from './lints/outrun.ts';
import { lintTolerated } from './lints/tolerated.ts';
import type { SequenceSyntax } from './syntax.ts';

/** Warnings that only the whole sequence shows. */
export function lintSequence(syntax: SequenceSyntax, graph: Graph, options: CompileOptions, reporter: Reporter): void {
  lintTolerated(syntax, graph, options, reporter);
  lintLife(graph, reporter);
  lintOutrun(syntax, graph, reporter);
}
