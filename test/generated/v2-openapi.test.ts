import { expect, it } from 'vitest';
import { createOpenApiDocument } from '../../src/v2/contract/openapi/create-openapi-document.ts';

it('docs/v2-openapi.json says what the contract says', async () => {
  const document = createOpenApiDocument({ base_url: 'http://127.0.0.1:4401' });
  await expect(`${JSON.stringify(document, null, 1)}\n`).toMatchFileSnapshot('../../docs/v2-openapi.json');
});
