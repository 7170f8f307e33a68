import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatFailure } from '../../../src/core/simulate/sequence-tests/format-outcome.ts';
import { readTestFile } from '../../../src/core/simulate/sequence-tests/read-test-file.ts';
import { runTest, runTestFile } from '../../../src/core/simulate/sequence-tests/run-test-file.ts';
import type { SequenceTest } from '../../../src/core/simulate/sequence-tests/test-file.ts';
import { createTestReporter } from '../../../src/core/simulate/sequence-tests/test-reader.ts';
import type { Node } from '../../../src/language/plan/node.ts';
import { channelOf, edgesOf } from '../../../src/language/plan/node-traits.ts';
import type { Plan } from '../../../src/language/plan/plan.ts';
import { compileSequence } from '../../../src/language/sequence/compile-sequence.ts';

const folder = new URL('../../../sequences/', import.meta.url);
const names = readdirSync(folder)
  .filter((name) => name.endsWith('.yaml') && !name.endsWith('.test.yaml'))
  .map((name) => name.replace('.yaml', ''));

const read = (file: string): string => readFileSync(new URL(file, folder), 'utf8');

function planOf(name: string): Plan {
  const compiled = compileSequence(read(`${name}.yaml`));
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.diagnostics));
  return compiled.plan;
}

function testsOf(name: string): readonly SequenceTest[] {
  const text = read(`${name}.test.yaml`);
  const reporter = createTestReporter(text);
  const file = readTestFile(text, reporter);
  if (!file) throw new Error(JSON.stringify(reporter.diagnostics()));
  return file.tests;
}

/** The steps that somebody else notices, or that a person or a search is asked for. */
const acts = (node: Node): boolean => channelOf(node) !== null || node.kind === 'enrich' || node.kind === 'task';

/** The plan as if the step were not there: all that leads to it leads to the step behind it. */
function without(plan: Plan, removed: Node): Plan {
  const next = 'next' in removed ? removed.next : removed.id;
  const nodes = Object.entries(plan.nodes)
    .filter(([id]) => id !== removed.id)
    .map(([id, node]) => [id, redirect(node, removed.id, next)] as const);
  return { ...plan, start: plan.start === removed.id ? next : plan.start, nodes: Object.fromEntries(nodes) };
}

function redirect(node: Node, from: string, to: string): Node {
  if (!edgesOf(node).includes(from)) return node;
  const changed = JSON.stringify(node, (key, value: unknown) => {
    return value === from && ['next', 'then', 'else', 'body', 'to'].includes(key) ? to : value;
  });
  const parsed: Node = JSON.parse(changed);
  return parsed;
}

describe('the tests of the sequences that people start from', () => {
  it('there are nine of them, each with its tests, and no tests without a sequence', () => {
    expect(names).toHaveLength(9);
    for (const name of names) expect(existsSync(new URL(`${name}.test.yaml`, folder)), name).toBe(true);
    const other = readdirSync(folder).filter((name) => !name.endsWith('.yaml'));
    expect({ files: readdirSync(folder).length - other.length, other }).toEqual({ files: 18, other: ['accounts.yml'] });
  });

  it.each(names)('%s begins with the line that editors read, and says when to use it and what to change', (name) => {
    const text = read(`${name}.yaml`);
    expect(text.startsWith('# yaml-language-server: $schema=../docs/sequence.schema.json\n')).toBe(true);
    expect(text).toContain('# When to use it:');
    expect(text).toContain('# What to change:');
  });

  it.each(names)('%s passes at least five', (name) => {
    const ran = runTestFile(read(`${name}.test.yaml`), () => ({ found: true, plan: planOf(name) }));
    if (!ran.ok) throw new Error(JSON.stringify(ran.diagnostics, null, 2));
    const failed = ran.outcomes.filter(({ ok }) => !ok);
    expect(failed.map((outcome) => `${outcome.test.name}\n${formatFailure(outcome)}`).join('\n\n')).toBe('');
    expect(ran.outcomes.length).toBeGreaterThanOrEqual(5);
  });

  const steps = names.flatMap((name) => {
    const nodes = Object.values(planOf(name).nodes).filter(acts);
    return nodes.map((node) => ({ name, id: node.id, node }));
  });

  it.each(steps)('$name without $id fails at least one', ({ name, node }) => {
    const plan = without(planOf(name), node);
    expect(testsOf(name).some((test) => !runTest(test, plan).ok)).toBe(true);
  });

  it.each(names)('every end of %s is reached by one', (name) => {
    // The implicit end is in the table even where no path comes to it.
    const ends = Object.values(planOf(name).nodes).flatMap((node) =>
      node.kind === 'end' && node.id !== 'completed' ? [node.outcome] : [],
    );
    const expected = new Set(testsOf(name).map(({ end }) => end));
    expect(ends.filter((end) => !expected.has(end))).toEqual([]);
  });
});
