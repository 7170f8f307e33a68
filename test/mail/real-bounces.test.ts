import { beforeAll, describe, expect, it } from 'vitest';
import { readMeaning } from '../../src/shared/mail/read-meaning.ts';
import { readMail } from '../../src/shared/mail/reading/read-mail.ts';
import { hasBounces, SKIPPED } from './real-bounces.ts';
import { type Judged, judgedBounces, recipientsOf } from './real-bounces-judged.ts';

describe.skipIf(!hasBounces)(`messages that servers really sent${SKIPPED}`, () => {
  let read: Judged[] = [];

  beforeAll(async () => {
    read = await judgedBounces();
  });

  const share = (of: readonly unknown[], all: readonly unknown[]) => of.length / all.length;
  const failures = () => read.filter(({ is_failure }) => is_failure);

  it('are rightly judged hard or not in 96 of 100', () => {
    expect(
      share(
        read.filter(({ is_right }) => is_right),
        read,
      ),
    ).toBeGreaterThanOrEqual(0.96);
  });

  it('are rightly judged in 93 of 100 from a server whose mails were never seen', () => {
    const right = read.filter(({ is_right_as_stranger }) => is_right_as_stranger);
    expect(share(right, read)).toBeGreaterThanOrEqual(0.93);
  });

  it('finds the recipient in 995 of 1,000', () => {
    const found = failures().filter(({ meaning }) => recipientsOf(meaning).length > 0);
    expect(share(found, failures())).toBeGreaterThanOrEqual(0.995);
  });

  it('finds every recipient where there are several', () => {
    const several = failures().filter(({ expected }) => expected.length > 1);
    const lost = several.filter(({ expected, meaning }) => recipientsOf(meaning).length < expected.length);
    expect(several.length).toBeGreaterThan(10);
    expect(lost.map(({ file }) => file)).toEqual([]);
  });

  it('finds the mail that came back in eight of ten', () => {
    const bounces = read.filter(({ meaning }) => meaning.kind === 'bounce');
    const found = bounces.filter(({ meaning }) => meaning.kind === 'bounce' && meaning.original_message_id !== null);
    expect(share(found, bounces)).toBeGreaterThanOrEqual(0.8);
  });

  it('takes absences, receipts and complaints for no bounce', () => {
    const others = read.filter(({ is_failure }) => !is_failure);
    expect(others.filter(({ meaning }) => meaning.kind === 'bounce').map(({ file }) => file)).toEqual([]);
  });

  it('reads them alike where their lines end in CR alone', async () => {
    for (const { file, source, meaning } of read) {
      const bare = Buffer.from(Buffer.from(source).toString('latin1').replace(/\r?\n/g, '\r'), 'latin1');
      const again = readMeaning(await readMail(bare), { received_at: Date.parse('2026-03-02T09:00:00Z') });
      expect([file, again.kind, recipientsOf(again)]).toEqual([file, meaning.kind, recipientsOf(meaning)]);
    }
  });
});
