import { describe, expect, it } from 'vitest';
import { compileSequence } from '../../src/sequence/compile-sequence.ts';
import { fixSequence } from '../../src/sequence/fix/fix-sequence.ts';

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

  it('puts the forgotten space in', () => {
    expect(fixSequence(steps('- visit\n- wait:2 days # then\n')).text).toBe(steps('- visit\n- wait: 2 days # then\n'));
  });
});
