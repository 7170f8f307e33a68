import { expect, it } from 'vitest';
import { ACTIONS } from '../../src/v2/contract/actions.ts';
import type { ActionDefinition, Charge } from '../../src/v2/contract/definition.ts';

it('docs/v2-actions.md says what the contract says', async () => {
  await expect(page()).toMatchFileSnapshot('../../docs/v2-actions.md');
});

function page(): string {
  return `<!-- Generated from src/v2/contract by \`npm run generate\`; do not edit. -->
# The V2 actions

What each action of the V2 service costs and does. *Effect* is \`read\`, \`touch\` (a person may notice it) or \`send\` (a person
receives something). *In doubt* says how a call whose outcome is unknown is settled.

| Action | Summary | Channels | Credits | Batch | Effect | Limit | In doubt |
| - | - | - | - | - | - | - | - |
${ACTIONS.map(row).join('\n')}
`;
}

function row(action: ActionDefinition): string {
  const name = `${action.category}/${action.action}`;
  return `| ${[
    `\`${name}\``,
    action.summary,
    action.channels === 'none' ? 'no account' : action.channels.join(', '),
    charge(action.charge),
    action.pagination ? `${action.pagination.batch}, ${action.pagination.kind}` : '–',
    action.effect,
    action.limit_class ?? '–',
    doubt(action),
  ].join(' | ')} |`;
}

function charge(charge: Charge): string {
  switch (charge.kind) {
    case 'fixed':
      return String(charge.credits);
    case 'per_results':
      return `${charge.credits} per ${charge.results} results`;
    case 'send':
      return '1; 2 with professional media; an InMail 0';
    case 'connections':
      return '1 per 50 results; 0 from the stored copy';
  }
}

function doubt({ reconciliation }: ActionDefinition): string {
  switch (reconciliation.by) {
    case 'nothing':
      return 'nothing to settle';
    case 'repeat':
      return 'repeated under its key';
    case 'reading':
      return `read back: ${reconciliation.probes.join(', ')}`;
  }
}
