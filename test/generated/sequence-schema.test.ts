import { expect, it } from 'vitest';
import { sequenceJsonSchema } from '../../src/sequence/schema/json-schema.ts';

it('docs/sequence.schema.json says what the Zod types of the language say', async () => {
  await expect(`${JSON.stringify(sequenceJsonSchema(), null, 1)}\n`).toMatchFileSnapshot(
    '../../docs/sequence.schema.json',
  );
});
