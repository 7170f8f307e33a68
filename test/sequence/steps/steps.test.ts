import { describe, expect, it } from 'vitest';
import type { Node } from '../../../src/language/plan/node.ts';
import { compileSequence } from '../../../src/language/sequence/compile-sequence.ts';

const HEAD = 'sequence: example\nlimits: { invites: 9/day, messages: 9/day, inmails: 9/day, emails: 9/day }\n';
const withSteps = (steps: string): string => `${HEAD}steps:\n${steps}`;

function firstNode(steps: string): Node | undefined {
  const compiled = compileSequence(withSteps(steps));
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.diagnostics));
  return compiled.plan.nodes[compiled.plan.start];
}

const problems = (steps: string): string[] =>
  compileSequence(withSteps(steps)).diagnostics.map(({ code, line, column }) => `${code} ${line}:${column}`);

const DAY = 86_400_000;
const rest = { next: 'completed', on_error: { do: 'stop' } };

describe('each step compiles to its node', () => {
  const table: [string, string, Record<string, unknown>][] = [
    ['visit, a word', '  - visit\n', { kind: 'visit', id: '1-visit', ...rest }],
    ['visit, an empty mapping', '  - visit: {}\n', { kind: 'visit', id: '1-visit', ...rest }],
    ['withdraw', '  - withdraw\n', { kind: 'withdraw', id: '1-withdraw', ...rest }],
    ['invite without a note', '  - invite\n', { kind: 'invite', id: '1-invite', ...rest }],
    ['invite with a note', '  - invite: Hi\n', { kind: 'invite', id: '1-invite', note: 'Hi', ...rest }],
    ['invite with a mapping', '  - invite: { note: Hi }\n', { kind: 'invite', id: '1-invite', note: 'Hi', ...rest }],
    [
      'invite that does not accept theirs',
      '  - invite: { accept_theirs: false, note: Hi }\n',
      { kind: 'invite', id: '1-invite', note: 'Hi', accept_theirs: false, ...rest },
    ],
    [
      'invite that accepts theirs, as it does unless told',
      '  - invite: { accept_theirs: true }\n',
      { kind: 'invite', id: '1-invite', ...rest },
    ],
    [
      'wait in days',
      '  - wait: 2 days\n',
      { kind: 'wait', id: '1-wait', duration: { unit: 'ms', count: 2 * DAY }, ...rest },
    ],
    [
      'wait in parts',
      '  - wait: 1 day 12h\n',
      { kind: 'wait', id: '1-wait', duration: { unit: 'ms', count: 1.5 * DAY }, ...rest },
    ],
    [
      'wait in business days',
      '  - wait: 3 business days\n',
      { kind: 'wait', id: '1-wait', duration: { unit: 'business_days', count: 3 }, ...rest },
    ],
    [
      'wait_for with branches',
      '  - wait_for: reply\n    within: 1 week\n    then: [visit]\n    else: [withdraw]\n',
      {
        kind: 'wait_for',
        id: '1-wait_for',
        event: 'reply',
        within: 7 * DAY,
        // biome-ignore lint/suspicious/noThenProperty: a field of the node
        then: '1-wait_for/then/1-visit',
        else: '1-wait_for/else/1-withdraw',
        ...rest,
      },
    ],
    [
      'message with an else',
      '  - message: Hi\n    else: [visit]\n',
      {
        kind: 'message',
        id: '1-message',
        channel: 'professional',
        text: 'Hi',
        else: '1-message/else/1-visit',
        ...rest,
      },
    ],
    [
      'inmail',
      '  - inmail: { subject: S, text: T }\n    else: [visit]\n',
      { kind: 'inmail', id: '1-inmail', subject: 'S', text: 'T', else: '1-inmail/else/1-visit', ...rest },
    ],
    [
      'email',
      '  - email: { subject: S, text: T }\n',
      { kind: 'email', id: '1-email', subject: 'S', text: 'T', thread: false, unsubscribe: true, ...rest },
    ],
    [
      'email in HTML alone',
      '  - email: { subject: S, html: <p>T</p> }\n',
      { kind: 'email', id: '1-email', subject: 'S', html: '<p>T</p>', thread: false, unsubscribe: true, ...rest },
    ],
    ['enrich', '  - enrich: email\n', { kind: 'enrich', id: '1-enrich', what: 'email', ...rest }],
    [
      'if',
      '  - if: state.connected\n    then: [visit]\n',
      {
        kind: 'if',
        id: '1-if',
        test: 'state.connected',
        // biome-ignore lint/suspicious/noThenProperty: a field of the node
        then: '1-if/then/1-visit',
        else: 'completed',
        ...rest,
      },
    ],
    ['end', '  - end: no_answer\n', { kind: 'end', id: '1-end', outcome: 'no_answer' }],
    [
      'a condition and an id',
      '  - visit: {}\n    id: look\n    if: lead.country == "FR"\n',
      { kind: 'visit', id: 'look', condition: 'lead.country == "FR"', ...rest },
    ],
    [
      'on_error: continue',
      '  - visit: {}\n    on_error: continue\n',
      { kind: 'visit', id: '1-visit', next: 'completed', on_error: { do: 'continue' } },
    ],
    [
      'on_error with retries',
      '  - visit: {}\n    on_error: { retry: 3 }\n',
      { kind: 'visit', id: '1-visit', next: 'completed', on_error: { do: 'retry', times: 3 } },
    ],
  ];
  it.each(table)('%s', (_, steps, node) => {
    expect(firstNode(steps)).toEqual(node);
  });

  it('an email of text alone answers the email before it', () => {
    const compiled = compileSequence(withSteps('  - email: { subject: S, text: T }\n  - email: Again\n'));
    expect(compiled.ok && compiled.plan.nodes['2-email']).toMatchObject({ text: 'Again', thread: true });
    expect(compiled.ok && compiled.plan.nodes['2-email']).not.toHaveProperty('subject');
  });

  it('a condition on a wait becomes a branch before it, because no activity looks at a wait', () => {
    const compiled = compileSequence(withSteps('  - wait: 1 day\n    if: state.invited\n  - visit\n'));
    expect(compiled.ok && compiled.plan.start).toBe('1-wait/if');
    expect(compiled.ok && compiled.plan.nodes['1-wait/if']).toMatchObject({ kind: 'if', else: '2-visit' });
    expect(compiled.ok && compiled.plan.nodes['1-wait']).not.toHaveProperty('condition');
  });

  it('white space around a text is dropped', () => {
    expect(firstNode('  - invite: |\n\n      Hi\n\n')).toMatchObject({ note: 'Hi' });
  });
});

describe('a step that is wrong is reported at its place', () => {
  const table: [string, string, string[]][] = [
    ['a value behind visit', '  - visit: soon\n', ['SEQ006 4:5']],
    ['a key inside visit', '  - visit: { soon: true }\n', ['SEQ007 4:14']],
    ['an empty note', '  - invite: ""\n', ['SEQ008 4:13']],
    ['a note of another kind', '  - invite: 12\n', ['SEQ006 4:13']],
    ['a wait without a value', '  - wait\n', ['SEQ008 4:5']],
    ['a wait without a unit', '  - wait: 3\n', ['SEQ014 4:11']],
    ['a wait of nothing', '  - wait: 0 days\n', ['SEQ014 4:11']],
    ['a wait of many years', '  - wait: 900 days\n', ['SEQ014 4:11']],
    ['wait_for without within', '  - wait_for: reply\n    else: [visit]\n', ['SEQ008 4:5']],
    ['wait_for an open', '  - wait_for: opened\n    within: 1 day\n    else: [visit]\n', ['SEQ015 4:15']],
    ['a message without text', '  - message: {}\n    else: [visit]\n', ['SEQ008 4:5']],
    ['an InMail of text alone', '  - inmail: Hi\n    else: [visit]\n', ['SEQ006 4:13']],
    ['an InMail without subject', '  - inmail: { text: Hi }\n    else: [visit]\n', ['SEQ008 4:5']],
    ['an email without a text', '  - email: { subject: S }\n', ['SEQ008 4:5']],
    ['an email with an odd flag', '  - email: { subject: S, text: T, thread: yes }\n', ['SEQ006 4:43']],
    ['enrich of anything', '  - enrich: all\n', ['SEQ015 4:13']],
    ['end without a name', '  - end\n', ['SEQ008 4:5']],
    ['end with an odd name', '  - end: No answer\n', ['SEQ010 4:10']],
    ['if without branches', '  - if: state.connected\n', ['SEQ008 4:5']],
    ['an empty branch', '  - if: state.connected\n    then: []\n', ['SEQ008 5:11']],
    ['a branch without dashes', '  - if: state.connected\n    then: visit\n', ['SEQ006 5:11']],
    ['review', '  - visit: {}\n    review: true\n', ['SEQ007 5:5']],
    ['an odd id', '  - visit: {}\n    id: 1-visit\n', ['SEQ010 5:9']],
    ['the reserved id', '  - visit: {}\n    id: completed\n', ['SEQ010 5:9']],
    ['too many retries', '  - visit: {}\n    on_error: { retry: 99 }\n', ['SEQ015 5:24']],
    ['a step that is a number', '  - 3\n', ['SEQ006 4:5']],
    ['a step of common keys alone', '  - id: x\n', ['SEQ012 4:5']],
  ];
  it.each(table)('%s', (_, steps, expected) => {
    expect(problems(steps)).toEqual(expected);
  });

  it('all problems are reported at once, in order', () => {
    expect(problems('  - vist\n  - wait: soon\n  - invite: {{ first_name }}\n  - end\n')).toEqual([
      'SEQ013 4:5',
      'SEQ014 5:11',
      'SEQ005 6:13',
      'SEQ008 7:5',
    ]);
  });

  it('a near miss of a step and of a key is named', () => {
    const { diagnostics } = compileSequence(withSteps('  - vist\n  - wait_for: reply\n    withn: 2 days\n'));
    expect(diagnostics.map(({ fix }) => fix)).toEqual(
      expect.arrayContaining(['Did you mean "visit"?', 'Did you mean "within"?']),
    );
  });

  it('a colon that was forgotten is shown', () => {
    expect(compileSequence(withSteps('  - wait 2 days\n')).diagnostics[0]?.fix).toContain('- wait: 2 days');
  });
});
