import { describe, expect, it } from 'vitest';
import { callV2 } from '../../activities/call/v2-caller.ts';
import { watchBytesSent } from '../../activities/call/watch-bytes-sent.ts';
import { createV2Client } from '../../src/v2/client/create-v2-client.ts';
import { json, startScriptedServer, success } from '../v2-client/scripted-server.ts';

describe('watching the bytes of a call', () => {
  it('tells that they have left before the answer is read, for calls with a key alone', async () => {
    const order: string[] = [];
    const answer = json(
      200,
      success({ visited: true, profile_url: 'x', profile_id_url: 'x', member_urn: 'x', degree: 2 }),
    );
    const server = await startScriptedServer(answer);
    const v2 = createV2Client({ base_url: server.url, api_key: 'key' });
    const stop = watchBytesSent(() => order.push('sent'));
    const request = { account_id: 'acc_1', category: 'profiles', action: 'visit', params: { profile_url: 'ada' } };
    await callV2(v2, request, 'enr_1/visit/1').then(() => order.push('answered'));
    await callV2(v2, request);
    expect(order).toEqual(['sent', 'answered']);
    stop();
    await callV2(v2, request, 'enr_1/visit/2');
    expect(order).toHaveLength(2);
    await v2.close();
    await server.stop();
  });
});
