import PostalMime from 'postal-mime';
import type { MailMeaning } from '../../src/mail/mail-meaning.ts';
import { meaningOf } from '../../src/mail/meaning-of.ts';
import { readMail } from '../../src/mail/reading/read-mail.ts';
import { hasBounces, realBounces } from '../mail/real-bounces.ts';
import type { Ratio } from './ratio.ts';

const ROUNDS = 5;
const NO_FAILURE = new Set(['feedback', 'vacation', 'delivered']);

/** Real messages per second read and understood, against their MIME parsed alone; and how much of it is right. */
export async function benchBounces(report: (line: string) => void): Promise<Ratio[]> {
  if (!hasBounces) {
    report('skipped: the messages are not beside the project');
    return [];
  }
  const messages = realBounces();
  const understood = async () => {
    const meanings: MailMeaning[] = [];
    for (const { source } of messages) meanings.push(meaningOf(await readMail(source), { received_at: Date.now() }));
    return meanings;
  };
  const meanings = await understood();
  const failures = messages.flatMap(({ expected }, index) =>
    NO_FAILURE.has(expected[0]?.reason ?? '') ? [] : [index],
  );
  const found = failures.filter((index) => {
    const meaning = meanings[index];
    return meaning?.kind === 'bounce' && meaning.recipients.length > 0;
  });
  const right = messages.filter(({ expected }, index) => {
    const meaning = meanings[index];
    return (meaning?.kind === 'bounce' && meaning.bounce_kind === 'hard') === expected.some(({ hard }) => hard);
  });
  report(
    `${messages.length} messages: hard or not ${percent(right.length, messages.length)}, recipient ${percent(found.length, failures.length)}`,
  );
  const ours: number[] = [];
  const baseline: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(messages.length / (await secondsOf(understood)));
    baseline.push(
      messages.length /
        (await secondsOf(async () => {
          for (const { source } of messages) await PostalMime.parse(source);
        })),
    );
  }
  return [{ unit: 'messages/s', ours, baseline, aim: 0.2 }];
}

const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(1)} %`;

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}
