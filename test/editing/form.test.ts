import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CST, Parser, parseDocument } from 'yaml';
import { formOf } from '../../src/language/editing/form/form-of.ts';
import { writeField } from '../../src/language/editing/form/write-field.ts';
import { applyEdits } from '../../src/language/sequence/fix/apply-edits.ts';
import { sequenceJsonSchema } from '../../src/language/sequence/schema/json-schema.ts';
import { unwritableAt } from '../../src/language/sequence/yaml/unwritable.ts';
import { rounds } from '../support/rounds.ts';
import { drawnText } from './support/drawn-text.ts';

const schema = sequenceJsonSchema();
const EXAMPLES = readdirSync('sequences')
  .filter((file) => /^[a-z-]+\.yaml$/.test(file))
  .map((file) => readFileSync(`sequences/${file}`, 'utf8'));
/** Every style in which a text can stand, with a comment wherever there may be one. */
const STYLES = `# on top
sequence: styles   # its name
description: &about "a \\"quoted\\" one"   # why
limits:   # all of them
  invites:   # two lines
    - 20/day   # a day
    - 80/week   # a week
  # between
  messages: [ 5/day ]   # one in a list
  emails: 40/day
vars: { team: 'our "own" team', since: "2020" }   # in one line
steps:
  - invite:   # below
      note: >-   # folded
        Hi {{ first_name }},
        shall we?

        Yes
  - message: |   # as it is
      One

        two
  # a step
  - { message: plain words, id: flow }   # flow
  -   wait: 3 days   # far in
  - email:
        subject: plain
        text: over
          two lines
  - if: state.replied
    then:
      - comment: 'single ''quoted'' words'   # deep
  - task: *about
  - end: done
`;

const formOfText = (text: string) => {
  const form = formOf(text, schema);
  if (form === null) throw new Error('it has no form');
  return form;
};
const fieldsOf = (text: string) => {
  const { head, steps } = formOfText(text);
  return [...head, ...steps.flatMap(({ fields }) => fields)];
};
const write = (text: string, path: readonly (string | number)[], value: string): string => {
  const edit = writeField(text, path, value);
  if (edit === null) throw new Error(`${JSON.stringify(value)} cannot be written at ${path.join('.')}`);
  return applyEdits(text, [[edit]]).text;
};
const limitOf = (text: string, key: string): string | undefined =>
  formOfText(text).limits.find(({ name }) => name === key)?.value;
const commentsOf = (text: string): string[] => {
  const found: string[] = [];
  const look = (tokens: readonly { readonly type: string; readonly source?: string }[] = []) =>
    found.push(...tokens.flatMap(({ type, source }) => (type === 'comment' && source !== undefined ? [source] : [])));
  for (const token of new Parser().parse(text)) {
    if (token.type === 'comment') look([token]);
    if (token.type !== 'document') continue;
    look(token.start);
    look(token.end);
    CST.visit(token, ({ start, sep, value }) => {
      look(start);
      look(sep);
      if (value === undefined || value === null) return;
      if ('end' in value) look(value.end);
      if ('props' in value) look(value.props as Parameters<typeof look>[0]);
    });
  }
  return found.sort();
};

describe('the form of a sequence', () => {
  it('has its limits, and the texts and pauses of its steps, by the words of the language', () => {
    const { head, limits, steps } = formOfText(STYLES);
    expect(head.map(({ name, value }) => [name, value])).toEqual([
      ['description', 'a "quoted" one'],
      ['team', 'our "own" team'],
      ['since', '2020'],
    ]);
    expect(Object.fromEntries(limits.map(({ name, value }) => [name, value]))).toEqual({
      ...{ visits: '', invites: '20/day, 80/week', messages: '5/day', inmails: '', emails: '40/day' },
      ...{ credits: '', emails_per_domain: '' },
    });
    expect(
      steps.map(({ word, where, id, fields }) => [word, where.join(' '), id, fields.map(({ name }) => name).join(' ')]),
    ).toEqual([
      ['invite', '1', null, 'note'],
      ['message', '2', null, 'message'],
      ['message', '3', 'flow', 'message'],
      ['wait', '4', null, 'wait'],
      ['email', '5', null, 'subject text'],
      ['comment', '6 then 1', null, 'comment'],
      ['task', '7', null, 'task'],
    ]);
    for (const { name, about } of [...limits, ...steps.flatMap(({ fields }) => fields)])
      expect(about, name).not.toBe('');
  });

  it('finds the steps of branches, arms and rounds', () => {
    const text = `sequence: a
steps:
  - split: { a: { weight: 1, steps: [{ message: in a }] }, b: { steps: [{ message: in b }] } }
  - split: { optimize: replied, arms: { c: [{ message: in c }] } }
  - repeat: { times: 2, steps: [{ message: again }] }
  - wait_for: reply
    within: 3 days
    else: [{ message: otherwise }]
`;
    expect(formOfText(text).steps.map(({ where, fields }) => [where.join(' '), fields[0]?.value])).toEqual([
      ['1 a 1', 'in a'],
      ['1 b 1', 'in b'],
      ['2 c 1', 'in c'],
      ['3 1', 'again'],
      ['4', '3 days'],
      ['4 else 1', 'otherwise'],
    ]);
  });

  it('is there for a sequence with mistakes, and not for a text that is no YAML', () => {
    expect(formOf('sequence: A B\nlimts: {}\nsteps: [{ mesage: a }, { message: 1, x: 2 }]', schema)).not.toBeNull();
    expect(formOf('steps: [', schema)).toBeNull();
    expect(formOf('', schema)).toBeNull();
  });
});

describe('what is typed into the form', () => {
  it('changes that value alone: every comment stays, and whatever else the text says', () => {
    for (const text of [...EXAMPLES, STYLES, STYLES.replaceAll('\n', '\r\n')]) {
      const fields = fieldsOf(text);
      const comments = commentsOf(text);
      expect(comments.length).toBeGreaterThan(3);
      fc.assert(
        fc.property(fc.constantFrom(...fields), drawnText, ({ path, value: before }, value) => {
          const after = write(text, path, value);
          const meant = parseDocument(text);
          // Two places share one value.
          for (const one of before === 'a "quoted" one' ? [['description'], ['steps', 6, 'task']] : [path])
            meant.setIn(one, value);
          expect(parseDocument(after).toJS()).toEqual(meant.toJS());
          expect(commentsOf(after)).toEqual(comments);
        }),
        { numRuns: rounds(150) },
      );
    }
  });

  it('stays in the style in which the text was written', () => {
    const changed = (path: readonly (string | number)[], value: string): string[] => {
      const before = new Set(STYLES.split('\n'));
      return write(STYLES, path, value)
        .split('\n')
        .filter((line) => !before.has(line));
    };
    expect(changed(['steps', 3, 'wait'], '4 days')).toEqual(['  -   wait: 4 days   # far in']);
    expect(changed(['steps', 1, 'message'], 'Uno\n\n  dos\n')).toEqual(['      Uno', '        dos']);
    expect(changed(['steps', 5, 'then', 0, 'comment'], "it's")).toEqual(["      - comment: 'it''s'   # deep"]);
    expect(changed(['vars', 'since'], '2021')).toEqual([
      `vars: { team: 'our "own" team', since: "2021" }   # in one line`,
    ]);
    // What would be another value without quotes has some.
    expect(changed(['steps', 2, 'message'], '12')).toEqual(['  - { message: "12", id: flow }   # flow']);
  });

  it('is refused where it cannot be written', () => {
    expect(writeField(STYLES, ['steps', 1, 'message'], 'a\u0000b')).toBeNull();
    expect(writeField(STYLES, ['steps', 0], 'a')).toBeNull();
    expect(writeField(STYLES, ['steps', 99, 'message'], 'a')).toBeNull();
    expect(writeField('steps: [', ['description'], 'a')).toBeNull();
  });

  it('writes a limit where it stands, adds one, and takes one away', () => {
    expect(write(STYLES, ['limits', 'invites'], '20/day, 90/week')).toBe(STYLES.replace('80/week', '90/week'));
    expect(write(STYLES, ['limits', 'messages'], '6/day, 9/week')).toBe(
      STYLES.replace('[ 5/day ]   # one', '[6/day, 9/week]   # one'),
    );
    expect(write(STYLES, ['limits', 'emails'], '50/day')).toBe(STYLES.replace('40/day', '50/day'));
    expect(write(STYLES, ['limits', 'visits'], '70/day')).toBe(
      STYLES.replace('emails: 40/day\n', 'emails: 40/day\n  visits: 70/day\n'),
    );
    expect(write(STYLES, ['limits', 'emails'], '')).toBe(STYLES.replace('  emails: 40/day\n', ''));
    for (const [before, key, value, after] of [
      ['limits: { emails: 1/day }', 'visits', '2/day', 'limits: { emails: 1/day, visits: 2/day }'],
      ['limits: { emails: 1/day, visits: 2/day }', 'visits', '', 'limits: { emails: 1/day }'],
      ['limits: { emails: 1/day, visits: 2/day }', 'emails', '', 'limits: { visits: 2/day }'],
      ['limits: {}', 'visits', '2/day', 'limits: { visits: 2/day }'],
      ['limits:', 'visits', '2/day, 9/week', 'limits: { visits: [2/day, 9/week] }'],
      ['limits:\n  emails: 1/day', 'emails', '', 'limits:\n  {}'],
      ['limits: { emails: 1/day }', 'emails', '1/day, "]', 'limits: { emails: [1/day, "\\"]"] }'],
    ] as const) {
      const of = (limits: string) => `sequence: a\n${limits}\nsteps: [visit]\n`;
      expect(write(of(before), ['limits', key], value)).toBe(of(after));
    }
    expect(write('sequence: a\nsteps: [visit]\n', ['limits', 'visits'], '2/day')).toBe(
      'sequence: a\nlimits: { visits: 2/day }\nsteps: [visit]\n',
    );
  });

  it('leaves a text that can be read, whatever is typed as a limit', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...EXAMPLES, STYLES),
        fc.constantFrom('visits', 'invites', 'emails', 'messages', 'credits'),
        fc.array(
          drawnText.map((text) => text.replace(/[,\s]/g, '')),
          { maxLength: 3 },
        ),
        (text, key, caps) => {
          const value = caps.filter((cap) => cap !== '').join(', ');
          const edit = writeField(text, ['limits', key], value);
          if (edit === null) return;
          const after = applyEdits(text, [[edit]]).text;
          expect(limitOf(after, key)).toBe(value);
          const others = (one: string) => formOfText(one).limits.filter(({ name }) => name !== key);
          expect(others(after).map((each) => each.value)).toEqual(others(text).map((each) => each.value));
          expect(fieldsOf(after).map((each) => each.value)).toEqual(fieldsOf(text).map((each) => each.value));
        },
      ),
      { numRuns: rounds(500) },
    );
  });

  it('is drawn as what may stand in a sequence', () => {
    fc.assert(fc.property(drawnText, (text) => unwritableAt(text) === null));
  });
});
