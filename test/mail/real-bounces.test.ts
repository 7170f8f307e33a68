import { beforeAll, describe, expect, it } from 'vitest';
import type { MailMeaning } from '../../src/mail/mail-meaning.ts';
import { meaningOf } from '../../src/mail/meaning-of.ts';
import { readMail } from '../../src/mail/reading/read-mail.ts';
import { hasBounces, type RealMessage, realBounces, SKIPPED } from './real-bounces.ts';

const isHard = (meaning: MailMeaning): boolean => meaning.kind === 'bounce' && meaning.bounce_kind === 'hard';

const NO_FAILURE = new Set(['feedback', 'vacation', 'delivered']);

describe.skipIf(!hasBounces)(`messages that servers really sent${SKIPPED}`, () => {
  let read: (RealMessage & { meaning: MailMeaning })[] = [];

  beforeAll(async () => {
    read = await Promise.all(
      realBounces().map(async (message) => ({
        ...message,
        meaning: meaningOf(await readMail(message.source), { received_at: Date.parse('2026-03-02T09:00:00Z') }),
      })),
    );
  });

  const share = (of: readonly unknown[], all: readonly unknown[]) => of.length / all.length;

  it('tells hard from the rest in 95 of 100', () => {
    const right = read.filter(({ expected, meaning }) => isHard(meaning) === expected.some(({ hard }) => hard));
    expect(share(right, read)).toBeGreaterThanOrEqual(0.95);
  });

  it('finds the recipient in 98 of 100', () => {
    const failures = read.filter(({ expected }) => !NO_FAILURE.has(expected[0]?.reason ?? ''));
    const found = failures.filter(({ meaning }) => meaning.kind === 'bounce' && meaning.recipients.length > 0);
    expect(share(found, failures)).toBeGreaterThanOrEqual(0.98);
  });

  it('finds the mail that came back in eight of ten', () => {
    const bounces = read.filter(({ meaning }) => meaning.kind === 'bounce');
    const found = bounces.filter(({ meaning }) => meaning.kind === 'bounce' && meaning.original_message_id !== null);
    expect(share(found, bounces)).toBeGreaterThanOrEqual(0.8);
  });

  it('takes absences, receipts and complaints for no bounce', () => {
    const others = read.filter(({ expected }) => NO_FAILURE.has(expected[0]?.reason ?? ''));
    expect(others.filter(({ meaning }) => meaning.kind === 'bounce').map(({ file }) => file)).toEqual([]);
  });
});
