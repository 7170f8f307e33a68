import { describe, expect, it } from 'vitest';
import { suggestLabel } from '../../src/shared/mail/suggest-label.ts';
import { LABELED_REPLIES, type Said } from './labeled-replies.ts';

const missed = (replies: readonly [Said, string][]) =>
  replies.flatMap(([said, text]) => {
    const suggested = suggestLabel(text);
    return suggested === said ? [] : [{ said, suggested, text }];
  });

describe('the suggested label', () => {
  it('is right for the answers that the rules were made with', () => {
    expect(missed(LABELED_REPLIES.seen)).toEqual([]);
  });

  it('is right for at least four of five that were held back, and says yes of none that says no', () => {
    const wrong = missed(LABELED_REPLIES.held_back);
    const rate = 1 - wrong.length / LABELED_REPLIES.held_back.length;
    expect(rate, JSON.stringify(wrong, null, 1)).toBeGreaterThanOrEqual(0.8);
    expect(wrong.filter(({ suggested }) => suggested === 'interested')).toEqual([]);
  });

  it('is that of the own words, not of what they quote', () => {
    expect(suggestLabel('No thanks.\n\nOn Mon, 2 Mar 2026, Anna wrote:\n> I am interested in talking to you.')).toBe(
      'not_interested',
    );
    expect(suggestLabel('Please remove me from your list')).toBe('not_interested');
    expect(suggestLabel('')).toBeNull();
  });
});
