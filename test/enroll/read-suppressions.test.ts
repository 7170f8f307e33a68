import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { readSuppressions } from '../../src/runtime/enroll/csv/read-suppressions.ts';

async function read(text: string | Uint8Array, encoding?: string) {
  async function* once(): AsyncGenerator<Uint8Array> {
    yield typeof text === 'string' ? Buffer.from(text) : text;
  }
  const entries = [];
  for await (const one of readSuppressions(once(), { encoding })) entries.push([one.row, ...one.entries]);
  return entries;
}

describe('a file for the do-not-contact list', () => {
  it('is read as every file of people is: a preamble, a line for Excel, other encodings', async () => {
    const expected = [[1, { email: 'jürgen@x.example', reason: 'Müll' }]];
    expect(await read('sep=;\nE-Mail;Reason\njürgen@x.example;Müll\n')).toEqual(expected);
    expect(await read('Who said no\n\nE-Mail,Reason\njürgen@x.example,Müll\n')).toEqual(expected);
    const bytes = iconv.encode('Adresse e-mail;Reason\njürgen@x.example;Müll\n', 'windows-1252');
    expect(await read(bytes, 'windows-1252')).toEqual(expected);
  });

  it('may be bare addresses and domains, one on a line', async () => {
    expect(await read('ada@x.example\n@acme.example\nrival.example\n')).toEqual([
      [1, { email: 'ada@x.example' }],
      [2, { domain: '@acme.example' }],
      [3, { domain: 'rival.example' }],
    ]);
  });

  it('puts each name of a person on the list, and not the company beside them', async () => {
    const text = [
      'First Name,URL,Email Address,Phone,Country,Company,Reason',
      'Ada,https://www.linkedin.com/in/ada,ada@x.example,030 123456,Deutschland,Acme,asked',
      ',,,,,Rival,competitor',
    ].join('\n');
    expect(await read(text)).toEqual([
      [
        1,
        { profile_url: 'https://www.linkedin.com/in/ada', country: 'DE', reason: 'asked' },
        { email: 'ada@x.example', country: 'DE', reason: 'asked' },
        { phone_number: '030 123456', country: 'DE', reason: 'asked' },
      ],
      [2, { company: 'Rival', reason: 'competitor' }],
    ]);
  });
});
