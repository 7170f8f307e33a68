import { expect, it } from 'vitest';
import { createOpenApiDocument } from '../../src/app/api-contract/openapi/create-openapi-document.ts';

it('docs/openapi.json says what the contract of the engine’s API says', async () => {
  const document = createOpenApiDocument({ version: 'of this version' });
  await expect(`${JSON.stringify(document, null, 1)}\n`).toMatchFileSnapshot('../../docs/openapi.json');
});
