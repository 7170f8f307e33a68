import { describe, expect, it } from 'vitest';
import { completionsAt } from '../../src/language/editing/completions-at.ts';
import { hoverAt } from '../../src/language/editing/hover-at.ts';
import { spotAt } from '../../src/language/editing/spot.ts';
import { stepAt } from '../../src/language/editing/step-at.ts';
import { compileSequence } from '../../src/language/sequence/compile-sequence.ts';
import { sequenceJsonSchema } from '../../src/language/sequence/schema/json-schema.ts';

const schema = sequenceJsonSchema();
/** Text and offset of `|` in it. */
const at = (marked: string) => ({ text: marked.replace('|', ''), offset: marked.indexOf('|') });
const labelsAt = (marked: string): string[] => {
  const { text, offset } = at(marked);
  return completionsAt(text, offset, schema)?.items.map(({ label }) => label) ?? [];
};

describe('where a cursor is', () => {
  it.each([
    ['limits:\n  |', ['limits'], 'key'],
    ['steps:\n  - |', ['steps', '[]'], 'key'],
    ['steps:\n- visit\n- em|', ['steps', '[]'], 'key'],
    ['steps:\n  - wait_for: |', ['steps', '[]', 'wait_for'], 'value'],
    ['steps:\n  - wait_for: reply\n    then:\n      - message: a\n        |', ['steps', '[]', 'then', '[]'], 'key'],
    ['steps:\n  - wait_for: reply\n    then:\n      - visit\n    |', ['steps', '[]'], 'key'],
    ['limits: { invites: 20/day, me|', ['limits'], 'key'],
    ['limits: { invites: |', ['limits', 'invites'], 'value'],
  ] as const)('is read from the indentation of %j', (marked, path, kind) => {
    const { text, offset } = at(marked);
    expect(spotAt(text, offset)).toMatchObject({ path, at: kind });
  });
});

describe('completions', () => {
  it('are the keys that are not there yet', () => {
    expect(labelsAt('sequence: a\n|')).toEqual(expect.arrayContaining(['steps', 'limits']));
    expect(labelsAt('sequence: a\n|')).not.toContain('sequence');
    expect(labelsAt('limits: { invites: 20/day, |')).toContain('messages');
  });

  it('are whole steps where one begins, and keys of this step inside of it', () => {
    expect(labelsAt('steps:\n  - |')).toEqual(expect.arrayContaining(['visit', 'wait_for', 'email', 'end']));
    const inside = labelsAt('steps:\n  - wait_for: reply\n    |');
    expect(inside).toEqual(expect.arrayContaining(['within', 'then', 'else']));
    expect(inside).not.toContain('subject');
  });

  it('are the values that a key takes', () => {
    expect(labelsAt('steps:\n  - wait_for: |')).toEqual(['accepted_invitation', 'reply', 'label']);
  });

  it('are names inside a template and in a condition, those of the text among them', () => {
    expect(labelsAt('vars: { team: x }\nsteps:\n  - message: "Hi {{ |"')).toEqual(
      expect.arrayContaining(['first_name', 'team', 'sender.name']),
    );
    expect(labelsAt('vars:\n  team: x\nsteps:\n  - visit\n    if: sta|')).toEqual(
      expect.arrayContaining(['state.connected', 'vars.team']),
    );
  });
});

it('says what a key means, with examples, and nothing of what is no key', () => {
  const text = 'sequence: a\nlimits: { invites: 20/day }\nsteps:\n  - visit\n';
  expect(hoverAt(text, text.indexOf('invites') + 1, schema)).toMatchObject({
    title: 'invites',
    examples: expect.arrayContaining(['20/day']),
  });
  expect(hoverAt(text, text.indexOf('visit') + 1, schema)?.text).toMatch(/profile/);
  expect(hoverAt(text, text.indexOf('20/day') + 1, schema)).toBeNull();
});

it('knows in which step a cursor stands: the one that its line belongs to', () => {
  const text =
    'sequence: a\nlimits: { invites: 9/day }\nsteps:\n  - wait_for: accepted_invitation\n    id: w\n    then:\n      - visit: {}\n        id: v\n    within: 3 days\n  - end: done\n    id: e\n';
  const compiled = compileSequence(text.replace('visit: {}', 'wait: 1 day'));
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.diagnostics));
  const said = text.replace('visit: {}', 'wait: 1 day');
  const step = (words: string) => stepAt(said, said.indexOf(words), compiled.places);
  expect(step('id: w')).toBe('w');
  expect(step('id: v')).toBe('v');
  expect(step('within')).toBe('w');
  expect(step('id: e')).toBe('e');
  expect(step('limits')).toBeNull();
});
