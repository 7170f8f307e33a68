import { describe, expect, it } from 'vitest';
import { findUnfit } from '../../src/language/fit/find-unfit.ts';
import type { LeadFields } from '../../src/language/plan/lead.ts';
import { compileSequence } from '../../src/language/sequence/compile-sequence.ts';

const LIMITS = 'limits: { visits: 80/day, invites: 20/day, messages: 50/day, inmails: 10/day, emails: 40/day }\n';
const DATE = `"{{ vars.start | date: '%e %B' }}"`;

function unfit(text: string, vars: Record<string, unknown> = {}, lead: LeadFields = { first_name: 'Ada' }): string[] {
  const compiled = compileSequence(`sequence: example\n${LIMITS}${text}`);
  if (!compiled.ok) throw new Error(compiled.diagnostics.map(({ message }) => message).join('\n'));
  return findUnfit(compiled.plan, { lead, vars: { ...compiled.plan.vars, ...vars } }).map(({ message }) => message);
}

describe('a value that a text cannot show', () => {
  it.each([
    ['2027-02-30', ['lead.vars.start: "2027-02-30" is not a date: February 2027 has 28 days']],
    ['3/2/2027', [expect.stringMatching(/^lead\.vars\.start: "3\/2\/2027" is not a date that reads one way only/)]],
    [46082, [expect.stringMatching(/^lead\.vars\.start: "46082" is not a date, .* spreadsheet/)]],
    [true, [expect.stringContaining('"true" is not a date')]],
    ['2027-03-02', []],
    ['2 March 2027', []],
    [1_803_945_600_000, []],
  ])('does not fit: %s', (start, expected) => {
    expect(unfit(`vars: { start: null }\nsteps:\n  - email: { subject: x, text: ${DATE} }\n`, { start })).toEqual(
      expected,
    );
  });

  it.each([
    ['a subject', `email: { subject: ${DATE}, text: x }`],
    ['HTML', `email: { subject: x, html: ${DATE} }`],
    ['a header', `email: { subject: x, text: x, headers: { X-Start: ${DATE} } }`],
    ['the name of a file', `email: { subject: x, text: x, media: { data: eA==, name: ${DATE} } }`],
    ['a note', `invite: ${DATE}`],
    ['a task', `task: ${DATE}`],
    ['a tag', `set: { tags: [${DATE}] }`],
    ['a variable', `set: { when: ${DATE} }`],
    ['a param', `action: profiles.get\n    params: { profile_url: ${DATE} }`],
    [
      'a branch of a text',
      `email: { subject: x, text: "{% if first_name %}{{ vars.start | date: '%e' }}{% else %}x{% endif %}" }`,
    ],
    ['a step behind another', `visit\n  - wait: 1 day\n  - email: { subject: x, text: ${DATE} }`],
    ['a branch of the walk', `wait_for: reply\n    within: 1 day\n    else: [{ task: ${DATE} }]`],
    ['an arm', `split: { a: { weight: 1, steps: [visit] }, b: { weight: 1, steps: [{ task: ${DATE} }] } }`],
    ['a round', `repeat: { times: 3, steps: [visit, { task: ${DATE} }] }`],
  ])('is found in %s', (_, step) => {
    const text = `vars: { start: null }\nsteps:\n  - ${step}\n  - end: done\n`;
    const lead = { first_name: 'Ada', email: 'ada@x.example', profile_url: 'https://professional.example/in/ada' };
    expect(unfit(text, { start: 'soon' }, lead)).toEqual([
      expect.stringContaining('lead.vars.start: "soon" is not a date'),
    ]);
  });

  it.each([
    [
      'a branch that is not taken',
      `email: { subject: x, text: "{% if vars.start == 'soon' %}soon{% else %}{{ vars.start | date: '%e' }}{% endif %}" }`,
    ],
    [
      'the answer of a call',
      `action: profiles.get\n    params: { profile_url: "{{ profile_url }}" }\n    save_as: who\n  - task: "{{ who.since | date: '%e' }}"`,
    ],
    ['what `set` has made of it', `set: { when: 2027-03-02 }\n  - task: "{{ when | date: '%e' }}"`],
  ])('is not looked for in %s', (_, step) => {
    const lead = { first_name: 'Ada', profile_url: 'https://professional.example/in/ada' };
    expect(unfit(`vars: { start: null }\nsteps:\n  - ${step}\n`, { start: 'soon' }, lead)).toEqual([]);
  });

  it('is found in what `set` makes of it, on whichever way', () => {
    const text = `vars: { start: null, when: "" }
steps:
  - if: state.connected
    then: [{ set: { when: "{{ vars.start }}" } }]
  - task: "{{ vars.when | date: '%e' }}"
`;
    expect(unfit(text, { start: 'soon' })).toEqual([expect.stringContaining('"soon" is not a date')]);
    expect(unfit(text, { start: '2027-03-02' })).toEqual([]);
  });

  it('is looked for in as many rounds as there are, and in no more', () => {
    const growing = (times: number): string =>
      `vars: { trail: "" }\nsteps:\n  - repeat:\n      times: ${times}\n      steps:\n        - set: { trail: '{{ trail }}${'x'.repeat(30)}' }\n        - invite: '{{ trail }}'\n        - wait: 1 day\n  - end: done\n`;
    const lead = { first_name: 'Ada', profile_url: 'https://professional.example/in/ada' };
    expect(unfit(growing(10), {}, lead)).toEqual([]);
    expect(unfit(growing(11), {}, lead)).toEqual(['the note of “Invite” would have 330 characters, 300 is the most']);
    expect(unfit(growing(20), {}, lead)).toHaveLength(10);
  });

  it('ends to be looked for where rounds make another text each time', () => {
    const text = `vars: { all: "", start: 2027-03-02 }
steps:
  - repeat: { times: 20, steps: [{ repeat: { times: 20, steps: [{ set: { all: "{{ vars.all }}x" } }] } }] }
  - task: "{{ vars.start | date: '%e' }} {{ vars.all }}"
`;
    expect(unfit(text)).toEqual([]);
  });
});

describe('a text that would not come out as it has to be', () => {
  it.each([
    [
      'is empty for whoever lacks the company',
      'message: "{% if company %}At {{ company }}?{% endif %}"',
      {},
      ['the message of “Message” would be empty'],
    ],
    ['is not empty', 'message: "{% if company %}At {{ company }}?{% endif %}"', { company: 'Acme' }, []],
    [
      'is too long',
      'invite: "Hi {{ first_name }}"',
      { first_name: 'A'.repeat(300) },
      ['the note of “Invite” would have 303 characters, 300 is the most'],
    ],
    [
      'counts as the service does',
      'invite: "Hi {{ first_name }}"',
      { first_name: '𝒜'.repeat(149) },
      ['the note of “Invite” would have 301 characters, 300 is the most'],
    ],
    ['just fits', 'invite: "Hi {{ first_name }}"', { first_name: 'A'.repeat(297) }, []],
    [
      'goes to no address',
      'email: { subject: x, text: x, to: "{{ company }}" }',
      { company: 'Acme' },
      ['`to` of “Email” would be "Acme", which is not an email address'],
    ],
    [
      'leads nowhere',
      'email: { subject: x, text: x, media: { link: "{{ company }}" } }',
      { company: 'Acme' },
      ['the link of a file of “Email” would be "Acme", which is not a web address'],
    ],
    [
      'is no param',
      'action: profiles.get\n    params: { profile_url: "{{ company }}" }',
      { company: 'Ac me' },
      ['“profiles.get” would be refused: params.profile_url: must be a profile URL, a public identifier or a urn'],
    ],
    ['is a param', 'action: profiles.get\n    params: { profile_url: "{{ company }}" }', { company: 'acme' }, []],
  ])('%s', (_, step, fields, expected) => {
    const lead = {
      first_name: 'Ada',
      email: 'a@x.example',
      profile_url: 'https://professional.example/in/ada',
      ...fields,
    };
    const text = `steps:\n  - wait_for: accepted_invitation\n    within: 1 day\n    else: [{ end: no }]\n  - ${step}\n`;
    expect(unfit(text, {}, lead)).toEqual(expected);
  });

  it('needs in one branch what nobody needs in the other', () => {
    const text = 'vars: { city: null }\nsteps:\n  - task: "{% if company %}{{ company }} in {{ city }}{% endif %}"\n';
    expect(unfit(text, {}, { company: 'Acme' })).toEqual(['the task of “Task” needs lead.vars.city']);
    expect(unfit(text, {}, {})).toEqual([]);
    expect(unfit(text, { city: 'Lyon' }, { company: 'Acme' })).toEqual([]);
  });

  it('may become longer than any text only with long values', () => {
    const text = 'vars: { a: null, b: null }\nsteps:\n  - task: "{{ a }}{{ b }}"\n';
    expect(unfit(text, { a: 'x'.repeat(15_000), b: 'y' })).toEqual([]);
    expect(unfit(text, { a: 'x'.repeat(15_000), b: 'y'.repeat(5_001) })).toEqual([
      'the task of “Task” would have 20001 characters, 20000 is the most',
    ]);
  });
});

describe('a condition that cannot be decided', () => {
  const asks = (test: string): string =>
    `vars: { x: null, score: 0 }\nsteps:\n  - if: ${test}\n    then: [{ task: a }]\n  - end: done\n`;

  it.each([
    [
      'vars.x > 5',
      'ten',
      /^with lead\.vars\.x as given, the condition "vars\.x > 5" cannot be decided: these do not go/,
    ],
    ['vars.x > 5', null, /^the condition "vars\.x > 5" needs lead\.vars\.x$/],
    ['vars.x', 'yes', /a condition is true or false, this is string$/],
    ['int(vars.x) > 3', 'ten', /cannot convert to int$/],
    ['state.connected || vars.x.contains("a")', 7, /found no matching overload/],
    ['state.label == "interested" && vars.x > 5', 'ten', /these do not go together/],
    ['vars.score > 3 || vars.x > 5', 'ten', /these do not go together/],
  ])('does not fit: %s with %j', (test, x, message) => {
    expect(unfit(asks(test), { x })).toEqual([expect.stringMatching(message)]);
  });

  it.each([
    ['vars.x > 5', 7],
    ['vars.x == "ten"', 7],
    ['vars.x in ["ten"]', null],
    ['lead.first_name == "Bob" && vars.x > 5', 'ten'],
    ['int(vars.x) > 3', '12'],
    ['size(lead.company) > 3', 'ten'],
  ])('fits: %s with %j', (test, x) => {
    expect(unfit(asks(test), { x })).toEqual([]);
  });
});

describe('a step that somebody certainly does not come to', () => {
  const LEAD = { first_name: 'Ada', email: 'ada@x.example' };
  const email = `email: { subject: x, text: ${DATE} }`;
  const header = 'vars: { start: null, vip: false, day: soon }\n';

  it.each([
    ['a branch', `if: vars.vip\n    then: [{ ${email} }]`],
    ['an else', `if: '!vars.vip'\n    else: [{ ${email} }]`],
    ['a condition of its own', `${email}\n    if: vars.start != "soon"`],
  ])('asks nothing of them, by %s', (_, step) => {
    const text = `${header}steps:\n  - ${step}\n  - end: done\n`;
    expect(unfit(text, { start: 'soon' }, LEAD)).toEqual([]);
    expect(unfit(text, { start: 'late', vip: true }, LEAD)).toHaveLength(1);
  });

  it('is not passed over where the state decides', () => {
    const text = `${header}steps:\n  - if: state.replied && vars.start == "soon"\n    then: [{ ${email} }]\n  - end: done\n`;
    expect(unfit(text, { start: 'soon' }, LEAD)).toHaveLength(1);
    expect(unfit(text, { start: 'late' }, LEAD)).toEqual([]);
  });

  it('leaves a variable as it was', () => {
    const shown = `email: { subject: x, text: "{{ day | date: '%e' }}" }`;
    const setting = (test: string): string =>
      `${header}steps:\n  - set: { day: '{{ vars.start }}' }\n    if: ${test}\n  - ${shown}\n  - end: done\n`;
    const start = '2027-03-02';
    expect(unfit(setting('vars.vip'), { start, vip: true }, LEAD)).toEqual([]);
    expect(unfit(setting('vars.vip'), { start, vip: false }, LEAD)).toEqual([expect.stringContaining('"soon" is not')]);
    expect(unfit(setting('state.connected'), { start }, LEAD)).toEqual([expect.stringContaining('"soon" is not')]);
  });
});
