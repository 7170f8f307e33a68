import { describe, expect, it } from 'vitest';
import { compileSequence } from '../../../../src/language/sequence/compile-sequence.ts';
import { DIAGNOSTICS } from '../../../../src/language/sequence/diagnostics/diagnostic-codes.ts';
import { toSarif } from '../../../../src/language/sequence/diagnostics/sarif/to-sarif.ts';
import { sequenceTexts } from '../../schema/sequence-texts.ts';
import { sarif } from './sarif-schema.ts';

const OPTIONS = { version: '1.2.3', page: (code: string) => `https://example.com/${code}.md` };
const fileOf = (text: string, uri = 'a%20b/x.yaml') => ({ uri, text, diagnostics: compileSequence(text).diagnostics });

describe('SARIF output', () => {
  it('has the structure of SARIF 2.1.0 for every example of every diagnostic', () => {
    const files = sequenceTexts().map(({ text }, i) => fileOf(text, `file-${i}.yaml`));
    const log = sarif.parse(JSON.parse(JSON.stringify(toSarif(files, OPTIONS))));
    expect(log.runs[0]?.results.length).toBeGreaterThan(50);
    for (const { ruleId, ruleIndex } of log.runs[0]?.results ?? []) {
      expect(log.runs[0]?.tool.driver.rules[ruleIndex]?.id).toBe(ruleId);
    }
  });

  it('describes every code with its page, whether it was found or not', () => {
    const rules = toSarif([], OPTIONS).runs[0]?.tool.driver.rules ?? [];
    expect(rules.map(({ id }) => id)).toEqual(Object.keys(DIAGNOSTICS));
    expect(rules.find(({ id }) => id === 'SEQ013')).toMatchObject({
      helpUri: 'https://example.com/SEQ013.md',
      shortDescription: { text: 'Unknown step' },
      defaultConfiguration: { level: 'error' },
    });
  });

  it('says where a problem is, and what replaces it', () => {
    const [result] = toSarif([fileOf('sequence: a\nsteps:\n  - vist\n')], OPTIONS).runs[0]?.results ?? [];
    expect(result).toMatchObject({
      ruleId: 'SEQ013',
      level: 'error',
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'a%20b/x.yaml', index: 0 },
            region: { startLine: 3, startColumn: 5, endColumn: 9 },
          },
        },
      ],
      fixes: [
        {
          artifactChanges: [
            {
              replacements: [
                {
                  deletedRegion: { startLine: 3, startColumn: 5, endLine: 3, endColumn: 9 },
                  insertedContent: { text: 'visit' },
                },
              ],
            },
          ],
        },
      ],
    });
  });
});
