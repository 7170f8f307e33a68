import { describe, expect, it } from 'vitest';
import { coverageRows } from '../specification-rows/rows.ts';
import { SANDBOX } from '../specification-rows/rules.ts';
import { hasSpecification, quoted, SKIPPED, section, table } from './read-specification.ts';

const ids = new Set(coverageRows().flatMap((group) => group.rows.map((row) => row.id)));
const count = (prefix: string) => [...ids].filter((id) => id.startsWith(`${prefix}#`)).length;
const numbered = (heading: string) => section(heading).match(/^\d+\. /gm)?.length ?? 0;
const suite = describe.skipIf(!hasSpecification);

suite(`the rows that tests name and the specification${SKIPPED}`, () => {
  it.each([
    ['auth', 'Authentication'],
    ['messages/send', 'messages / send'],
    ['events', 'Subscription filters and event types'],
    ['delivery', 'Delivery (custom mode)'],
    ['errors', 'Errors'],
    ['versioning', 'Versioning'],
  ])('%s has a row per numbered rule of "%s"', (prefix, heading) => {
    expect(count(prefix)).toBe(numbered(heading));
  });

  it.each([
    ['credits', 'Credits per action'],
    ['limits', 'Size and count limits'],
  ])('%s has a row per row of "%s"', (prefix, heading) => {
    expect(count(prefix)).toBe(table(heading).length);
  });

  it('has a row per transition', () => {
    // "Account", "Connection link" and "Webhook" head their resources and, later, their states.
    const transitions = statesOf(['Account', 'Connection link', 'Webhook']);
    expect([count('state/account'), count('state/link'), count('state/webhook')]).toEqual(transitions);
  });

  it('has a row per action, endpoint, error, filter and V1 path that the tables name', () => {
    const named = [
      ...table('Category endpoints (action based)').flatMap(([endpoint, actions]) => {
        const [call = ''] = quoted(endpoint);
        return [call, ...quoted(actions).map((action) => `${call.split('/').at(-1)}/${action}`)];
      }),
      ...table('Account endpoints').flatMap(([call]) => quoted(call)),
      ...table('Logs').flatMap(([call]) => quoted(call)),
      ...table('Webhook endpoints').flatMap(([call]) =>
        quoted(call).map((text) => text.replace(/\?.*/, '').replace('/{id}', '/{webhook_id}')),
      ),
      ...table('Errors').map(([code]) => `errors.${quoted(code)[0]}`),
      ...table('Subscription filters and event types').map(([filter]) => `filter/${quoted(filter)[0]}`),
      ...table('messages / send').flatMap(([params]) => quoted(params).map((param) => `messages/send.${param}`)),
    ];
    expect(named.filter((id) => !ids.has(id))).toEqual([]);
    expect(SANDBOX.length).toBeGreaterThan(0);
  });
});

/** The number of rows of each second section of that name. */
function statesOf(headings: readonly string[]): number[] {
  const states = section('States and transitions', { deep: true });
  return headings.map((heading) => {
    const own = states.split(new RegExp(`^### ${heading}$`, 'm'))[1]?.split(/^#+ /m)[0] ?? '';
    return own.split('\n').filter((line) => line.startsWith('| ')).length - 2;
  });
}
