import { describe, expect, it } from 'vitest';
import { returnDay } from '../../src/shared/mail/automatic/return-day.ts';
import { readWish } from '../../src/shared/mail/wish/read-wish.ts';
import texts from './meaning/afterwards.json' with { type: 'json' };

/** A Wednesday. */
const TODAY = '2026-12-02';
/** The least share over all languages together: what is missed is known, and no reason to write a rule for one sentence. */
const LEAST_WISHES = 0.97;
const LEAST_DAYS = 0.97;

const languages = Object.entries(texts);
const share = <One>(all: readonly One[], isRight: (one: One) => boolean): number =>
  all.filter(isRight).length / all.length;

describe('texts that were written once the rules stood', () => {
  it('are wishes, sure or likely, in whatever words', () => {
    const wishes = languages.flatMap(([, { wishes }]) => wishes);
    const missed = wishes.filter((text) => readWish(text) === 'none');
    expect(1 - missed.length / wishes.length, missed.join('\n')).toBeGreaterThanOrEqual(LEAST_WISHES);
  });

  it.each(languages)('are no wishes where they answer us, in %s', (_, { others }) => {
    expect(others.filter((text) => readWish(text) !== 'none')).toEqual([]);
  });

  it('name the day of return', () => {
    const days = languages.flatMap(([, { days }]) => days);
    expect(share(days, ([text, day]) => returnDay(text ?? '', { today: TODAY }) === day)).toBeGreaterThanOrEqual(
      LEAST_DAYS,
    );
  });
});

describe('a refusal', () => {
  it('of what is in a sentence about another thing is none', () => {
    expect(readWish('Please remove me from the next meeting.')).toBe('none');
    expect(readWish('Please remove the attachment and send it again.')).toBe('none');
    expect(readWish('Friday does not suit us, Tuesday does.')).toBe('none');
  });

  it('that is for now asks to come later', () => {
    expect(readWish('We do not need this at the moment.')).toBe('none');
    expect(readWish('We do not need this.')).toBe('likely');
  });

  it('for good is one beside a meeting, too', () => {
    expect(readWish('Please never write to me about meetings again.')).not.toBe('none');
  });

  it('of few words is one by itself; what is no problem is none', () => {
    expect(readWish('No')).toBe('likely');
    expect(readWish('Nein danke')).toBe('likely');
    expect(readWish('No problem, see you then.')).toBe('none');
  });
});
