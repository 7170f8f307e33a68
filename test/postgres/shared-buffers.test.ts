import { describe, expect, it } from 'vitest';
import { sharedBuffers } from '../../src/app/main/postgres/shared-buffers.ts';

const GB = 1024 ** 3;

describe('the memory that Postgres takes for its tables', () => {
  it.each([
    [1 * GB, '128MB'],
    [8 * GB, '512MB'],
    [24 * GB, '1024MB'],
  ])('is of %i bytes %s', (memory, expected) => {
    expect(sharedBuffers(memory)).toBe(expected);
  });

  it('is known here', () => {
    expect(sharedBuffers()).toMatch(/^\d+MB$/);
  });
});
