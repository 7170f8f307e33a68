import { describe, expect, it } from 'vitest';
import { cutQuoted } from '../../src/mail/cut-quoted.ts';

describe('the text of a reply', () => {
  it('is what its writer wrote, above, below and between what they quote', () => {
    expect(cutQuoted('Yes.\n\nOn Mon, 2 Mar 2026 at 10:00, Anna <anna@x.example> wrote:\n> Shall we?\n> Anna')).toBe(
      'Yes.',
    );
    expect(cutQuoted('On Mon, Anna wrote:\n> Shall we?\n\nYes.\n\n> When?\n\nMonday.')).toBe('Yes.\n\nMonday.');
  });

  it('is the whole text where nothing else would be left', () => {
    expect(cutQuoted('> Shall we?\n> Yes')).toBe('> Shall we?\n> Yes');
  });
});
