import { createHash } from 'node:crypto';
import Fastify from 'fastify';
import { Pool } from 'undici';
import { z } from 'zod';

/** An action, and the account in whose name it is done. */
export interface Sent {
  readonly account: string;
  readonly action: string;
}

/** The calls that one would write by hand for the benchmark's sequence, each with the way that `around` goes about it. */
export function createCalls(
  { v2, key, accounts }: { readonly v2: string; readonly key: string; readonly accounts: readonly string[] },
  around: (of: Sent, work: () => Promise<void>) => Promise<void> = (_, work) => work(),
) {
  const pool = new Pool(v2, { connections: 50 });
  async function send({ account, action }: Sent, category: string, params: object): Promise<void> {
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: `/v2/${category}`,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ account_id: account, action, params }),
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${category} / ${action} answered ${statusCode}: ${text}`);
  }
  const call = (category: string, action: string, profile_url: string, more: object = {}): Promise<void> => {
    const sent = { account: accountFor(profile_url, accounts), action };
    return around(sent, () => send(sent, category, { profile_url, ...more }));
  };
  return {
    visit: (profileUrl: string) => call('profiles', 'visit', profileUrl),
    invite: (profileUrl: string) => call('network', 'invite', profileUrl, { message_text: 'Shall we talk?' }),
    message: (profileUrl: string) => call('messages', 'send', profileUrl, { message_text: 'Thank you.' }),
  };
}

/** The same account for each call to a person. */
const accountFor = (profileUrl: string, accounts: readonly string[]): string =>
  accounts[createHash('sha1').update(profileUrl).digest().readUInt32BE() % accounts.length] ?? '';

const eventSchema = z.object({
  event: z.object({ type: z.string(), connections: z.array(z.object({ public_identifier: z.string() })).default([]) }),
});

/** Hears of every accepted invitation at the address that it returns; answers when `accepted` has kept it. */
export async function receiveAccepted(accepted: (publicIdentifier: string) => Promise<void>): Promise<string> {
  const receiver = Fastify();
  receiver.post('/hook', async (request) => {
    const { event } = eventSchema.parse(request.body);
    for (const { public_identifier } of event.connections) await accepted(public_identifier);
    return {};
  });
  return `${await receiver.listen({ port: 0, host: '127.0.0.1' })}/hook`;
}
