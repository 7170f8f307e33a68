import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Fault } from '../../../src/v2/service/context/fault-points.ts';
import { eventually } from '../../support/eventually.ts';
import { startTestService, type TestOwner, type TestService } from '../support/test-service.ts';

let service: TestService;
let owner: TestOwner;
let url: string;
let next: Fault | null = null;

beforeAll(async () => {
  service = await startTestService();
  owner = await service.owner();
  url = await service.app.listen({ port: 0, host: '127.0.0.1' });
  service.context.faults.use(() => {
    const fault = next;
    next = null;
    return fault;
  });
});
afterAll(() => service.close());
beforeEach(() => {
  service.channels.calls.length = 0;
});

const visit = (fault: Fault | null, key?: string) => {
  next = fault;
  return fetch(`${url}/v2/profiles`, {
    method: 'POST',
    headers: { 'x-api-key': owner.key, ...(key === undefined ? {} : { 'idempotency-key': key }) },
    body: JSON.stringify({
      account_id: owner.professional,
      action: 'visit',
      params: { profile_url: 'ada-example' },
    }),
  });
};

describe('an injected fault', () => {
  it.each([
    ['rate_limited', 429, 'RATE_LIMITED'],
    ['internal_error', 500, 'INTERNAL_ERROR'],
    ['channel_error', 422, 'CHANNEL_ERROR'],
  ] as const)('%s answers its code and has no effect', async (kind, status, code) => {
    const response = await visit({ kind });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ success: false, error: { code } });
    expect(service.channels.calls).toEqual([]);
  });

  it('drop_before cuts the connection with no effect', async () => {
    await expect(visit({ kind: 'drop_before' })).rejects.toThrow();
    expect(service.channels.calls).toEqual([]);
  });

  it('drop_after has its effect, and the same Idempotency-Key then answers what it was', async () => {
    await expect(visit({ kind: 'drop_after' }, 'dropped')).rejects.toThrow();
    expect(service.channels.calls).toEqual(['visit']);
    const again = await visit(null, 'dropped');
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await again.json()).toMatchObject({ success: true, data: { visited: true } });
    expect(service.channels.calls).toEqual(['visit']);
  });

  it('truncate has its effect and answers half a body with 200', async () => {
    const response = await visit({ kind: 'truncate' });
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(text).toMatch(/^\{"success":true/);
    expect(() => JSON.parse(text)).toThrow();
    expect(service.channels.calls).toEqual(['visit']);
  });

  it('delay waits before anything happens', async () => {
    const started = performance.now();
    expect((await visit({ kind: 'delay', ms: 60 })).status).toBe(200);
    expect(performance.now() - started).toBeGreaterThanOrEqual(55);
  });

  it('delay keeps an Idempotency-Key in use: a duplicate learns that the call still runs', async () => {
    const slow = visit({ kind: 'delay', ms: 300 }, 'slow');
    await eventually(() => expect(service.context.faults.delayed.size).toBe(1));
    const duplicate = await visit(null, 'slow');
    expect(duplicate.status).toBe(429);
    expect(duplicate.headers.get('retry-after')).toBe('1');
    expect((await slow).status).toBe(200);
    expect((await visit(null, 'slow')).headers.get('idempotent-replayed')).toBe('true');
    expect(service.channels.calls).toEqual(['visit']);
  });

  it('reaches endpoints without an action too', async () => {
    next = { kind: 'internal_error' };
    const response = await fetch(`${url}/v2/credits`, { headers: { 'x-api-key': owner.key } });
    expect(response.status).toBe(500);
  });
});
