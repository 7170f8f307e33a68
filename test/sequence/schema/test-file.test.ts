import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readTestFile } from '../../../src/core/simulate/sequence-tests/read-test-file.ts';
import { createTestReporter } from '../../../src/core/simulate/sequence-tests/test-reader.ts';
import { testFileJsonSchema } from '../../../src/language/sequence/schema/json-schema.ts';
import { asJson } from './as-json.ts';
import { mutations } from './mutations.ts';
import { compileJsonSchema } from './validate-schema.ts';

const validate = compileJsonSchema(testFileJsonSchema());
const folder = new URL('../../../sequences/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.test.yaml'));
const textOf = (name: string): string => readFileSync(new URL(name, folder), 'utf8');

/** Every key and form once. */
const WHOLE = {
  sequence: 'example',
  start: '2026-03-02 09:00',
  tests: [
    {
      name: 'says all that can be said',
      lead: { first_name: 'Ada', company: null, vars: { team: 'Platform' } },
      vars: { size: 3 },
      job: { title: 'Engineer' },
      senders: { professional: 'acc_anna', email: { id: 'acc_mail', name: 'Anna', email: 'anna@example.com' } },
      connected: true,
      answers: { inmail: 'impossible', enrich: { email: 'ada@example.com' } },
      events: [
        { 'after invite + 2 days': 'accepted_invitation' },
        { 'after message#2 + 1 hour': { reply: 'No' } },
        { 'at 2026-03-09 10:00': { auto_reply: { back: '2026-03-16' } } },
      ],
      expect: [
        'visit',
        { invite: { at: '2026-03-03 09:00..', text: 'Hi', contains: ['H'], sender: 'acc_anna' } },
        { email: { subject: 'A', contains: 'b', result: 'done' } },
        { inmail: 'impossible' },
        { end: 'replied' },
      ],
    },
  ],
};

/** Wrong forms, unknown keys, missing keys, unknown events. */
const STRUCTURAL = new Set(['TST006', 'TST007', 'TST008', 'TST015']);

describe('the schema of test files', () => {
  it.each(files)('accepts %s', (name) => {
    validate(asJson(textOf(name)));
    expect(validate.errors ?? []).toEqual([]);
  });

  it('agrees with the reader about a test file with one key or value changed', () => {
    const differ: string[] = [];
    let tried = 0;
    expect(validate(WHOLE)).toBe(true);
    for (const changed of mutations(WHOLE)) {
      tried += 1;
      const text = JSON.stringify(changed);
      const reporter = createTestReporter(text);
      const read = readTestFile(text, reporter);
      const problem = reporter.diagnostics().find(({ code }) => STRUCTURAL.has(code));
      const accepted = validate(changed);
      if (read && reporter.errorCount() === 0 && !accepted) differ.push(`the schema alone refuses: ${text}`);
      if (problem && accepted) differ.push(`the reader alone refuses: ${problem.message} ${text.slice(0, 200)}`);
    }
    expect(differ.slice(0, 3)).toEqual([]);
    expect(tried).toBeGreaterThan(500);
  });
});
