import { describe, expect, it } from 'vitest';
import { savedValue } from '../../activities/steps/action/save-as.ts';

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

describe('an answer that is kept as a variable', () => {
  it('stays whole where it is small', () => {
    const data = { profiles: [{ name: 'Ada', degree: 1 }], total_count: 1, next: null };
    expect(savedValue(data)).toEqual({ value: data, trimmed: false });
  });

  it('loses the ends of its lists and texts, and says so, where it is long', () => {
    const profiles = Array.from({ length: 500 }, (_, index) => ({ name: `Person ${index}`, about: 'x'.repeat(500) }));
    const saved = savedValue({ profiles, total_count: 500 });
    expect(saved.trimmed).toBe(true);
    expect(bytes(saved.value)).toBeLessThanOrEqual(32 * 1024);
    expect(saved.value).toMatchObject({ total_count: 500, profiles: expect.arrayContaining([profiles[0]]) });
  });

  it('is empty where even that is too much', () => {
    const wide = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`field_${index}`, 'x']));
    expect(savedValue(wide)).toEqual({ value: {}, trimmed: true });
  });

  it('holds no character that the database cannot keep', () => {
    expect(savedValue({ text: 'a\u0000b' })).toEqual({ value: { text: 'a\ufffdb' }, trimmed: false });
  });
});
