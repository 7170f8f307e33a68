import { DEFAULT_RATES, readRates } from '../../../../core/simulate/people/rates.ts';
import type { Progressing } from '../../../../core/simulate/pieces.ts';
import { runTestFile } from '../../../../core/simulate/sequence-tests/run-test-file.ts';
import { showExpected, showGot } from '../../../../core/simulate/sequence-tests/show-test.ts';
import { simulateInPieces } from '../../../../core/simulate/simulate.ts';
import { readStart } from '../../../../core/simulate/start.ts';
import { completionsAt } from '../../../../language/editing/completions-at.ts';
import { formOf } from '../../../../language/editing/form/form-of.ts';
import { writeField } from '../../../../language/editing/form/write-field.ts';
import { hoverAt } from '../../../../language/editing/hover-at.ts';
import type { Schema } from '../../../../language/editing/schema-at.ts';
import { diagramOf } from '../../../../language/graph/diagram.ts';
import { type Layout, layoutOf } from '../../../../language/graph/layout.ts';
import { runsOf } from '../../../../language/plan/nodes/runs-of.ts';
import { type Compilation, compileSequence } from '../../../../language/sequence/compile-sequence.ts';
import { fixSequence } from '../../../../language/sequence/fix/fix-sequence.ts';
import { sequenceJsonSchema, testFileJsonSchema } from '../../../../language/sequence/schema/json-schema.ts';
import { diffPlans } from '../../../../language/versions/diff-plans.ts';
import { messageOf } from '../../../../shared/kit/thrown.ts';
import type { CompilerCalls, Reply, Request, Simulated, SimulationAsked } from './calls.ts';
import { renderTexts } from './render-texts.ts';

/** The last text that was asked of; what is asked of it next is seldom another one. */
let latest: { readonly text: string; readonly sequences: string; readonly compiled: Compilation } | null = null;
let drawn: { readonly diagram: string; readonly layout: Layout } | null = null;
const schemas = new Map<'sequence' | 'tests', Schema>();

function compile(text: string, sequences: readonly string[] | null = null): Compilation {
  const names = JSON.stringify(sequences);
  if (latest?.text === text && (sequences === null || latest.sequences === names)) return latest.compiled;
  const known = sequences === null ? {} : { sequences: new Map(sequences.map((name) => [name, []])) };
  const compiled = compileSequence(text, known);
  latest = { text, sequences: names, compiled };
  return compiled;
}

const planOf = (text: string) => {
  const compiled = compile(text);
  return compiled.ok ? compiled.plan : null;
};

function schemaOf(of: 'sequence' | 'tests'): Schema {
  const schema = schemas.get(of) ?? (of === 'sequence' ? sequenceJsonSchema() : testFileJsonSchema());
  schemas.set(of, schema);
  return schema;
}

const calls: Omit<CompilerCalls, 'simulate'> = {
  check({ text, sequences }) {
    const compiled = compile(text, sequences);
    if (!compiled.ok) return { ok: false, name: null, diagnostics: compiled.diagnostics, places: {}, runs: [] };
    const { plan, diagnostics, places } = compiled;
    return { ok: true, name: plan.sequence, diagnostics, places, runs: runsOf(Object.values(plan.nodes)) };
  },
  fix: ({ text }) => fixSequence(text).text,
  draw({ text }) {
    const plan = planOf(text);
    if (plan === null) return null;
    const diagram = diagramOf(plan);
    const key = JSON.stringify(diagram);
    // Laying two hundred steps out takes longer than compiling them, and most keys change no box.
    if (drawn?.diagram !== key) drawn = { diagram: key, layout: layoutOf(diagram) };
    return drawn.layout;
  },
  complete: ({ text, offset, of }) => completionsAt(text, offset, schemaOf(of)),
  hover: ({ text, offset, of }) => hoverAt(text, offset, schemaOf(of)),
  form: ({ text }) => formOf(text, schemaOf('sequence')),
  write: ({ text, path, value }) => writeField(text, path, value),
  preview({ text, person }) {
    const plan = planOf(text);
    return plan === null ? null : renderTexts(plan, person);
  },
  test({ text, tests }) {
    const plan = planOf(text);
    if (plan === null) return null;
    const run = runTestFile(tests, (name) =>
      name === plan.sequence
        ? { found: true, plan }
        : { found: false, code: 'TST010', why: `the text is the sequence ${plan.sequence}`, fix: 'Name that one.' },
    );
    if (!run.ok) return { tests: [], diagnostics: run.diagnostics };
    const shown = run.outcomes.map((outcome) => ({
      ...{ name: outcome.test.name, ok: outcome.ok, reasons: outcome.reasons },
      ...{ expected: showExpected(outcome), got: showGot(outcome) },
    }));
    return { tests: shown, diagnostics: [] };
  },
  diff: ({ from, to }) => diffPlans(from, to),
  rates: () => DEFAULT_RATES,
};

function* simulate({ text, start, rates, others, ...asked }: SimulationAsked): Progressing<Simulated> {
  const plan = planOf(text);
  const day = readStart(start);
  const read = readRates(rates);
  const problems = [
    ...(plan === null ? ['The sequence has mistakes.'] : []),
    ...(day === null ? ['The start is no day; write it as 2026-01-05.'] : []),
    ...(read.ok ? [] : read.error),
  ];
  if (plan === null || day === null || !read.ok) return { ok: false, problems };
  const input = { plans: [plan], start: day, rates: read.value, others, what_if: true };
  return { ok: true, simulation: yield* simulateInPieces({ ...input, ...asked }) };
}

/** The least progress that is told: a bar shows no less, and the page would have more of it to draw than the worker has to do. */
const A_PERCENT = 0.01;

function answer({ id, name, asked }: Request): Reply {
  try {
    if (name !== 'simulate') {
      // The page asks a call of this name with what it takes.
      const call = calls[name] as (asked: unknown) => unknown;
      return { id, answer: call(asked) };
    }
    // As above.
    const work = simulate(asked as SimulationAsked);
    let said = 0;
    for (let step = work.next(); ; step = work.next()) {
      if (step.done) return { id, answer: step.value };
      if (step.value - said < A_PERCENT) continue;
      said = step.value;
      postMessage({ id, done: said } satisfies Reply);
    }
  } catch (error) {
    return { id, error: messageOf(error) };
  }
}

addEventListener('message', ({ data }: MessageEvent<Request>) => postMessage(answer(data)));
