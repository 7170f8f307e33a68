import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileSequence } from '../../../src/language/sequence/compile-sequence.ts';
import { fixSequence } from '../../../src/language/sequence/fix/fix-sequence.ts';
import { rounds } from '../../support/rounds.ts';
import { sequenceTexts } from '../schema/sequence-texts.ts';

const HEAD = 'sequence: example\n';

describe('fixSequence', () => {
  it.each([
    ['a misspelled key', 'descripton: x\nsteps: [visit]\n', 'description: x\nsteps: [visit]\n'],
    ['a misspelled key in quotes', '"descripton": x\nsteps: [visit]\n', '"description": x\nsteps: [visit]\n'],
    ['a misspelled step', 'steps: [vist]\n', 'steps: [visit]\n'],
    ['a misspelled step with a value', 'steps:\n  - waite: 2 days # soon\n', 'steps:\n  - wait: 2 days # soon\n'],
    [
      'a misspelled word',
      'steps:\n  - wait_for: replly\n    within: 2 days\n    else: [visit]\n',
      'steps:\n  - wait_for: reply\n    within: 2 days\n    else: [visit]\n',
    ],
    ['a forgotten colon', 'steps:\n  - wait 2 days\n', 'steps:\n  - wait: 2 days\n'],
    [
      'a forgotten colon before a text',
      'limits: { invites: 9/day }\nsteps:\n  - invite Hi {{ first_name }}, hello\n',
      'limits: { invites: 9/day }\nsteps:\n  - invite: Hi {{ first_name }}, hello\n',
    ],
    [
      'an unquoted template',
      'limits: { invites: 9/day }\nsteps:\n  - invite: {{ first_name }}, hello: "you"\n',
      'limits: { invites: 9/day }\nsteps:\n  - invite: \'{{ first_name }}, hello: "you"\'\n',
    ],
    [
      'a template that is all of the text',
      'limits: { invites: 9/day }\nsteps: [{ invite: {{ first_name }} }]\n',
      'limits: { invites: 9/day }\nsteps: [{ invite: "{{ first_name }}" }]\n',
    ],
    [
      'a colon in a text',
      'description: Hiring: two people\nsteps: [visit]\n',
      'description: "Hiring: two people"\nsteps: [visit]\n',
    ],
    ['tabs', 'steps:\n\t- visit\n\t- wait: 1 day\n', 'steps:\n  - visit\n  - wait: 1 day\n'],
    ['a number for a text', 'description: 7\nsteps: [visit]\n', 'description: "7"\nsteps: [visit]\n'],
    ['no for false', 'review: no\nsteps: [visit]\n', 'review: false\nsteps: [visit]\n'],
    [
      'no as a text',
      'vars: { remote: no, at: 09:00 }\nsteps: [visit]\n',
      'vars: { remote: "no", at: "09:00" }\nsteps: [visit]\n',
    ],
    [
      'another form of a limit',
      'limits: { visits: 20 a day }\nsteps: [visit]\n',
      'limits: { visits: 20/day }\nsteps: [visit]\n',
    ],
    ['another unit', 'steps:\n  - wait: 2 Hrs\n', 'steps:\n  - wait: 2 hours\n'],
    ['business days by another name', 'steps:\n  - wait: 3 working days\n', 'steps:\n  - wait: 3 business days\n'],
    ['the same line twice', 'description: x\ndescription: x\nsteps: [visit]\n', 'description: x\nsteps: [visit]\n'],
    ['line ends of old', 'description: x\rsteps: [visit]\r', 'description: x\nsteps: [visit]\n'],
    [
      'several at once',
      'descripton: 7\nreview: off\nsteps: [vist, wait 2 days]\n',
      'description: "7"\nreview: false\nsteps: [visit, wait: 2 days]\n',
    ],
  ])('puts right %s', (_, wrong, right) => {
    const { text, fixed } = fixSequence(HEAD + wrong);
    expect(text).toBe(HEAD + right);
    expect(fixed.length).toBeGreaterThan(0);
    expect(compileSequence(text)).toMatchObject({ ok: true });
  });

  it.each([
    ['a limit without a period', 'limits: { visits: 20 }\nsteps: [visit]\n'],
    ['a wait without a unit', 'steps:\n  - wait: 2\n'],
    ['a word near to two others', 'steps:\n  - email: { ccc: a@example.com, subject: a, text: b }\n'],
    ['a key whose right spelling is there already', 'description: a\ndescripton: b\nsteps: [visit]\n'],
    ['a key twice with two values', 'description: a\ndescription: b\nsteps: [visit]\n'],
    ['a template that another line continues', 'steps:\n  - invite: {{ first_name }}, hello\n      and more\n'],
    ['a text that may hold a comment', 'steps:\n  - invite: {{ first_name }}, hi # note\n'],
    ['tabs whose width matters', 'steps:\n  - like:\n\t  on: latest_post\n'],
    ['tabs beside an alias', 'vars: { a: &a x }\nsteps:\n\t- set: { b: *a }\n'],
    ['a text behind a step that takes none', 'steps:\n  - visit profile\n'],
  ])('leaves alone %s', (_, wrong) => {
    expect(fixSequence(HEAD + wrong)).toEqual({ text: HEAD + wrong, fixed: [] });
  });

  it('keeps comments, blank lines, line ends and the byte order mark', () => {
    const wrong =
      '\ufeff# why\r\nsequence:   example\r\n\r\ndescripton: x   # what\r\nsteps:\r\n  - vist\r\n  - wait:  1 day';
    expect(fixSequence(wrong).text).toBe(wrong.replace('descripton', 'description').replace('vist', 'visit'));
  });

  it('never makes a valid sequence invalid, nor changes its plan', () => {
    for (const { text } of sequenceTexts()) {
      const before = compileSequence(text);
      const after = compileSequence(fixSequence(text).text);
      if (before.ok) expect(after).toMatchObject({ ok: true, digest: before.digest });
    }
  });

  it('changes nothing but what its edits name, and nothing a second time', () => {
    const texts = sequenceTexts().map(({ text }) => text);
    void fc.assert(
      fc.property(
        fc.constantFrom(...texts),
        fc.array(fc.tuple(fc.nat(), fc.constantFrom('', 'x', '\t', ' ', '\r', '"', ':', '{{')), { maxLength: 3 }),
        (text, insertions) => {
          const wrong = insertions.reduce((now, [at, piece]) => {
            const place = at % (now.length + 1);
            return now.slice(0, place) + piece + now.slice(place + (piece === '' ? 1 : 0));
          }, text);
          const once = fixSequence(wrong);
          expect(untouched(wrong, once.text)).toBe(true);
          expect(fixSequence(once.text)).toEqual({ text: once.text, fixed: [] });
          if (compileSequence(wrong).ok) expect(compileSequence(once.text).ok).toBe(true);
        },
      ),
      { numRuns: rounds(600), seed: 11 },
    );
  });
});

/** Every fix of one pass, made by hand from the front, gives what `fixSequence` makes of it. */
function untouched(before: string, after: string): boolean {
  let now = before;
  for (let pass = 0; pass < 10 && now !== after; pass += 1) {
    const edits = compileSequence(now)
      .diagnostics.flatMap(({ edits = [] }) => edits)
      .sort((a, b) => a.offset - b.offset);
    let made = '';
    let from = 0;
    for (const edit of edits) {
      if (edit.offset < from || (from > 0 && edit.offset === from)) continue;
      made += now.slice(from, edit.offset) + edit.text;
      from = edit.end;
    }
    now = made + now.slice(from);
  }
  return now === after;
}
