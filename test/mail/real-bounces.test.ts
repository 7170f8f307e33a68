import { beforeAll, describe, expect, it } from 'vitest';
import type { MailMeaning } from '../../src/mail/mail-meaning.ts';
import { meaningOf } from '../../src/mail/meaning-of.ts';
import { readMail } from '../../src/mail/reading/read-mail.ts';
import { hasBounces, type RealMessage, realBounces, SKIPPED } from './real-bounces.ts';

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

  it.each([[0], [1]])('names the recipient of nine in ten of half %i', (half) => {
    const failures = read.filter((one) => one.half === half && !NO_FAILURE.has(one.expected[0]?.reason ?? ''));
    const missed = failures.filter(({ meaning }) => meaning.kind !== 'bounce' || meaning.recipients.length === 0);
    expect(missed.map(({ file }) => file).length / failures.length).toBeLessThan(0.1);
  });
});
