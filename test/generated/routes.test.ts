import { expect, it } from 'vitest';
import { operationNames, operationOf } from '../../src/app/api-contract/api-operations.ts';

it('the routes without their schemas are those of the contract', async () => {
  await expect(source()).toMatchFileSnapshot('../../src/app/api-contract/routes.ts');
});

function source(): string {
  const rows = operationNames.map((name) => {
    const { method, path, scope, role, accounts, slow } = operationOf(name);
    const fields = Object.entries({ method, path, scope, role, accounts, slow })
      .filter(([, value]) => value !== undefined)
      .map(([field, value]) => `${field}: ${typeof value === 'string' ? `'${value}'` : value}`);
    return `  ${name}: { ${fields.join(', ')} },`;
  });
  return `// Generated from the contract by \`npm run generate\` (test/generated/routes.test.ts); do not edit.
import type { OperationName } from './api-operations.ts';
import type { Operation } from './operation.ts';

/** How each route is called and who may call it, without the schemas: for pages, where these would be most of what they load. */
export const ROUTES: Readonly<
  Record<OperationName, Pick<Operation, 'method' | 'path' | 'scope' | 'role' | 'accounts' | 'slow'>>
> = {
${rows.join('\n')}
};
`;
}
