// biome-ignore-all lint/suspicious/noThenProperty: a key of the language
import * as fc from 'fast-check';

/** One of the first, and now and then one of the second, which are mistakes. */
const mostly = (good: readonly unknown[], bad: readonly unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 30, arbitrary: fc.constantFrom(...good) }, { weight: 1, arbitrary: fc.constantFrom(...bad) });

const good = fc.constantFrom('Hi', 'Hi {{ first_name }}', 'See you');
const text = mostly(['Hi', 'Hi {{ first_name }}', 'x'], ['', ' ', 5, null]);
const duration = mostly(['2 days', '90m', '3 business days', '1 week'], ['soon', 4]);
const flag = mostly([true, false], ['no']);
const condition = fc.constantFrom('state.connected', 'lead.country == "FR"', true);
const media = mostly(
  ['a.pdf', ['a.pdf', { link: 'https://example.com/a' }], { path: 'a', name: 'b' }],
  [{}, { path: 'a', link: 'b' }],
);

/** Some of the keys, mostly with good values. */
const some = (model: Record<string, fc.Arbitrary<unknown>>, required: string[] = []): fc.Arbitrary<object> =>
  fc.record(model, { requiredKeys: required });

const { step } = fc.letrec((tie) => {
  const steps = fc.array(tie('step'), { minLength: 0, maxLength: 2, depthIdentifier: 'step' });
  const filled = fc.array(tie('step'), { minLength: 1, maxLength: 2, depthIdentifier: 'step' });
  const branch = fc.oneof({ weight: 40, arbitrary: filled }, { weight: 1, arbitrary: steps });
  const common = some({
    id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    if: condition,
    on_error: mostly(['stop', 'continue', { retry: 3 }], [{ retry: 0 }, 'ignore']),
    review: flag,
  });
  const branches = some({ then: branch, else: branch });
  const withElse = some({ then: branch, else: branch }, ['else']);
  const named = (word: string, value: fc.Arbitrary<unknown>, beside: fc.Arbitrary<object>): fc.Arbitrary<unknown> =>
    fc
      .tuple(value, fc.option(common, { freq: 2 }), fc.option(beside, { freq: 2, nil: {} }))
      .map(([given, more, sibling]) => ({ [word]: given, ...sibling, ...more }));
  return {
    step: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom<unknown>('visit', 'withdraw', 'like', 'invite'),
      named('visit', fc.constantFrom<unknown>({}, null), branches),
      named('wait', duration, some({})),
      named('invite', fc.oneof(good, some({ note: text })), branches),
      named(
        'message',
        fc.oneof(text, some({ text: good, channel: fc.constantFrom('professional', 'messenger'), media, quote: flag })),
        withElse,
      ),
      named('inmail', some({ subject: good, text: good, media }, ['subject', 'text']), withElse),
      named(
        'email',
        some(
          {
            subject: good,
            text: good,
            html: good,
            to: text,
            cc: fc.constantFrom<unknown>('a@b.cc', []),
            thread: flag,
            unsubscribe: flag,
            media,
          },
          ['subject'],
        ),
        branches,
      ),
      named('enrich', mostly(['email', 'profile', 'contact', 'cv'], ['phone']), branches),
      named('check', fc.constantFrom('connection', 'invitation'), branches),
      named('react', some({ on: fc.constant('latest_post'), reaction_type: mostly(['PRAISE'], ['LOVE']) }), branches),
      named('comment', fc.oneof(good, some({ on: fc.constant('latest_post'), text: good })), branches),
      named('if', condition, some({ then: branch, else: branch }, ['then'])),
      named(
        'wait_for',
        fc.constantFrom('reply', 'accepted_invitation'),
        some({ within: duration, then: branch, else: branch }, ['within']),
      ),
      named(
        'split',
        fc.dictionary(
          fc.constantFrom('a', 'b', 'c'),
          some({ weight: mostly([50, 1], [0, 'half']), steps: branch }, ['steps']),
        ),
        some({}),
      ),
      named(
        'task',
        fc.oneof(good, some({ text: good, assignee: text, within: duration }, ['text'])),
        some({ within: duration, then: branch, else: branch }),
      ),
      named(
        'set',
        fc.dictionary(fc.constantFrom('stage', 'tags', 'score'), mostly(['warm', 3, null], [['met'], ''])),
        branches,
      ),
      named(
        'action',
        fc.constantFrom('network.recommendations', 'profiles.get_me'),
        some({ params: mostly([{}, { count: 3 }], [{ many: 3 }]), save_as: mostly(['found'], ['']) }),
      ),
      named('run', fc.constantFrom('nurture', 'other-one'), some({})),
      named('repeat', some({ times: mostly([1, 3], [21, '3']), steps: branch }, ['times', 'steps']), some({})),
      named('end', mostly(['no_answer', 'done'], [null]), some({})),
    ),
  };
});

const header = fc.record(
  {
    description: text,
    senders: some({
      professional: mostly(['acc_a', ['acc_a', 'acc_b']], [[]]),
      email: fc.constant(['acc_m']),
      messenger: fc.constant('acc_p'),
    }),
    schedule: some({
      timezone: fc.constantFrom('Europe/Paris', 'lead', 'UTC'),
      fallback_timezone: fc.constant('Europe/Paris'),
      hours: fc.constantFrom({ 'mon-fri': '09:00-18:00' }, { Daily: ['09:00-12:00', '13:00-17:00'] }),
      holidays: fc.constantFrom<unknown>('FR', ['FR', 'DE-BY']),
      spacing: fc.constantFrom('3m..9m', '5m'),
    }),
    limits: some({
      visits: mostly(['80/day'], [80]),
      invites: fc.constant(['20/day', '80 per week']),
      warm_up: mostly([{ start: '5/day', grow: '2/day' }], [{ start: '5/day' }]),
    }),
    enroll: some({
      again: mostly(['never', 'after 90 days'], ['always']),
      unless: mostly([[], 'active_elsewhere', ['contacted within 30 days']], [['contacted']]),
      per_company: mostly([3], [0, '3']),
    }),
    stop_on: mostly(['reply', ['reply', 'bounce'], []], [['replies']]),
    out_of_office: mostly(['wait until back', 'wait 7 days', 'ignore', 'stop'], ['panic']),
    review: flag,
    vars: mostly([{ team: 'Platform' }, { opening: null, score: 3 }], [{ list: [] }]),
  },
  { requiredKeys: [] },
);

/** Sequences as the language allows them, with a mistake here and there. */
export const randomSequence = fc
  .tuple(fc.option(header, { freq: 3, nil: {} }), fc.array(step, { minLength: 1, maxLength: 4 }))
  .map(([head, steps]) => ({ sequence: 'example', ...head, steps }));
