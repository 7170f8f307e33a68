import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeAnswer } from '../../src/app/demo/people/write-answer.ts';
import { fitReferences } from '../../src/shared/mail/fit-references.ts';
import { messageIds } from '../../src/shared/mail/reading/read-mail.ts';
import { composeMail } from '../../src/v2/service/channels/mail/sending/compose-mail.ts';
import { rounds } from '../support/rounds.ts';

const id = fc
  .tuple(fc.constantFrom(8, 30, 60, 120, 220), fc.integer({ min: 0, max: 999 }))
  .map(([length, number]) => `<${`${number}-`.padEnd(length, 'é')}@mail.acme.example>`);
const thread = fc.array(id, { minLength: 1, maxLength: 80 });

/** The header as it goes over the wire, folds and all. */
function referencesIn(raw: Buffer): string {
  const head = raw.toString('latin1').split('\r\n\r\n')[0] ?? '';
  return head.match(/^References:.*(\r\n[ \t].*)*/m)?.[0] ?? '';
}

const HELD = { numRuns: rounds(500) };

describe('the ids that References holds', () => {
  it('are the first, the last, and the nearest of those between, in 1,000 bytes', () => {
    fc.assert(
      fc.property(thread, (ids) => {
        const kept = fitReferences(ids);
        expect(Buffer.byteLength(`References: ${kept.join('\r\n ')}`)).toBeLessThanOrEqual(1000);
        expect([kept[0], kept.at(-1)]).toEqual([ids.at(-1) === ids[0] ? kept[0] : ids[0], ids.at(-1)]);
        const nearest = [...new Set(ids.filter((one) => one !== ids.at(-1))), ids.at(-1)].slice(1 - kept.length);
        expect(kept.slice(1)).toEqual(kept.length === 1 ? [] : nearest);
      }),
      HELD,
    );
  });

  it('are all of them where they fit, each once', () => {
    expect(fitReferences(['<a@x>', '<b@x>', '<a@x>', '<c@x>', '<b@x>', '<d@x>'])).toEqual([
      '<a@x>',
      '<b@x>',
      '<c@x>',
      '<d@x>',
    ]);
    expect(fitReferences([])).toEqual([]);
  });

  it('are the nearest alone, where the first is too long to stand beside them', () => {
    const [long, near, last] = [`<${'a'.repeat(700)}@x>`, '<b@x>', `<${'c'.repeat(400)}@x>`];
    expect(fitReferences([long, near, last])).toEqual([near, last]);
    expect(fitReferences([near, long, last])).toEqual([near, last]);
  });

  it('are no more in any mail that is written: by an account, by a person of the demo', async () => {
    await fc.assert(
      fc.asyncProperty(thread, async (ids) => {
        const last = ids.at(-1) ?? '';
        const email = { to: 'bo@acme.example', cc: [], bcc: [], reply_to: null, subject: null, thread_ref: null };
        const { raw } = await composeMail({
          ...{
            from: { name: 'Anna', address: 'anna@ours.example' },
            subject: 'Re: x',
            message_id: '<n@ours.example>',
            date: 0,
          },
          ...{
            in_reply_to: last,
            reference_ids: ids,
            email: { ...email, text: 'Hi', html: null, headers: {}, files: [] },
          },
        });
        const answer = await writeAnswer(
          {
            from: { name: 'Anna', email: 'anna@ours.example' },
            subject: 'x',
            message_id: last,
            references: ids,
            text: '',
            at: 0,
          },
          { is: 'reply', text: 'Yes', by: { name: 'Bo', email: 'bo@acme.example' } },
        );
        for (const written of [raw, answer]) {
          const header = referencesIn(written);
          expect(header.length).toBeLessThanOrEqual(1000);
          expect(messageIds(Buffer.from(header, 'latin1').toString()).at(-1)).toBe(last);
        }
      }),
      { numRuns: rounds(100) },
    );
  });

  it('are read from both ends of a header that nobody wrote by hand', () => {
    const ids = Array.from({ length: 2000 }, (_, index) => `<${index}@mail.acme.example>`);
    const read = messageIds(ids.join('\r\n '));
    expect([read[0], read.at(-1)]).toEqual([ids[0], ids.at(-1)]);
    expect(read.every((one) => ids.includes(one))).toBe(true);
  });
});
