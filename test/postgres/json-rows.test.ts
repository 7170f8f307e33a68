import { describe, expect, it } from 'vitest';
import { jsonRows } from '../../src/shared/postgres/json-rows.ts';

describe('rows as JSON', () => {
  const textOf = (text: string): unknown => JSON.parse(jsonRows([{ text }]))[0].text;

  it('have no half of a surrogate pair, which Postgres refuses, wherever one was cut', () => {
    for (const half of ['\uD83D', '\uDE00']) {
      expect(jsonRows([{ text: `cut ${half}` }])).not.toContain('\\ud');
      expect(textOf(`cut ${half} here, \\ud83d`)).toBe('cut \uFFFD here, \\ud83d');
    }
  });

  it('are as they were otherwise: whole pairs, and what only looks like a half', () => {
    for (const text of ['whole 😀', '\\ud83d', 'C:\\udf', '']) expect(textOf(text)).toBe(text);
  });
});
