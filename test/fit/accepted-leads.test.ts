// biome-ignore-all lint/suspicious/noThenProperty: `then` is a key of a step, never awaited.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StepDeps } from '../../activities/deps.ts';
import type { StepContext } from '../../activities/look/context.ts';
import { decideStep } from '../../activities/steps/decide-step.ts';
import type { Prepared } from '../../activities/steps/prepared.ts';
import { renderValues } from '../../src/core/simulate/render-values.ts';
import type { Walker } from '../../src/core/simulate/walker.ts';
import type { ConditionState } from '../../src/language/expression/condition.ts';
import { withDefaults } from '../../src/language/plan/declared-value.ts';
import { LEAD_FIELDS, type LeadFields, type Vars } from '../../src/language/plan/lead.ts';
import type { Node } from '../../src/language/plan/node.ts';
import { edgesOf } from '../../src/language/plan/node-traits.ts';
import type { Plan } from '../../src/language/plan/plan.ts';
import { compileSequence } from '../../src/language/sequence/compile-sequence.ts';
import { judgeChange } from '../../src/runtime/enroll/judge-change.ts';
import { readWhatIsRight } from '../../src/runtime/enroll/read-lead-fields.ts';
import { readPerson } from '../../src/runtime/enroll/read-person.ts';
import type { SequenceVersion } from '../../src/runtime/store/sequences/read-sequence-version.ts';
import { findAction } from '../../src/v2/contract/actions.ts';
import { validateParams } from '../../src/v2/contract/validate-params.ts';
import { rounds } from '../support/rounds.ts';

const HEADER = {
  sequence: 'drawn',
  limits: { visits: '80/day', invites: '20/day', messages: '60/day', emails: '40/day' },
  vars: { score: 0, vip: false, start: '2027-01-01', team: 'Platform', topic: '', when: null, note: null },
};

const fragment = fc.constantFrom(
  ...['Hello', ' ', '', 'x'.repeat(90), '{{ first_name }}', '{{ last_name | default: "you" }}', '{{ company }}'],
  ...[
    '{% if company %}at {{ company }}, {{ location }}{% endif %}',
    '{{ vars.score }}',
    '{{ vars.vip }}',
    '{{ topic }}',
  ],
  ...['{{ vars.start | date: "%e %B" }}', '{{ vars.when | date: "%Y", "Europe/Paris" }}', '{{ note | truncate: 20 }}'],
  ...['{% if vars.note == "soon" %}soon{% else %}{{ note | date }}{% endif %}', '{{ team | replace: "a", company }}'],
  ...[
    '{{ vars.note | split: "," | join: topic }}',
    '{{ headline | upcase }}{{ headline | url_encode }}',
    '{{ email }}',
  ],
  ...['{% if vars.vip %}{{ vars.when }}{% endif %}', '{{ team | slice: 0, 2 }}', '{{ stage }}'],
);
const text = fc.array(fragment, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(' '));

const condition = fc.constantFrom(
  ...[
    'vars.score > 5',
    'vars.vip',
    '!vars.vip',
    'vars.start < "2027-06-01"',
    'vars.team.startsWith("P")',
    'state.connected',
  ],
  ...[
    'vars.note == "soon"',
    'vars.note > 5',
    'vars.when.contains("2027")',
    'size(vars.topic) > 2',
    'lead.company != ""',
  ],
  ...['state.connected || vars.note.contains("x")', 'lead.location != "" && int(lead.location) > 3', 'vars.note'],
  ...[
    'state.label == "interested" && double(vars.note) > 1.0',
    'vars.score == 3 || vars.score == 10',
    'vars.note in ["x"]',
  ],
);

type Step = Readonly<Record<string, unknown>> | string;

const leaf: fc.Arbitrary<Step> = fc.oneof(
  fc.constant('visit'),
  text.map((invite) => ({ invite })),
  text.map((said) => ({ message: said, channel: 'messenger' })),
  fc.tuple(text, text).map(([subject, body]) => ({ email: { subject, text: body } })),
  fc.tuple(text, text).map(([html, head]) => ({ email: { subject: 'x', html, headers: { 'X-Of': head } } })),
  fc.oneof(fc.constant('{{ email }}'), text).map((to) => ({ email: { to, subject: 'x', text: 'x' } })),
  fc
    .oneof(fc.constant('{{ email }}'), text)
    .map((cc) => ({ email: { subject: 'x', text: 'x', cc: [cc], reply_to: cc } })),
  fc.tuple(text, text).map(([name, link]) => ({
    email: { subject: 'x', text: 'x', media: { link: `https://files.example/${link}`, name } },
  })),
  text.map((said) => ({ if: 'state.connected', then: [{ message: said }] })),
  text.map((comment) => ({ comment })),
  text.map((task) => ({ task })),
  text.map((stage) => ({ set: { stage } })),
  fc.oneof(fc.constantFrom('{{ vars.score }}0', '7'), text).map((score) => ({ set: { score } })),
  fc.constantFrom('{{ vars.when }}', '{{ note }}', 'x', '7').map((start) => ({ set: { score: start, topic: start } })),
  fc
    .oneof(fc.constant('{{ profile_url }}'), text)
    .map((profile_url) => ({ action: 'profiles.get', params: { profile_url } })),
  fc.constant({ wait: '2 days' }),
);

const { steps } = fc.letrec<{ steps: Step[]; step: Step }>((tie) => ({
  steps: fc.array(tie('step'), { minLength: 1, maxLength: 3 }),
  step: fc.oneof(
    { weight: 4, arbitrary: leaf },
    {
      weight: 1,
      arbitrary: fc
        .tuple(leaf, condition)
        .map(([step, test]) => (typeof step === 'string' ? { [step]: null, if: test } : { ...step, if: test })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(condition, tie('steps'), tie('steps'))
        .map(([test, yes, no]) => ({ if: test, then: yes, else: no })),
    },
    {
      weight: 1,
      arbitrary: fc
        .tuple(tie('steps'), tie('steps'))
        .map(([a, b]) => ({ split: { a: { weight: 1, steps: a }, b: { weight: 1, steps: b } } })),
    },
    { weight: 1, arbitrary: tie('steps').map((some) => ({ repeat: { times: 2, steps: some } })) },
  ),
}));

const value = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'soon',
    '10',
    'ten',
    '1,000',
    'true',
    '2027-03-02',
    '2027-02-30',
    '3/2/2027',
    'x',
    '7',
    '{{ x }}',
  ),
  fc.constantFrom(
    'a@x.example',
    'https://professional.example/in/ada',
    'ä'.repeat(120),
    '\u{1D49C}'.repeat(80),
    'a,b',
    '\n',
  ),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
);
const texts = (...fitting: readonly string[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...fitting) }, { weight: 1, arbitrary: value });

/** What fits, and now and then anything. */
const mostly = (...fitting: readonly (string | number | boolean | null)[]) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...fitting) },
    { weight: 1, arbitrary: fc.oneof(value, fc.integer(), fc.boolean(), fc.constant(null)) },
  );

const lead = fc.record(
  {
    ...{
      first_name: texts('Ada', 'Zoé'),
      last_name: texts('Lovelace'),
      headline: texts('CTO'),
      company: texts('Acme'),
    },
    location: texts('Paris', '12'),
    profile_url: fc.constantFrom('https://professional.example/in/ada', 'ada-lovelace'),
    email: fc.constantFrom('ada@x.example', 'Ada.L@x.example'),
    phone_number: fc.constant('+33612345678'),
    vars: fc.record(
      {
        score: mostly('10', 3, '2.5', ''),
        vip: mostly('TRUE', false, 1, null),
        start: mostly('2 March 2027', '2027-03-02', ''),
        team: mostly('Core', 7),
        topic: mostly('', 'x', '; '),
        note: mostly('2027-03-02', 'soon', 'x', 10),
        when: mostly('2027-03-02', '2027/3/2'),
      },
      { requiredKeys: ['when', 'note'] },
    ),
  },
  { requiredKeys: ['profile_url', 'email', 'phone_number', 'vars'] },
);

interface Patch extends Readonly<Partial<Record<keyof LeadFields, string | null>>> {
  readonly vars?: Readonly<Record<string, string | number | boolean | null>>;
}

/** What somebody of ours says of a person later; null takes it away. */
const change: fc.Arbitrary<Patch> = fc.record(
  {
    ...{ first_name: fc.option(texts('Ada')), headline: fc.option(texts('CTO')), company: fc.option(texts('Acme')) },
    ...{ location: fc.option(texts('Paris', '12')), email: fc.option(fc.constant('ada@y.example')) },
    vars: fc.record(
      {
        ...{ score: mostly('10', 3), vip: mostly(true, 'no'), start: mostly('2027-03-02'), team: mostly('Core') },
        ...{ topic: mostly('x'), note: mostly('soon', 10), when: mostly('2027-03-02'), stage: mostly('x') },
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);

const state = fc.record({
  ...{ connected: fc.boolean(), invited: fc.boolean(), replied: fc.boolean(), has_email: fc.boolean() },
  ...{ premium: fc.boolean(), label: fc.constantFrom('', 'interested'), degree: fc.constantFrom(0, 1, 2, 3) },
  last_step: fc.constant(''),
});

const DEPS = { clock: { now: () => Date.UTC(2027, 2, 1, 9) }, unsubscribeUrl: () => null } as unknown as StepDeps;

interface Person {
  readonly fields: LeadFields;
  /** Of the enrollment. */
  readonly vars: Readonly<Record<string, unknown>>;
  /** Of the lead: those of the enrollment win. */
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
  /** Of each `repeat`. */
  readonly rounds: Readonly<Record<string, number>>;
}

interface Walked {
  readonly failures: readonly string[];
  /** Everywhere that they may come to. */
  readonly places: readonly Place[];
}

/** What fails on some way of the person through the plan, from its start or a place in it, by the very code that performs the steps. */
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

/** What the rows hold then. */
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
