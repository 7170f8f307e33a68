import { expect, it } from 'vitest';
import { operationNames, operationOf } from '../../src/app/api-contract/api-operations.ts';
import { ROLES } from '../../src/app/api-contract/operation.ts';
import { ROLE_MEANINGS, roleOf } from '../../src/app/api-contract/role.ts';

it('docs/roles.md says which role may call which route, as the contract does', async () => {
  await expect(page()).toMatchFileSnapshot('../../docs/roles.md');
});

const LIMITED = { own: 'what is theirs', shared: 'yes', all: 'no' } as const;

function page(): string {
  const rows = operationNames.flatMap((name) => {
    const operation = operationOf(name);
    const role = roleOf(operation);
    if (role === null) return [];
    const { method, path, scope, accounts = 'all' } = operation;
    return [`| \`${name}\` | \`${method} ${path}\` | ${role} | ${LIMITED[accounts]} | ${scope} |`];
  });
  return `<!-- Generated from test/generated/roles.test.ts by \`npm run generate\`; do not edit. -->
# Who may call what

Each role may do what those before it may: ${ROLES.map((role) => `\`${role}\` ${ROLE_MEANINGS[role]}`).join('; ')}. The scope is what a key needs that belongs to
nobody; a key of a user needs both. What each means for people is in [users](users.md).

| Operation | Route | Least role | Limited to some accounts | Scope of a key |
| - | - | - | - | - |
${rows.join('\n')}
`;
}
