import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestOwner, type TestService } from '../support/test-service.ts';

let service: TestService;
let owner: TestOwner;
beforeAll(async () => {
  service = await startTestService();
  owner = await service.owner();
});
afterAll(() => service.close());

const body = { account_id: 'acc_unknown', action: 'visit', params: {} };
async function post(payload: Buffer, encoding: string) {
  const answer = await service.app.inject({
    method: 'POST',
    url: '/v2/profiles',
    headers: { 'content-type': 'application/json', 'x-api-key': owner.key, 'content-encoding': encoding },
    payload,
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
}
const plain = Buffer.from(JSON.stringify(body));

describe('a body that is compressed', () => {
  it('is read as if it were not', async () => {
    const read = await post(gzipSync(plain), 'gzip');
    const asItIs = await post(plain, 'identity');
    expect([read.status, read.body.error]).toEqual([asItIs.status, asItIs.body.error]);
    expect(read.body.error.message).toContain('acc_unknown');
  });

  it('is refused where it is not what its header says, becomes too large, or is none that is read here', async () => {
    const broken = await post(plain, 'gzip');
    expect(broken).toMatchObject({ status: 400, body: { error: { code: 'INVALID_PARAMS' } } });
    expect(broken.body.error.message).toContain('not gzip');
    expect((await post(gzipSync(Buffer.alloc(64 * 1024 * 1024)), 'gzip')).status).toBe(413);
    const unknown = await post(plain, 'zstd');
    expect([unknown.status, unknown.headers['accept-encoding']]).toEqual([415, 'gzip, deflate, br']);
  });
});
