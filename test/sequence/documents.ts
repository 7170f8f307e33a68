import fc from 'fast-check';

type Plain = string | { [key: string]: unknown };

const text = fc.constantFrom(
  'Hi {{ first_name }}',
  "It's fine: yes",
  'Two\n\nparagraphs # with {{ team }}',
  'no',
  '12',
  '"quoted"',
);
const duration = fc.constantFrom('2 days', '90m', '3 business days', '1 day 12h', 'until monday 09:00');
const within = fc.constantFrom('1 day', '1 week', '2 business days');
const one = (word: string, value: fc.Arbitrary<unknown>): fc.Arbitrary<Plain> =>
  value.map((given): Plain => ({ [word]: given }));

const { steps } = fc.letrec<{ steps: Plain[]; step: Plain }>((tie) => {
  // biome-ignore lint/suspicious/noThenProperty: a key of the language
  const branches = { then: tie('steps'), else: tie('steps') };
  const arm = fc.record({ weight: fc.integer({ min: 1, max: 9 }), steps: tie('steps') }, { requiredKeys: ['steps'] });
  return {
    steps: fc.array(tie('step'), { minLength: 1, maxLength: 3 }),
    step: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constantFrom<Plain>('visit', 'withdraw', 'invite', 'like', { check: 'connection' }, { run: 'nurture' }),
      one('invite', text),
      one('comment', text),
      one('wait', duration),
      one('email', fc.record({ subject: text, text })),
      one('set', fc.record({ mood: text, tags: fc.constant(['met', 'warm']) }, { requiredKeys: ['mood'] })),
      one('message', fc.record({ text, channel: fc.constant('messenger') })),
      fc.constantFrom('done', 'no_answer').map((end): Plain => ({ end, if: 'state.connected' })),
      fc.record({ message: text, ...branches }),
      fc.record({ inmail: fc.record({ subject: text, text }), else: tie('steps'), review: fc.boolean() }),
      fc.record({ enrich: fc.constantFrom('profile', 'contact'), ...branches }, { requiredKeys: ['enrich'] }),
      fc.record({ task: text, within, ...branches }, { requiredKeys: ['task'] }),
      fc.record({ wait_for: fc.constantFrom('accepted_invitation', 'reply'), within, ...branches }),
      fc.record({ if: fc.constant('lead.country == "FR"'), ...branches }),
      one('split', fc.record({ a: arm, b: arm })),
      one('repeat', fc.record({ times: fc.integer({ min: 1, max: 3 }), steps: tie('steps') })),
    ),
  };
});

const header = {
  description: text,
  senders: fc.constant({ professional: ['acc_a', 'acc_b'], messenger: 'acc_m', email: 'acc_e' }),
  schedule: fc.constant({ timezone: 'lead', hours: { 'mon-fri': '09:00-18:00' }, holidays: ['FR'], spacing: '3m..9m' }),
  enroll: fc.record({
    again: fc.constantFrom('never', 'after 90 days'),
    unless: fc.subarray(['active_elsewhere', 'contacted within 30 days']),
    per_company: fc.integer({ min: 1, max: 9 }),
  }),
  stop_on: fc.subarray(['reply', 'unsubscribe', 'bounce', 'company_reply']),
  out_of_office: fc.constantFrom('wait until back', 'wait 7 days', 'ignore', 'stop'),
  review: fc.boolean(),
};

/** Sequences without an error, of every step and key of the language. */
export const documents = fc.record(
  {
    sequence: fc.constant('example'),
    vars: fc.constant({ team: 'Platform' }),
    limits: fc.constant({ visits: '9/day', warm_up: { start: '5/day', grow: '2/day' } }),
    steps,
    ...header,
  },
  { requiredKeys: ['sequence', 'vars', 'steps'] },
);
