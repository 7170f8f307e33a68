import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatFailure } from '../../../src/core/simulate/sequence-tests/format-outcome.ts';
import { runTestFile, type TestOutcome } from '../../../src/core/simulate/sequence-tests/run-test-file.ts';
import { showExpected, showGot } from '../../../src/core/simulate/sequence-tests/show-test.ts';
import { compileSequence } from '../../../src/language/sequence/compile-sequence.ts';
import { rounds } from '../../support/rounds.ts';

const LEAD =
  'lead: { first_name: Ada, email: ada@example.com, profile_url: https://p.example/in/ada, phone_number: "+33600000001" }';
const LIMITS = 'limits: { visits: 80/day, invites: 20/day, messages: 60/day, inmails: 10/day, emails: 40/day }';

/** One test of a sequence that is given by its steps. */
function run(steps: string, test: string, header = ''): TestOutcome {
  const compiled = compileSequence(`sequence: s\n${LIMITS}\n${header}\nsteps:\n${steps}`);
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.diagnostics));
  const text = `sequence: s\n${LEAD}\nstart: 2026-03-02 09:00\ntests:\n  - name: t\n${test}`;
  const ran = runTestFile(text, () => ({ found: true, plan: compiled.plan }));
  if (!ran.ok) throw new Error(JSON.stringify(ran.diagnostics, null, 1));
  const [outcome] = ran.outcomes;
  if (!outcome) throw new Error('no test ran');
  return outcome;
}

const reasonsOf = (steps: string, test: string, header?: string): readonly string[] => run(steps, test, header).reasons;

const INVITE = `  - visit
  - invite: "Hi {{ first_name }}"
  - wait_for: accepted_invitation
    within: 7 days
    then:
      - message: "Thank you, {{ first_name }}"
    else:
      - withdraw
  - end: over
`;

describe('a lead with a value that does not fit', () => {
  const STEPS = `  - email: { subject: "Hi", text: "We begin on {{ vars.start | date: '%e %B' }}." }\n`;
  const startingOn = (start: string) =>
    reasonsOf(
      STEPS,
      `    vars: { start: "${start}" }\n    expect: [email, { end: completed }]`,
      'vars: { start: null }',
    );

  it('is refused as at enrollment, and the test says why', () => {
    expect(startingOn('2027-03-02')).toEqual([]);
    expect(startingOn('2 March 2027')).toEqual([]);
    for (const start of ['2027-02-30', '3/2/2027', 'soon'])
      expect(startingOn(start)).toEqual([
        expect.stringContaining(`this lead is refused at enrollment: lead.vars.start: "${start}" is not a date`),
      ]);
  });
});

describe('variables with a number and a truth value as their defaults', () => {
  const STEPS = `  - if: vars.score > 5 && vars.vip
    then:
      - end: vip
  - set: { score: "{{ vars.score | append: '1' }}" }
  - if: vars.score == 21
    then:
      - end: more
  - end: low
`;
  const withVars = (vars: string, end: string) =>
    reasonsOf(STEPS, `    vars: ${vars}\n    expect: [{ end: ${end} }]`, 'vars: { score: 0, vip: false }');

  it('take texts for what they say, as a CSV brings them, and a `set` too', () => {
    expect(withVars('{ score: "10", vip: "true" }', 'vip')).toEqual([]);
    expect(withVars('{ score: 10, vip: "FALSE" }', 'low')).toEqual([]);
    expect(withVars('{ score: "" }', 'low')).toEqual([]);
    expect(withVars('{ score: "2" }', 'more')).toEqual([]);
  });

  it('refuse a lead who brings something else', () => {
    expect(withVars('{ score: ten }', 'low')).toEqual([
      'this lead is refused at enrollment: lead.vars.score must be a number, as its default 0 is: "ten" is none; write it like 10 or 12.5',
    ]);
  });
});

/** The sequence that the language's page begins with. */
describe('what is expected', () => {
  it('is every step that was done, in order', () => {
    expect(reasonsOf(INVITE, '    expect: [visit, invite, withdraw, { end: over }]')).toEqual([]);
    expect(reasonsOf(INVITE, '    expect: [visit, withdraw, { end: over }]')).toEqual([
      'expected withdraw, but invite came',
    ]);
    expect(reasonsOf(INVITE, '    expect: [visit, invite, { end: over }]')).toEqual([
      'expected nothing more, but withdraw came',
    ]);
    expect(reasonsOf(INVITE, '    expect: [visit, invite, withdraw, message, { end: over }]')).toEqual([
      'message never came: it ended as "over"',
    ]);
  });

  it('is the outcome too', () => {
    expect(reasonsOf(INVITE, '    expect: [visit, invite, withdraw, { end: replied }]')).toEqual([
      'expected the end "replied", but it ended as "over"',
    ]);
    expect(reasonsOf('  - visit', '    expect: [visit, end]')).toEqual([]);
  });

  it('may name waits and choices, and need not', () => {
    const steps = '  - wait: 2 days\n  - if: state.connected\n    then: [visit]\n  - wait: 1 day\n  - visit\n';
    expect(reasonsOf(steps, '    expect: [visit, end]')).toEqual([]);
    expect(
      reasonsOf(steps, '    expect: [wait, { if: else }, { wait: { at: 2026-03-04 09:00 } }, visit, end]'),
    ).toEqual([]);
    expect(reasonsOf(steps, '    expect: [{ if: then }, visit, end]')).toEqual([
      'expected if to come to then, but it came to else',
    ]);
  });

  it('may be named by its id, or by its word and which time it is', () => {
    const steps = '  - message: "One"\n    else: [visit]\n  - message: "Two"\n    id: second\n    else: [visit]\n';
    expect(reasonsOf(steps, '    connected: true\n    expect: [message, second, end]')).toEqual([]);
    expect(
      reasonsOf(steps, '    connected: true\n    expect: ["message#1", { message#2: { text: Two } }, end]'),
    ).toEqual([]);
    expect(reasonsOf(steps, '    connected: true\n    expect: [second, message, end]')).toEqual([
      expect.stringContaining('expected second, but message came'),
    ]);
  });

  it('may hold a time, a text, a subject and a sender', () => {
    const email = '  - email: { subject: "To {{ first_name }}", text: "Hello {{ first_name }}" }\n';
    const ok =
      '    senders: { email: acc_1 }\n    expect: [{ email: { at: 2026-03-02 09:00, subject: To Ada, text: Hello Ada, sender: acc_1 } }, end]';
    expect(reasonsOf(email, ok)).toEqual([]);
    expect(reasonsOf(email, ok.replace('text: Hello Ada', 'text: Hello'))).toEqual([
      'the text of email is "Hello Ada", expected "Hello"',
    ]);
    expect(reasonsOf(email, ok.replace('subject: To Ada', 'subject: To Eve'))).toEqual([
      'the subject of email is "To Ada", expected "To Eve"',
    ]);
    expect(reasonsOf(email, ok.replace('sender: acc_1', 'sender: acc_2'))).toEqual([
      'email went out from acc_1, expected from acc_2',
    ]);
    expect(reasonsOf(email, ok.replace('at: 2026-03-02 09:00', 'at: 10:00..'))).toEqual([
      'email came at 2026-03-02 09:00, expected at 10:00..',
    ]);
    expect(reasonsOf(email, '    expect: [{ email: { contains: [Hello, Eve] } }, end]')).toEqual([
      'the text of email does not contain "Eve": "Hello Ada"',
    ]);
  });

  it('what could not be done says why', () => {
    expect(reasonsOf('  - message: "Hi"\n    else: [{ end: no }]', '    expect: [message, { end: no }]')).toEqual([
      'expected message to come to done, but it came to impossible: they are not connected',
    ]);
  });
});

describe('what happens', () => {
  it('comes after a step, after the start or at a time', () => {
    const replyAt = (when: string) =>
      reasonsOf(INVITE, `    events: [{ ${when}: reply }]\n    expect: [visit, invite, { end: replied }]`);
    expect(replyAt('after invite + 1 day')).toEqual([]);
    expect(replyAt('after start + 1 business day')).toEqual([]);
    expect(replyAt('at 2026-03-03 10:00')).toEqual([]);
    expect(replyAt('after wait_for + 1 hour')).toEqual([]);
  });

  it('fails where it can never come', () => {
    const test = (when: string) =>
      reasonsOf(INVITE, `    events: [{ ${when}: reply }]\n    expect: [visit, invite, withdraw, { end: over }]`);
    expect(test('after message + 1 hour')).toEqual([
      'the event "after message + 1 hour: reply" never came: "message" was never done',
    ]);
    expect(test('after "invite#2"'.replaceAll('"', ''))).toEqual([
      'the event "after invite#2: reply" never came: "invite#2" was never done',
    ]);
    expect(test('after invite + 30 days')).toEqual([
      'the event "after invite + 30 days: reply" never came: it would come at 2026-04-01 09:00, and it had ended as over at 2026-03-09 09:00',
    ]);
  });

  it.each([
    ['refused', 'refused'],
    ['unsubscribe', 'unsubscribed'],
    ['bounce', 'bounced'],
    ['company_reply', 'company_replied'],
    ['stop', 'stopped'],
    ['{ reply: "No" }', 'replied'],
  ])('%s ends it as %s', (event, outcome) => {
    const test = `    events: [{ after visit + 1 day: ${event} }]\n    expect: [visit, { end: ${outcome} }]`;
    expect(
      reasonsOf('  - visit\n  - wait: 3 days', test, 'stop_on: [reply, unsubscribe, bounce, company_reply]'),
    ).toEqual([]);
  });

  it('an auto-reply pauses sends until the day it names', () => {
    const steps = '  - email: { subject: A, text: B }\n  - wait: 1 day\n  - email: { subject: C, text: D }\n';
    const test = (back: string) =>
      `    events: [{ after email + 1 minute: ${back} }]\n    expect: [email, { email: { at: 2026-03-20 00:00 } }, end]`;
    expect(reasonsOf(steps, test('{ auto_reply: { back: 2026-03-20 } }'))).toEqual([]);
    expect(reasonsOf(steps, test('auto_reply'))).toEqual([
      'email came at 2026-03-07 09:01, expected at 2026-03-20 00:00',
    ]);
  });

  it('a person decides tasks and reviews', () => {
    const steps =
      '  - task: "Call {{ first_name }}"\n    within: 2 days\n    then: [visit]\n    else: [{ end: late }]\n';
    const decided = (event: string, expected: string) =>
      reasonsOf(steps, `    events: [{ after task + 1 hour: ${event} }]\n    expect: ${expected}`);
    expect(decided('approve', '[{ task: { text: Call Ada } }, { visit: { at: 2026-03-02 10:00 } }, end]')).toEqual([]);
    expect(decided('reject', '[task, { end: late }]')).toEqual([]);
    expect(reasonsOf(steps, '    expect: [task, { end: late }]')).toEqual([]);
    const reviewed = '  - invite: "Hi"\n    review: true\n    else: [{ end: rejected }]\n';
    const decide = (when: string, what: string, expected: string) =>
      reasonsOf(reviewed, `    events: [{ after ${when} + 1 hour: ${what} }]\n    expect: ${expected}`);
    expect(decide('invite', 'approve', '[{ invite: { at: 2026-03-02 10:00 } }, end]')).toEqual([]);
    expect(decide('review', 'approve', '[review, invite, end]')).toEqual([]);
    expect(decide('invite', 'reject', '[{ end: rejected }]')).toEqual([]);
  });

  it('nobody decides, so it never ends', () => {
    expect(reasonsOf('  - task: "Call"\n', '    expect: [task, end]')).toEqual([
      'expected the end "completed", but it never ends',
      expect.stringContaining(
        'a person is asked, and nobody decides; add an event like `after task + 1 hour: approve`',
      ),
    ]);
  });

  it('a decision that nobody asked for fails', () => {
    const test = '    events: [{ after visit + 1 hour: approve }]\n    expect: [visit, { end: completed }]';
    expect(reasonsOf('  - visit\n  - wait: 3 days', test)).toEqual([
      'the event "after visit + 1 hour: approve" decides nothing: nobody is asked at 2026-03-02 10:00',
    ]);
  });
});

describe('what steps come to', () => {
  it.each([
    ['  - inmail: { subject: A, text: B }\n    else: [{ end: e }]', '{ inmail: impossible }'],
    ['  - enrich: profile\n    else: [{ end: e }]', '{ enrich: not_found }'],
    ['  - like: { on: latest_post }\n    else: [{ end: e }]', '{ like: none }'],
    ['  - invite: {}\n    else: [{ end: e }]', '{ invite: impossible }'],
  ])('%s takes its else', (steps, answers) => {
    expect(reasonsOf(steps, `    answers: ${answers}\n    expect: [{ end: e }]`)).toEqual([]);
  });

  it('a failed step ends it as failed', () => {
    expect(
      reasonsOf('  - visit', '    answers: { visit: failed }\n    expect: [{ visit: failed }, { end: failed }]'),
    ).toEqual([]);
  });

  it('a split takes the arm that the test names', () => {
    const steps = '  - split: { a: { steps: [visit] }, b: { steps: [invite] } }\n';
    expect(reasonsOf(steps, '    answers: { split: a }\n    expect: [visit, end]')).toEqual([]);
    expect(reasonsOf(steps, '    answers: { split: b }\n    expect: [{ split: b }, invite, end]')).toEqual([]);
    const optimized = '  - split: { optimize: replied, arms: { a: [visit], b: [invite] } }\n';
    expect(reasonsOf(optimized, '    answers: { split: a }\n    expect: [{ split: a }, visit, end]')).toEqual([]);
    expect(reasonsOf(optimized, '    answers: { split: b }\n    expect: [{ split: b }, invite, end]')).toEqual([]);
  });

  it('a check says that they are connected, and an enrich fills the lead', () => {
    const check = '  - check: connection\n  - if: state.connected\n    then: [{ end: yes }]\n    else: [{ end: no }]';
    expect(
      reasonsOf(
        check.replaceAll('yes', '"yes"').replaceAll('no }', '"no" }'),
        '    answers: { check: connected }\n    expect: [check, { end: "yes" }]',
      ),
    ).toEqual([]);
    const enrich =
      '  - enrich: profile\n  - task: "{{ headline | default: \'none\' }}"\n    within: 1 day\n    else: [visit]';
    const test = (text: string): string =>
      `    answers: { enrich: { headline: Chief } }\n    expect: [enrich, { task: { text: ${text} } }, visit, end]`;
    expect(reasonsOf(enrich, test('Chief'))).toEqual([]);
    // As in production: what the lead says already stays.
    expect(reasonsOf(enrich, `    lead: { headline: Old }\n${test('Old')}`)).toEqual([]);
  });

  it('an answer may be for one time only', () => {
    const steps =
      '  - repeat: { times: 3, steps: [{ like: { on: latest_post }, on_error: continue }, { wait: 1 day }] }\n';
    const test = '    answers: { "like#2": none }\n    expect: [like, { like: impossible }, like, end]';
    expect(reasonsOf(steps, test)).toEqual([]);
  });

  it('what `set` made is in the texts', () => {
    const steps = '  - set: { tone: "warm {{ first_name }}" }\n  - invite: "{{ tone }}"\n';
    expect(reasonsOf(steps, '    expect: [{ invite: { text: warm Ada } }, end]')).toEqual([]);
  });
});

describe('the calendar', () => {
  const header =
    'schedule: { timezone: Europe/Paris, hours: { mon-fri: "09:00-17:00" }, holidays: [FR], spacing: 3m..9m }';

  it('holds as in production: hours, holidays, spacing', () => {
    const steps = '  - email: { subject: A, text: B }\n  - email: { subject: C, text: D }\n';
    const test =
      '    start: 2026-05-01 10:00\n    expect: [{ email: { at: 2026-05-04 09:00 } }, { email: { at: 2026-05-04 09:03..09:09 } }, end]';
    expect(reasonsOf(steps, test, header)).toEqual([]);
  });

  it('times are those of the lead', () => {
    const test =
      '    lead: { timezone: Asia/Tokyo }\n    start: 2026-03-02 09:00\n    expect: [{ visit: { at: 2026-03-02 17:00 } }, end]';
    expect(reasonsOf('  - visit', test, header)).toEqual([]);
  });
});

describe('a failure for people', () => {
  const outcome = run(
    INVITE,
    '    events: [{ after invite + 1 day: accepted_invitation }]\n    expect: [visit, { invite: { at: 2026-03-04 } }, withdraw, { end: over }]',
  );

  it('says why, and shows both timelines with the first difference marked', () => {
    expect(formatFailure(outcome)).toBe(
      [
        'invite came at 2026-03-02 09:00, expected at 2026-03-04',
        '',
        '  expected           got (times in UTC)',
        '  visit              2026-03-02 09:00  visit',
        '→ invite 2026-03-04  2026-03-02 09:00  invite "Hi Ada"',
        '                     2026-03-03 09:00    accepts the invitation',
        '  withdraw           2026-03-03 09:00  message "Thank you, Ada"',
        '  end: over          2026-03-03 09:00  end: over',
      ].join('\n'),
    );
    expect(formatFailure(outcome, { color: true })).toContain('\u001b[31m→ invite');
  });

  it('as data, both are in the words of a test', () => {
    expect(showExpected(outcome)).toEqual(['visit', { invite: { at: '2026-03-04' } }, 'withdraw', { end: 'over' }]);
    expect(showGot(outcome)).toEqual([
      { visit: { at: '2026-03-02 09:00' } },
      { invite: { at: '2026-03-02 09:00', text: 'Hi Ada' } },
      { message: { at: '2026-03-03 09:00', text: 'Thank you, Ada' } },
      { end: 'over' },
    ]);
  });

  it('a missing step stands alone on its line, and what follows is aligned again', () => {
    const missing = run(INVITE, '    expect: [visit, message, invite, withdraw, { end: over }]');
    expect(formatFailure(missing).split('\n').slice(3)).toEqual([
      '  visit      2026-03-02 09:00  visit',
      '→ message',
      '  invite     2026-03-02 09:00  invite "Hi Ada"',
      '  withdraw   2026-03-09 09:00  withdraw',
      '  end: over  2026-03-09 09:00  end: over',
    ]);
  });
});

describe('any text', () => {
  const compiled = compileSequence(`sequence: s\n${LIMITS}\nsteps:\n${INVITE}`);
  const good = `sequence: s\n${LEAD}\nstart: 2026-03-02 09:00\ntests:\n  - name: t\n    events: [{ after invite + 1 day: { reply: "No" } }]\n    answers: { invite: impossible, visit: { degree: 2 } }\n    expect: [visit, { invite: { at: "09:00..12:00", contains: Hi } }, { end: replied }]\n`;

  it('is refused with diagnostics or run, and never throws', () => {
    if (!compiled.ok) throw new Error('the sequence does not compile');
    const { plan } = compiled;
    const cut = fc.tuple(
      fc.nat(good.length),
      fc.nat(12),
      fc.constantFrom('', '{', '[', ': ', '\n', '#', '9999', '&a *a', '\t', '\u0000'),
    );
    fc.assert(
      fc.property(fc.array(cut, { minLength: 1, maxLength: 3 }), (cuts) => {
        const text = cuts.reduce((now, [at, length, put]) => now.slice(0, at) + put + now.slice(at + length), good);
        const ran = runTestFile(text, () => ({ found: true, plan }));
        expect(ran.ok || ran.diagnostics.length > 0).toBe(true);
      }),
      { numRuns: rounds(400) },
    );
  });
});

describe('a label', () => {
  const STEPS = `  - email: { subject: A question, text: "Hi {{ first_name }}" }
  - wait_for: label
    within: 7 days
    then:
      - if: state.label == "interested"
        then:
          - visit
        else:
          - end: other
    else:
      - end: silent
`;
  const test = (events: string, expected: string) => `    events: [${events}]\n    expect: [${expected}]`;
  const REPLY = '{ after email + 1 day: reply }';

  it('is waited for while the reply waits to be read, and is a fact of conditions', () => {
    const labeled = (label: string) => `${REPLY}, { after email + 2 days: { label: ${label} } }`;
    expect(reasonsOf(STEPS, test(labeled('interested'), 'email, visit, { end: completed }'))).toEqual([]);
    expect(reasonsOf(STEPS, test(labeled('wants_demo'), 'email, { end: other }'))).toEqual([]);
    expect(reasonsOf(STEPS, test(REPLY, 'email, { end: silent }'))).toEqual([]);
  });

  it('that stops, stops', () => {
    const labeled = `${REPLY}, { after email + 2 days: { label: not_interested } }`;
    expect(reasonsOf(STEPS, test(labeled, 'email, { end: stopped }'))).toEqual([]);
  });

  it.each([['label'], ['{ label: "Not a name" }'], ['{ label: }']])('is refused as %s', (event) => {
    expect(() => run(STEPS, test(`{ after email + 1 day: ${event} }`, 'email, { end: silent }'))).toThrow('TST');
  });
});

it('says what is wrong with every test at once, of its form and of its steps', () => {
  const compiled = compileSequence(`sequence: s\n${LIMITS}\nsteps: [visit]\n`);
  if (!compiled.ok) throw new Error('the sequence does not compile');
  const text = `sequence: s\n${LEAD}\ntests:\n  - name: one\n    expcet: [visit]\n  - name: two\n    expect: [invite, { end: completed }]\n`;
  const ran = runTestFile(text, () => ({ found: true, plan: compiled.plan }));
  expect(ran.ok ? [] : ran.diagnostics.map(({ line, message }) => [line, message])).toEqual([
    [4, expect.stringContaining('expect')],
    [5, expect.stringContaining('expcet')],
    [7, 'the sequence has no step "invite"'],
  ]);
});
