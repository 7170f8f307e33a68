// biome-ignore-all lint/suspicious/noThenProperty: `then` is a key of a step, never awaited.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StepDeps } from '../../activities/deps.ts';
import type { StepContext } from '../../activities/look/context.ts';
import { decideStep } from '../../activities/steps/decide-step.ts';
import type { Prepared } from '../../activities/steps/prepared.ts';
import { renderValues } from '../../src/core/simulate/steps/render-values.ts';
import type { Walker } from '../../src/core/simulate/walk/walker.ts';
import type { ConditionState } from '../../src/language/expression/condition.ts';
import { withDefaults } from '../../src/language/plan/declared-value.ts';
import { LEAD_FIELDS, type LeadFields, type Vars } from '../../src/language/plan/lead.ts';
import type { Node } from '../../src/language/plan/node.ts';
import { edgesOf } from '../../src/language/plan/node-traits.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { compileSequence } from '../../src/language/sequence/compile-sequence.ts';
import { judgeChange } from '../../src/runtime/enroll/leads/judge-change.ts';
import { readWhatIsRight } from '../../src/runtime/enroll/leads/read-lead-fields.ts';
import { readPerson } from '../../src/runtime/enroll/leads/read-person.ts';
import type { SequenceVersion } from '../../src/runtime/store/sequences/read-sequence-version.ts';
import { findAction } from '../../src/v2/contract/actions.ts';
import { validateParams } from '../../src/v2/contract/validate-params.ts';
import { rounds } from '../support/rounds.ts';
import { change, HEADER, lead, type Patch, state, steps } from './draw-people.ts';

const DEPS = { clock: { now: () => Date.UTC(2027, 2, 1, 9) }, unsubscribeUrl: () => null } as unknown as StepDeps;

interface Person {
  readonly fields: LeadFields;
  /** The variables of the enrollment. */
  readonly vars: Readonly<Record<string, unknown>>;
  /** The variables of the lead: those of the enrollment win. */
  readonly known_vars?: Readonly<Record<string, unknown>>;
}

/** As the step would read it of the database. */
function contextOf(
  plan: Plan,
  node: Node,
  { fields, vars, known_vars = {} }: Person,
  seen: ConditionState,
): StepContext {
  const row = Object.fromEntries(LEAD_FIELDS.map((field) => [field, fields[field] ?? null]));
  const accounts = (['professional', 'messenger', 'email'] as const).map((platform) => ({
    ...{ id: platform, platform, name: 'Anna', email: 'anna@us.example', country: null, timezone: null },
    ...{ products: [], hold_repeats: false },
  }));
  return {
    request: { enrollment_id: 'enr_1', node: node.id, visit: 1 },
    key: `enr_1/${node.id}/1`,
    ...{ begun: false, put_off: false, plan, node, accounts, identities: [], relation: null, whom: 'Ada' },
    enrollment: {
      ...{ id: 'enr_1', lead_id: 'lead_1', vars },
      senders: { professional: 'professional', messenger: 'messenger', email: 'email' },
    },
    lead: { id: 'lead_1', vars: known_vars, tags: [], premium: null, ...row },
    vars: withDefaults(plan.vars, { ...known_vars, ...vars }),
    state: seen,
  } as unknown as StepContext;
}

interface Place extends Pick<Person, 'vars'> {
  readonly id: string;
  /** The rounds of each `repeat`. */
  readonly rounds: Readonly<Record<string, number>>;
}

interface Walked {
  readonly failures: readonly string[];
  /** Everywhere that they may come to. */
  readonly places: readonly Place[];
}

/**
 * Collects what fails on some way of the person through the plan, from its start or a place in it, by the very code that
 * performs the steps.
 */
async function walkAll(
  plan: Plan,
  person: Person,
  seen: ConditionState,
  from: Place = { id: plan.start, vars: person.vars, rounds: {} },
): Promise<Walked> {
  const failures: string[] = [];
  const places: Place[] = [];
  const visited = new Set<string>();
  const coming: Place[] = [from];
  for (let at = coming.pop(); at !== undefined; at = coming.pop()) {
    const key = JSON.stringify(at);
    const node = plan.nodes[at.id];
    if (node === undefined || node.kind === 'end' || visited.has(key) || visited.size > 300) continue;
    visited.add(key);
    places.push(at);
    const context = contextOf(plan, node, { ...person, vars: at.vars }, seen);
    const prepared = await decideStep(DEPS, context);
    const wrong = whyWrong(node, prepared);
    if (wrong !== null) failures.push(`${node.id}: ${wrong}`);
    const made = prepared.is === 'own_tables' && node.kind === 'set' ? madeBy(node.vars, context) : {};
    const rounds = node.kind === 'repeat' ? { ...at.rounds, [node.id]: (at.rounds[node.id] ?? 0) + 1 } : at.rounds;
    const isOver = node.kind === 'repeat' && (rounds[node.id] ?? 0) > node.times;
    const ways = isOver && 'next' in node ? [node.next] : waysAfter(node, prepared);
    for (const id of ways) coming.push({ id, vars: { ...at.vars, ...made }, rounds });
  }
  return { failures, places };
}

function whyWrong(node: Node, prepared: Prepared): string | null {
  if (prepared.is === 'failed') return `${prepared.code} ${prepared.text}`;
  // The post that a comment is for is read before it.
  if (prepared.is !== 'call' || node.kind === 'comment') return null;
  const { category, action, params } = prepared.request;
  const definition = findAction(category, action);
  if (definition === undefined) return `there is no ${category}/${action}`;
  const channel =
    node.kind === 'action' || node.kind === 'message' ? node.channel : node.kind === 'email' ? 'email' : 'professional';
  const checked = validateParams(definition, params, channel);
  return checked.ok ? null : `the service refuses it: ${checked.error}`;
}

const madeBy = (values: Vars, { plan, vars, lead: row }: StepContext): Vars =>
  renderValues(values, { plan, vars, person: { lead: fieldsOf(row) } } as unknown as Walker).vars;

const fieldsOf = (row: StepContext['lead']): LeadFields =>
  Object.fromEntries(LEAD_FIELDS.flatMap((field) => (row?.[field] ? [[field, row[field]]] : [])));

function waysAfter(node: Node, prepared: Prepared): readonly string[] {
  const result = prepared.is === 'decided' ? prepared.result : null;
  if (result?.status === 'skipped' && 'next' in node) return [node.past ?? node.next];
  if (result?.status === 'branch' && node.kind === 'if') return [result.to === 'then' ? node.then : node.else];
  return edgesOf(node);
}

describe('whoever is accepted', () => {
  it('walks every path without a step that fails for what they bring', async () => {
    const counts = { compiled: 0, accepted: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(steps, fc.array(lead, { minLength: 4, maxLength: 4 }), state, async (drawn, leads, seen) => {
        const compiled = compileSequence(JSON.stringify({ ...HEADER, steps: [...drawn, { end: 'over' }] }));
        fc.pre(compiled.ok);
        if (!compiled.ok) return;
        counts.compiled += 1;
        for (const given of leads) {
          const read = readPerson({ name: 'drawn', plan: compiled.plan } as SequenceVersion, { lead: given });
          counts[read.kind === 'person' ? 'accepted' : 'refused'] += 1;
          if (read.kind === 'person') expect((await walkAll(compiled.plan, read.person, seen)).failures).toEqual([]);
        }
      }),
      { numRuns: rounds(2000, 10), ignoreEqualValues: true },
    );
    // Neither is everybody refused, nor nobody.
    expect(counts.accepted).toBeGreaterThan(counts.compiled / 4);
    expect(counts.refused).toBeGreaterThan(counts.compiled / 4);
  });

  it('goes on without one when what is known of them is changed on the way', async () => {
    const counts = { changed: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(
        steps,
        lead,
        fc.array(change, { minLength: 6, maxLength: 6 }),
        fc.nat(),
        state,
        async (...drawn) => {
          const [some, given, changes, place, seen] = drawn;
          const compiled = compileSequence(JSON.stringify({ ...HEADER, steps: [...some, { end: 'over' }] }));
          fc.pre(compiled.ok);
          if (!compiled.ok) return;
          const { plan } = compiled;
          const read = readPerson({ name: 'drawn', plan } as SequenceVersion, { lead: given });
          fc.pre(read.kind === 'person');
          if (read.kind !== 'person') return;
          const { places } = await walkAll(plan, read.person, seen);
          const at = places[place % Math.max(1, places.length)] ?? {
            id: plan.start,
            vars: read.person.vars,
            rounds: {},
          };
          const enrollment = { id: 'enr_1', lead_id: 'lead_1', sequence: 'drawn', version: 1, plan, senders: {} };
          for (const asked of changes) {
            const values = readPatch(asked);
            if (values === null) continue;
            const known = { fields: read.person.fields, vars: {} };
            const refused = judgeChange(known, values, [{ ...enrollment, node: at.id, vars: at.vars }]);
            counts[refused.length > 0 ? 'refused' : 'changed'] += 1;
            for (const { field } of refused) expect([...values.keys()]).toContain(field);
            if (refused.length > 0) continue;
            const changed = { ...afterPatch(read.person.fields, values), vars: at.vars };
            expect((await walkAll(plan, changed, seen, at)).failures).toEqual([]);
          }
        },
      ),
      { numRuns: rounds(2000, 10), ignoreEqualValues: true },
    );
    expect(counts.changed).toBeGreaterThan(counts.refused / 10);
    expect(counts.refused).toBeGreaterThan(counts.changed / 50);
  });
});

/** The values of a change, as `PATCH /api/leads/{id}` reads them; null: it refuses them by themselves. */
function readPatch({ vars, ...fields }: Patch): ReadonlyMap<string, unknown> | null {
  const given = Object.entries(fields).filter(([, one]) => one !== null);
  const { lead: read, errors } = readWhatIsRight(Object.fromEntries(given));
  if (errors.length > 0) return null;
  const all: Readonly<Record<string, string | undefined>> = { ...read.fields };
  return new Map<string, unknown>([
    ...Object.keys(fields).map((name) => [name, all[name] ?? null] as const),
    ...Object.entries(vars ?? {}).map(([name, one]) => [`vars.${name}`, one] as const),
  ]);
}

/** The lead as the rows hold it after a change. */
function afterPatch(
  fields: LeadFields,
  values: ReadonlyMap<string, unknown>,
): Pick<Person, 'fields'> & { known_vars: Record<string, unknown> } {
  const all = Object.entries({ ...fields, ...Object.fromEntries(values) }).filter(([, one]) => one !== null);
  return {
    fields: Object.fromEntries(all.filter(([name]) => !name.startsWith('vars.'))),
    known_vars: Object.fromEntries(
      all.flatMap(([name, one]) => (name.startsWith('vars.') ? [[name.slice(5), one]] : [])),
    ),
  };
}
