import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STEP_KINDS } from '../../../src/language/sequence/steps/kinds.ts';
import { LanguageServer } from './language-server.ts';

const SCHEMA_LINE = `# yaml-language-server: $schema=${new URL('../../../docs/sequence.schema.json', import.meta.url).href}\n`;
const sequence = (rest: string): string => `${SCHEMA_LINE}sequence: example\n${rest}`;

let server: LanguageServer;
beforeAll(async () => {
  server = await LanguageServer.start();
});
afterAll(() => server.stop());

describe('a YAML language server with the schema line', () => {
  it('offers every step at an empty step, also inside a branch', async () => {
    const words = STEP_KINDS.map(({ form }) => form.word);
    const atTop = await server.completionsAt(sequence('steps:\n  - |\n'));
    expect(words.filter((word) => !atTop.includes(word))).toEqual([]);
    const inBranch = await server.completionsAt(
      sequence('steps:\n  - wait_for: reply\n    within: 7 days\n    else:\n      - |\n'),
    );
    expect(words.filter((word) => !inBranch.includes(word))).toEqual([]);
  });

  it('offers what stands beside a step, and no other step', async () => {
    const offered = await server.completionsAt(sequence('steps:\n  - wait_for: reply\n    |\n'));
    expect(offered).toEqual(expect.arrayContaining(['within', 'then', 'else', 'id', 'if', 'on_error']));
    expect(offered).not.toContain('message');
  });

  it.each([
    ['wait_for: |', ['accepted_invitation', 'reply', 'label']],
    ['enrich: |', ['email', 'profile', 'contact', 'cv']],
    ['message:\n      text: Hi\n      channel: |', ['professional', 'messenger']],
    ['action: |', expect.arrayContaining(['network.recommendations', 'profiles.get'])],
  ])('offers the values of `- %s`', async (step, values) => {
    expect(await server.completionsAt(sequence(`steps:\n  - ${step}\n`))).toEqual(values);
  });

  it('offers the params of the very action', async () => {
    const step = '  - action: network.recommendations\n    params:\n      |\n';
    expect(await server.completionsAt(sequence(`steps:\n${step}`))).toEqual(
      expect.arrayContaining(['count', 'offset']),
    );
  });

  it('offers the keys of the header', async () => {
    const keys = [
      'description',
      'senders',
      'schedule',
      'limits',
      'enroll',
      'stop_on',
      'out_of_office',
      'review',
      'vars',
    ];
    expect(await server.completionsAt(sequence('|\nsteps: [visit]\n'))).toEqual(keys);
  });

  it.each([
    ['steps:\n  - wait_for: reply\n    wit|hin: 7 days\n', 'How long it is waited for; then `else` is taken.'],
    ['lim|its: { visits: 80/day }\nsteps: [visit]\n', 'How much a sender account does'],
    ['schedule: { timezone: lead, spa|cing: 3m..9m }\nsteps: [visit]\n', 'The random gap between two sends'],
    ['steps:\n  - message: { te|xt: Hi }\n', 'What the message says'],
  ])('says what a key means: %s', async (text, meaning) => {
    expect(await server.hoverAt(sequence(text))).toContain(meaning);
  });

  it.each([
    ['stps: [visit]\n', 'Property stps is not allowed.'],
    ['steps:\n  - wait_for: reply\n    withn: 7 days\n', 'Property withn is not allowed.'],
    ['steps:\n  - message: { text: Hi, chanel: messenger }\n', 'Property chanel is not allowed.'],
  ])('marks a misspelled key: %s', async (text, message) => {
    expect(await server.diagnosticsOf(sequence(text))).toContain(message);
  });

  it('finds nothing wrong with a good sequence', async () => {
    const good = `steps:
  - visit
  - invite: "Hi {{ first_name }}"
  - wait_for: accepted_invitation
    within: 7 days
    then:
      - message: { text: "Thank you", channel: professional }
        review: true
    else:
      - withdraw
      - inmail: { subject: "A role", text: "Hi" }
        else: [{ end: no_inmail }]
`;
    expect(await server.diagnosticsOf(sequence(good))).toEqual([]);
  });

  it('knows test files by their own schema', async () => {
    const line = SCHEMA_LINE.replace('sequence.schema.json', 'sequence-test.schema.json');
    const test = (rest: string): string => `${line}sequence: example\ntests:\n  - name: holds\n${rest}`;
    expect(await server.completionsAt(test('    |\n'))).toEqual(expect.arrayContaining(['lead', 'events', 'expect']));
    expect(await server.diagnosticsOf(test('    expct: [visit]\n'))).toContain('Property expct is not allowed.');
    expect(await server.diagnosticsOf(test('    expect: [visit, { end: replied }]\n'))).toEqual([]);
  });
});
