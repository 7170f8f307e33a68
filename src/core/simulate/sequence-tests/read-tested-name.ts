import { readTestFile } from './read-test-file.ts';
import { createTestReporter } from './test-reader.ts';

/** The sequence that a text of tests names; null where it cannot be read. Never throws on any text. */
export const readTestedName = (text: string): string | null =>
  readTestFile(text, createTestReporter(text))?.sequence ?? null;
