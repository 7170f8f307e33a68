import type { Rates } from '../../../../core/simulate/people/rates.ts';
import type { ShownStep } from '../../../../core/simulate/sequence-tests/show-test.ts';
import type { Simulation } from '../../../../core/simulate/simulation.ts';
import type { Completions } from '../../../../language/editing/completions-at.ts';
import type { Form } from '../../../../language/editing/form/form-of.ts';
import type { Path } from '../../../../language/editing/form/path.ts';
import type { Hover } from '../../../../language/editing/hover-at.ts';
import type { StepPlaces } from '../../../../language/editing/step-at.ts';
import type { Layout } from '../../../../language/graph/layout.ts';
import type { Plan } from '../../../../language/plan/plan.ts';
import type { Diagnostic } from '../../../../language/sequence/diagnostics/diagnostic.ts';
import type { Edit } from '../../../../language/sequence/diagnostics/edit.ts';
import type { PlanDiff } from '../../../../language/versions/diff-plans.ts';

export interface Checked {
  readonly ok: boolean;
  /** As it names itself; null while it does not compile. */
  readonly name: string | null;
  readonly diagnostics: readonly Diagnostic[];
  /** The places of the steps in the text; empty while it does not compile. */
  readonly places: StepPlaces;
  /** Sequences in which it continues. */
  readonly runs: readonly string[];
}

export interface PreviewedStep {
  readonly id: string;
  readonly title: string;
  readonly parts: readonly { readonly part: string; readonly text: string; readonly problem: string | null }[];
}

type Values = Readonly<Record<string, unknown>>;

export interface Person {
  readonly lead: Values;
  readonly vars: Values;
  readonly sender: Values | null;
}

export interface TestedSequence {
  readonly tests: readonly {
    readonly name: string;
    readonly ok: boolean;
    readonly reasons: readonly string[];
    readonly expected: readonly ShownStep[];
    readonly got: readonly ShownStep[];
  }[];
  readonly diagnostics: readonly Diagnostic<string>[];
}

export interface SimulationAsked {
  readonly text: string;
  readonly leads: number;
  readonly days: number;
  readonly start: string;
  readonly seed: string;
  readonly runs: number;
  readonly rates: Readonly<Record<string, string>>;
  /** Sequences in which it continues. */
  readonly others: readonly Plan[];
}

export type Simulated =
  | { readonly ok: true; readonly simulation: Simulation }
  | { readonly ok: false; readonly problems: readonly string[] };

/** The calls that the compiler answers in its worker, by name: what is asked and what it answers. */
export interface CompilerCalls {
  check(asked: { readonly text: string; readonly sequences: readonly string[] | null }): Checked;
  /** With every certain fix made. */
  fix(asked: { readonly text: string }): string;
  /** Null while it does not compile. */
  draw(asked: { readonly text: string }): Layout | null;
  complete(asked: {
    readonly text: string;
    readonly offset: number;
    readonly of: 'sequence' | 'tests';
  }): Completions | null;
  hover(asked: { readonly text: string; readonly offset: number; readonly of: 'sequence' | 'tests' }): Hover | null;
  /** Null while it cannot be read as YAML. */
  form(asked: { readonly text: string }): Form | null;
  /** Makes the edit that sets one value of the form; null: it cannot be written there. */
  write(asked: { readonly text: string; readonly path: Path; readonly value: string }): Edit | null;
  preview(asked: { readonly text: string; readonly person: Person }): readonly PreviewedStep[] | null;
  test(asked: { readonly text: string; readonly tests: string }): TestedSequence | null;
  diff(asked: { readonly from: Plan; readonly to: Plan }): PlanDiff;
  simulate(asked: SimulationAsked): Simulated;
  rates(asked: Record<never, never>): Rates;
}

export type CallName = keyof CompilerCalls;
export type AskedOf<Name extends CallName> = Parameters<CompilerCalls[Name]>[0];
export type AnswerOf<Name extends CallName> = ReturnType<CompilerCalls[Name]>;

export interface Request {
  readonly id: number;
  readonly name: CallName;
  readonly asked: unknown;
}

export type Reply =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly error: string }
  /** Not there yet: which share of it is done. */
  | { readonly id: number; readonly done: number };
