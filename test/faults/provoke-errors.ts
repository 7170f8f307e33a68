import { writeFileSync } from 'node:fs';
import { type Load, SEQUENCE_NAME } from './load.ts';
import type { System } from './system/system.ts';

export const ERROR_BODIES_FILE = 'faults-error-bodies.txt';

/** Requests that are refused, with secrets and personal data in them: what is answered is kept for I10. */
export async function provokeErrors(system: System, load: Load): Promise<void> {
  const [key = '', name = '', phone = '', note = ''] = load.canaries;
  const account = load.accounts[0] ?? '';
  const lead = { first_name: name, phone_number: phone, vars: { note } };
  const requests: readonly [string, string, Record<string, string>, unknown][] = [
    [system.api_url, '/api/enrollments', {}, { sequence: SEQUENCE_NAME, lead: { ...lead, profile_url: 7 } }],
    [system.api_url, '/api/enrollments', {}, { sequence: SEQUENCE_NAME, lead: { ...lead, colour: note } }],
    [system.api_url, '/api/enrollments', {}, { sequence: 'nothing-like-it', lead }],
    [system.api_url, '/api/enrollments/batch', {}, { sequence: SEQUENCE_NAME, leads: lead }],
    [system.api_url, '/api/suppressions', {}, { phone_number: [phone], reason: note }],
    [system.api_url, '/api/campaigns', { authorization: `Bearer ${key}` }, { name, source: { leads: [lead] } }],
    [
      system.v2_url,
      '/v2/messages',
      { 'x-api-key': key },
      { account_id: account, action: 'send', params: { text: note } },
    ],
    [system.v2_url, '/v2/messages', { 'x-api-key': `${key}x` }, { account_id: account, action: 'send' }],
    [
      system.v2_url,
      '/v2/connections',
      { 'x-api-key': key },
      { account_id: account, action: 'invite', params: { note: 5 } },
    ],
  ];
  const bodies: string[] = [];
  for (const [base, path, headers, body] of requests) {
    const own = base === system.api_url && headers.authorization === undefined;
    const answer = await fetch(base + path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(own ? { authorization: `Bearer ${system.api_key}` } : {}),
        ...headers,
      },
      body: JSON.stringify(body),
    });
    bodies.push(`${answer.status} ${path} ${await answer.text()}`);
  }
  writeFileSync(system.home.path(ERROR_BODIES_FILE), bodies.join('\n'));
}
