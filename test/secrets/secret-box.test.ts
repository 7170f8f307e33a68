import { describe, expect, it } from 'vitest';
import { createSecretBox } from '../../src/shared/secrets/secret-box.ts';

const box = createSecretBox(new Uint8Array(32).fill(7));

describe('the secret box', () => {
  it('opens what it sealed, and seals the same text differently each time', () => {
    const sealed = box.seal('pässword');
    expect(box.open(sealed)).toBe('pässword');
    expect(box.seal('pässword')).not.toBe(sealed);
    expect(sealed).not.toContain('pässword');
  });

  it('refuses what was changed and what another key sealed', () => {
    const sealed = box.seal('secret');
    const last = sealed.at(-2) === 'A' ? 'B' : 'A';
    expect(() => box.open(`${sealed.slice(0, -2)}${last}${sealed.at(-1)}`)).toThrow(/cannot be opened/);
    expect(() => box.open(createSecretBox(new Uint8Array(32)).seal('secret'))).toThrow(/cannot be opened/);
    expect(() => box.open('plain')).toThrow(/cannot be opened/);
  });

  it('wants a key of 32 bytes', () => {
    expect(() => createSecretBox(new Uint8Array(16))).toThrow(/16 bytes/);
  });
});
