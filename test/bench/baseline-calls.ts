import Fastify from 'fastify';
import { Pool } from 'undici';
import { z } from 'zod';

/** The calls that one would write by hand for the benchmark's sequence, each with the way that `around` goes about it. */
export function createCalls(
  { v2, key, account }: { readonly v2: string; readonly key: string; readonly account: string },
  around: (action: string, work: () => Promise<void>) => Promise<void> = (_, work) => work(),
) {
  const pool = new Pool(v2, { connections: 50 });
  async function call(category: string, action: string, params: object): Promise<void> {
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: `/v2/${category}`,
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ account_id: account, action, params }),
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`${category} / ${action} answered ${statusCode}: ${text}`);
  }
  return {
    visit: (profileUrl: string) => around('visit', () => call('profiles', 'visit', { profile_url: profileUrl })),
    invite: (profileUrl: string) =>
      around('invite', () => call('network', 'invite', { profile_url: profileUrl, message_text: 'Shall we talk?' })),
    message: (profileUrl: string) =>
      around('message', () => call('messages', 'send', { profile_url: profileUrl, message_text: 'Thank you.' })),
  };
}

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
