import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRateLimiter } from '../../../src/v2/service/context/rate-limiter.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

describe('the rate limiter', () => {
  it('lets a burst of twice the rate through, then says when the next token is there', () => {
    let now = 0;
    const limiter = createRateLimiter(20, () => now);
    const taken = Array.from({ length: 41 }, () => limiter.take('key'));
    expect(taken.slice(0, 40).every((wait) => wait === null)).toBe(true);
    expect(taken[40]).toBe(1);
    now += 50;
    expect(limiter.take('key')).toBeNull();
    expect(limiter.take('key')).toBe(1);
  });

  it('keeps keys apart and is off at 0', () => {
    const limiter = createRateLimiter(1, () => 0);
    for (const key of ['a', 'a', 'b', 'b']) expect(limiter.take(key)).toBeNull();
    expect(limiter.take('a')).toBe(1);
    expect(createRateLimiter(0).take('a')).toBeNull();
  });
});

describe('a service with a rate limit', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService({ rate_limit: 1 });
  });
  afterAll(() => service.close());

  it('answers 429 with Retry-After, before it reads the body [errors.RATE_LIMITED errors#3]', async () => {
    const owner = await service.owner();
    await service.get('/v2/credits', owner.key);
    await service.get('/v2/credits', owner.key);
    const answer = await service.post('/v2/profiles', owner.key, '{"malformed":');
    expect(answer.status).toBe(429);
    expect(answer.body.error.code).toBe('RATE_LIMITED');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect((await service.get('/v2/credits', (await service.owner()).key)).status).toBe(200);
  });
});
