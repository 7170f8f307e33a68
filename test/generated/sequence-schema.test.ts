import { expect, it } from 'vitest';
import { sequenceJsonSchema, testFileJsonSchema } from '../../src/language/sequence/schema/json-schema.ts';

const asFile = (schema: unknown): string => `${JSON.stringify(schema, null, 1)}\n`;

it('docs/sequence.schema.json says what the Zod types of the language say', async () => {
  await expect(asFile(sequenceJsonSchema())).toMatchFileSnapshot('../../docs/sequence.schema.json');
});

it('docs/sequence-test.schema.json says what the Zod types of test files say', async () => {
  await expect(asFile(testFileJsonSchema())).toMatchFileSnapshot('../../docs/sequence-test.schema.json');
});
