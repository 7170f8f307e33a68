import { describe, expect, it } from 'vitest';
import { compileSequence } from '../../../src/language/sequence/compile-sequence.ts';
import { fixSequence } from '../../../src/language/sequence/fix/fix-sequence.ts';

const HEAD = 'sequence: a\nlimits: { invites: 9/day, emails: 9/day }\n';
const steps = (text: string): string => `${HEAD}steps:\n${text}`;
const problems = (text: string) =>
  compileSequence(text).diagnostics.map(({ code, line, column, message, fix }) => ({
    code,
    at: `${line}:${column}`,
    message,
    fix,
  }));

describe('what a message says to do is what helps', () => {
  it.each([
    ['a key beside an empty step', steps('- email:\n  subject: S\n'), '5:3', 'Indent it further than `email`'],
    ['a key where there is none', steps('- visit: { note: Hi }\n'), '4:12', '`visit` takes nothing'],
    ['within as an item of its own', steps('- wait_for: reply\n- within: 1d\n'), '5:3', 'remove its dash'],
    ['then as an item of its own', steps('- visit\n- then: [like]\n'), '5:3', 'remove its dash'],
    ['no space behind a colon', steps('- wait:2 days\n'), '4:3', '`- wait: 2 days`'],
    ['no space behind a dash', steps('-visit\n'), '4:1', 'Put a space behind the dash.'],
    ['a quote that is not closed', steps('- invite: "Hi\n- visit\n'), '4:11', 'Close the quote'],
    ['a bracket that is not closed', steps('- { invite: Hi\n'), '5:1', 'Close the bracket'],
    ['a key that is not indented enough', steps('- wait_for: reply\n within: 1d\n'), '5:1', 'Indent it by the same'],
    ['a field without its owner', steps('- visit:\n  if: first_name == "A"\n'), '5:7', '"lead.first_name"'],
    ['a field of another owner', steps('- visit:\n  if: state.conected\n'), '5:13', '"state.connected"'],
    ['a variable that is not declared', steps('- visit:\n  if: vars.x == "A"\n'), '5:12', '`vars: { x: null }`'],
    ['a field that nobody has', steps('- visit:\n  if: state.hat == 1\n'), '5:13', 'State has connected'],
    ['a name that is taken', steps('- set: { company: A }\n'), '4:10', 'Use another name, like new_company.'],
    ['a param that is missing', steps('- action: profiles.get\n'), '4:11', '`params: { profile_url: … }`'],
    ['a choice that has another form', steps('- visit:\n  on_error: retry\n'), '5:13', '{ retry: 3 }'],
    [
      'lead as the zone of the others',
      `${HEAD}schedule: { timezone: lead, fallback_timezone: lead }\nsteps: [visit]\n`,
      '3:48',
      'Write an IANA name',
    ],
    ['an empty limit', 'sequence: a\nlimits: { invites: [] }\nsteps: [invite]\n', '2:20', '20/day'],
    [
      'a key beside the text it belongs with',
      steps('- task: Call\n  assignee: Bob\n'),
      '5:3',
      '`- task: { text: …, assignee: … }`',
    ],
    [
      'a key inside that belongs beside',
      steps('- inmail: { subject: S, text: T, id: x }\n  else: [visit]\n'),
      '4:34',
      'Indent it as far as the word `inmail`',
    ],
    ['keys below a word without a colon', steps('- visit\n  if: state.connected\n'), '4:3', '`- visit:`'],
    ['keys far below a word without a colon', steps('- visit\n      on_error: continue\n'), '4:3', '`- visit:`'],
    [
      'an empty else where people would be lost',
      steps('- inmail: { subject: S, text: T }\n  else: []\n'),
      '5:9',
      '`on_error: continue`',
    ],
    ['an empty else of a choice', steps('- if: state.connected\n  else: []\n'), '5:9', 'Remove `else`'],
    [
      'and',
      steps('- visit:\n  if: state.connected and state.invited\n'),
      '5:23',
      '`if: state.connected && state.invited`',
    ],
    ['not', steps('- visit:\n  if: not state.connected\n'), '5:11', '`if: "!state.connected"`'],
    ['one equals sign', steps('- visit:\n  if: lead.country = "FR"\n'), '5:20', '`if: lead.country == "FR"`'],
    ['braces', steps('- visit:\n  if: "{{ lead.company }} == \'or\'"\n'), '5:24', "`if: lead.company == 'or'`"],
    [
      'SQL',
      steps('- visit:\n  if: NOT state.invited OR lead.company <> "A = B"\n'),
      '5:11',
      `\`if: '!state.invited || lead.company != "A = B"'\``,
    ],
    [
      'the UK',
      `${HEAD}schedule: { timezone: Europe/Paris, holidays: [UK] }\nsteps: [visit]\n`,
      '3:48',
      '"GB" (United Kingdom)',
    ],
    [
      'a country by its name',
      `${HEAD}schedule: { timezone: Europe/Paris, holidays: [France] }\nsteps: [visit]\n`,
      '3:48',
      '"FR" (France)',
    ],
    [
      'a country in its language',
      `${HEAD}schedule: { timezone: Europe/Paris, holidays: [Deutschland] }\nsteps: [visit]\n`,
      '3:48',
      '"DE" (Germany)',
    ],
    ['a region', `${HEAD}schedule: { timezone: Europe/Paris, holidays: [de by] }\nsteps: [visit]\n`, '3:48', '"DE-BY"'],
    [
      'two letters of no country',
      `${HEAD}schedule: { timezone: Europe/Paris, holidays: [QK] }\nsteps: [visit]\n`,
      '3:48',
      'Write a country like FR',
    ],
    ['a channel by its name', `senders: { linkedin: [acc_a] }\n${steps('- visit\n')}`, '1:12', '"professional"'],
    ['a limit of another tool', 'sequence: a\nlimits: { connects: 9/day }\nsteps: [invite]\n', '2:11', '"invites"'],
    ['a body', steps('- email: { subject: S, body: B }\n'), '4:24', '"text"'],
    ['a delay', steps('- delay: 2 days\n'), '4:3', '"wait"'],
    ['send_message', steps('- send_message: Hi\n'), '4:3', '"message"'],
    ['replied', steps('- wait_for: replied\n  within: 1d\n  else: [visit]\n'), '4:13', '"reply"'],
    ['a name in camel case', steps('- invite: "Hi {{ companyName }}"\n'), '4:18', '"company"'],
    ['goto', steps('- visit\n- goto: first\n'), '5:3', 'There is no goto'],
    ['single braces', steps('- invite: "Hi {first_name}"\n'), '4:15', 'Write {{ first_name }}.'],
    ['braces around a name that nobody knows', steps('- invite: "Hi {foo}"\n'), '4:15', 'declare your own in `vars`'],
    ['brackets', steps('- invite: "Hi [First Name]"\n'), '4:15', 'Write {{ first_name }}.'],
    ['percent signs', steps('- invite: "Hi %company%"\n'), '4:15', 'Write {{ company }}.'],
    ['a dollar', steps(`- invite: "Hi ${'$'}{firstName}"\n`), '4:15', 'Write {{ first_name }}.'],
    ['words to choose from', steps('- invite: "{Hi|Hello} there"\n'), '4:12', '`split`'],
    ['one character too many', steps(`- invite: ${'x'.repeat(301)}\n`), '4:11', 'by 1 character or'],
  ])('%s', (_, text, at, fix) => {
    expect(problems(text)).toEqual(
      expect.arrayContaining([expect.objectContaining({ at, fix: expect.stringContaining(fix) })]),
    );
  });

  it('names types in plain words', () => {
    const message = (condition: string) => problems(steps(`- visit:\n  if: ${condition}\n`))[0]?.message;
    expect(message('lead.country == 3')).toBe('these do not go together: text == number');
    expect(message('lead.country')).toBe('a condition is true or false, this is a text');
    expect(message('lead')).toBe('a condition is true or false, this is the whole of lead');
  });

  it('leaves texts alone that only look like placeholders', () => {
    const text = '{{ first_name }}, 100%off% [1] [link] $5 {a: b} <b>x</b> f{} 50%';
    expect(problems(steps(`- invite: '${text}'\n`))).toEqual([]);
  });

  it('reports a placeholder once', () => {
    expect(problems(steps(`- invite: "Hi ${'$'}{first_name}"\n`)).map(({ code }) => code)).toEqual(['SEQ072']);
  });

  it('says all that a sequence has wrong beside a step that it does not know', () => {
    const codes = (text: string) => problems(steps(text)).map(({ code }) => code);
    expect(codes('- frobnicate: 3\n- message: Hi\n')).toEqual(['SEQ013', 'SEQ030', 'SEQ054']);
    // What was certainly meant is read on as that: its own mistakes are told, and what it makes certain counts.
    expect(codes('- send_message: "Hi {{ nobody }}"\n')).toEqual(['SEQ013', 'SEQ030', 'SEQ054', 'SEQ022']);
    expect(codes('- enrch: email\n- email: { subject: S, text: T }\n')).toEqual(['SEQ013']);
  });

  it('says what is wrong on the paths although a step has an error of its own, and blames nothing on that step', () => {
    const found = (text: string) =>
      problems(steps(text)).flatMap(({ code, at }) => (code === 'SEQ054' ? [] : [`${code} ${at.split(':')[0]}`]));
    const email = '- email: { subjekt: S, text: T }\n';
    expect(found(`- message: Hi\n${email}- message: Hi\n- email: T\n`)).toEqual(['SEQ030 4', 'SEQ007 5']);
    // What stands below it is judged too, and what makes nothing certain hides nothing.
    expect(found('- visit: { a: 1 }\n  else:\n    - message: Hi\n- message: Hi\n')).toEqual([
      ...['SEQ007 4', 'SEQ030 6', 'SEQ030 7'],
    ]);
    // A way around it makes nothing certain either.
    const around = `- if: lead.country == "FR"\n  then:\n    ${email}- email: T\n`;
    expect(found(around)).toEqual(['SEQ007 6', 'SEQ034 7']);
  });

  it('warns of a limit that no tier tolerates, even where one has a cap of another period', () => {
    const profile = { note_length: 300, inmails_per_month: 0 };
    const profiles = [
      { ...profile, name: 'professional-free', caps: { invite: [{ count: 100, per: 'week' }] } },
      {
        ...profile,
        name: 'professional-recruiter',
        caps: {
          invite: [
            { count: 100, per: 'day' },
            { count: 200, per: 'week' },
          ],
        },
      },
    ] as const;
    const warnings = (cap: string) =>
      compileSequence(`sequence: a\nlimits: { invites: ${cap} }\nsteps: [invite]\n`, { profiles }).diagnostics;
    expect(warnings('200/day')).toMatchObject([
      { code: 'SEQ057', message: expect.stringContaining('professional-recruiter: 100 per day and 200 per week') },
    ]);
    expect(warnings('100/day')).toEqual([]);
    expect(warnings('200/week')).toEqual([]);
    expect(warnings('201/week')).toHaveLength(1);
  });

  it('proves nothing behind a step that could have made it certain', () => {
    const broken = problems(
      steps('- wait_for: accepted_invitaton\n  within: 3 dayz\n  else: [visit]\n- message: Hi\n'),
    );
    expect(broken.map(({ code }) => code)).not.toContain('SEQ030');
  });

  it.each([
    ['a name of another tool', '- invite: "Hi {{ companyName }}"\n', '- invite: "Hi {{ company }}"\n'],
    ['a step of another tool', '- delay: 2 days\n', '- wait: 2 days\n'],
    [
      'words of SQL',
      '- visit:\n  if: state.connected and not state.invited\n',
      '- visit:\n  if: state.connected && !state.invited\n',
    ],
    ['a forgotten colon', '- visit\n  if: state.connected\n', '- visit:\n  if: state.connected\n'],
  ])('puts %s right', (_, wrong, right) => {
    expect(fixSequence(steps(wrong)).text).toBe(steps(right));
  });

  it('puts the forgotten space in', () => {
    expect(fixSequence(steps('- visit\n- wait:2 days # then\n')).text).toBe(steps('- visit\n- wait: 2 days # then\n'));
  });
});
