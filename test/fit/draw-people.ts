// biome-ignore-all lint/suspicious/noThenProperty: `then` is a key of a step, never awaited.

import fc from 'fast-check';
import type { LeadFields } from '../../src/language/plan/lead.ts';

export const HEADER = {
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

export type Step = Readonly<Record<string, unknown>> | string;

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

export const { steps } = fc.letrec<{ steps: Step[]; step: Step }>((tie) => ({
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

/** Draws a value that fits, and now and then anything. */
const mostly = (...fitting: readonly (string | number | boolean | null)[]) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...fitting) },
    { weight: 1, arbitrary: fc.oneof(value, fc.integer(), fc.boolean(), fc.constant(null)) },
  );

export const lead = fc.record(
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

export interface Patch extends Readonly<Partial<Record<keyof LeadFields, string | null>>> {
  readonly vars?: Readonly<Record<string, string | number | boolean | null>>;
}

/** A change of a person that somebody of ours makes later; null takes a value away. */
export const change: fc.Arbitrary<Patch> = fc.record(
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

export const state = fc.record({
  ...{ connected: fc.boolean(), invited: fc.boolean(), replied: fc.boolean(), has_email: fc.boolean() },
  ...{ premium: fc.boolean(), label: fc.constantFrom('', 'interested'), degree: fc.constantFrom(0, 1, 2, 3) },
  last_step: fc.constant(''),
});
