import type { CompiledNode } from '../compile/compile.ts';
import type { CompileOptions } from '../compile/compile-options.ts';
import type { DiagnosticCode } from '../diagnostics/diagnostic-codes.ts';
import type { Place } from '../diagnostics/edit.ts';
import type { SequenceSyntax, Step } from '../syntax.ts';
import type { Certain } from './certain.ts';

export interface ProofInput {
  readonly node: CompiledNode['node'];
  readonly step: Step;
  /** Facts that are certain when the node acts, whichever way the walk came. */
  readonly here: Certain;
  readonly syntax: SequenceSyntax;
  readonly options: CompileOptions;
  /** At the step's word, unless another place is given. */
  report(code: DiagnosticCode, message: string, fix: string, place?: Place): void;
  /** True the first time it is asked for a key, so that many steps do not repeat one problem. */
  first(key: string): boolean;
}

/** A check of what must hold at a node; it reports where it does not, and the sequence is refused. */
export type Proof = (input: ProofInput) => void;
