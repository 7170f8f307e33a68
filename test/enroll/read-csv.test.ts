import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guardCell, unguardCell } from '../../src/runtime/enroll/csv/guard-cell.ts';
import { readCsv } from '../../src/runtime/enroll/csv/read-csv.ts';

async function* parts(bytes: Uint8Array, size = 7): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size);
}

async function read(file: string | Uint8Array, mapping: Record<string, string> = {}) {
  const bytes = typeof file === 'string' ? Buffer.from(file) : file;
  const { delimiter, columns, rows } = await readCsv(parts(bytes), { mapping });
  const all = [];
  for await (const row of rows) all.push(row);
  return { delimiter, columns, rows: all, leads: all.map(({ given }) => given.lead) };
}

const codeOf = async (file: string | Uint8Array, mapping?: Record<string, string>): Promise<unknown> =>
  read(file, mapping).then(
    () => null,
    (error: { code?: unknown }) => error.code,
  );

describe('a file of people', () => {
  it('is understood whatever its columns are called', async () => {
    const { columns, leads } = await read(
      'First Name,Nom,E-Mail,LinkedIn URL,Téléphone,Pays,Job title\nAda,Lovelace,a@x.example,ada,+33 1 23 45 67 89,Deutschland,CTO\n',
    );
    expect(columns.map(({ becomes }) => becomes)).toEqual([
      ...['first_name', 'last_name', 'email', 'profile_url', 'phone_number', 'country', 'vars.job_title'],
    ]);
    expect(leads).toEqual([
      {
        ...{ first_name: 'Ada', last_name: 'Lovelace', email: 'a@x.example', profile_url: 'ada' },
        ...{ phone_number: '+33 1 23 45 67 89', country: 'DE', vars: { job_title: 'CTO' } },
      },
    ]);
  });

  it.each([
    ['a mark at its beginning', '\uFEFFPrénom,email\nAda,a@x.example'],
    ['semicolons', 'Prénom;email\nAda;a@x.example\n'],
    ['tabs', 'Prénom\temail\r\nAda\ta@x.example\r\n'],
    ['lines of the old kind', 'Prénom,email\rAda,a@x.example\r'],
    ['a header that ends as in Windows, and rows that do not', 'Prénom,email\r\nAda,a@x.example\n'],
    ['rows that end as in Windows, and a header that does not', 'Prénom,email\nAda,a@x.example\r\n'],
    ['quotes', '"Prénom","email"\n"Ada","a@x.example"\n'],
    ['empty rows', 'Prénom,email\n\n,\nAda,a@x.example\n  ,\n'],
  ])('may have %s', async (_, file) => {
    expect((await read(file)).leads).toEqual([{ first_name: 'Ada', email: 'a@x.example' }]);
  });

  it('may have lines that end in every way, wherever its parts are cut', async () => {
    const text = 'email,note\r\na@x.example,"one\r\ntwo"\nb@x.example,\rc@x.example,x\r\n\r\nd@x.example,y\n\n';
    for (let size = 1; size < text.length; size++) {
      const { rows } = await readCsv(parts(Buffer.from(text), size));
      const leads = [];
      for await (const { given, refused } of rows) leads.push([given.lead, refused]);
      expect(leads).toEqual([
        [{ email: 'a@x.example', vars: { note: 'one\r\ntwo' } }, undefined],
        [{ email: 'b@x.example' }, undefined],
        [{ email: 'c@x.example', vars: { note: 'x' } }, undefined],
        [{ email: 'd@x.example', vars: { note: 'y' } }, undefined],
      ]);
    }
  });

  it('keeps line breaks inside of quotes, and quotes inside of quotes', async () => {
    const { leads } = await read('first name,email,note\nAda,a@x.example,"one\r\n""two"", three"\n');
    expect(leads).toEqual([{ first_name: 'Ada', email: 'a@x.example', vars: { note: 'one\r\n"two", three' } }]);
  });

  it('has rows that are too short, and refuses those that are too long: nobody knows which cell is what', async () => {
    const { rows } = await read('first name,email\nAda\nBob,b@x.example,surplus\nEve,e@x.example,\n');
    expect(rows.map(({ row, refused }) => refused?.code ?? row)).toEqual([1, 'ragged_row', 3]);
  });

  it.each([
    ['Unsubscribed', 'yes', 'no'],
    ['Unsubscribed from all email', 'true', ''],
    ['Opted out of email: Marketing Information', 'Yes', ''],
    ['Email Opt Out', '1', '0'],
    ['HasOptedOutOfEmail', 'TRUE', 'FALSE'],
    ['Do not contact', 'x', 'FALSCH'],
    ['DNC', '✓', '-'],
    ['Désabonné', 'VRAI', 'FAUX'],
    // A day, or a word that nobody foresaw, is a no as well.
    ['unsubscribed_at', '2024-05-01 10:00', ''],
    ['Do Not Allow Emails', 'Do Not Allow', 'Allow'],
    ['Subscription status', 'Unsubscribed', 'subscribed'],
    ['Status', 'opted-out', 'customer'],
  ])('refuses whom it says not to contact itself: %s', async (header, no, yes) => {
    const { rows } = await read(`email,${header}\na@x.example,${no}\nb@x.example,${yes}\n`);
    expect(rows.map(({ refused }) => refused ?? null)).toEqual([
      { code: 'opted_out', message: `The list says not to contact them: “${header}” is “${no}”.` },
      null,
    ]);
  });

  it('takes a column for a no as it is said, several of them too', async () => {
    const file = 'email,Opted out,Unsubscribed,Verdict\na@x.example,,yes,keep\nb@x.example,,,away\nc@x.example,,,\n';
    const refused = async (mapping: Record<string, string>) =>
      (await read(file, mapping)).rows.flatMap(({ row, refused: why }) => (why === undefined ? [] : [row]));
    expect(await refused({})).toEqual([1]);
    expect(await refused({ Verdict: 'do_not_contact' })).toEqual([1, 2]);
    expect(await refused({ Unsubscribed: 'ignore' })).toEqual([]);
    const { columns, leads } = await read(file, { Unsubscribed: 'vars.unsubscribed' });
    expect(columns.map(({ becomes }) => becomes)).toEqual([
      'email',
      'do_not_contact',
      'vars.unsubscribed',
      'vars.verdict',
    ]);
    expect(leads[0]).toEqual({ email: 'a@x.example', vars: { unsubscribed: 'yes', verdict: 'keep' } });
  });

  it('takes two columns for one thing only when the mapping says which', async () => {
    const file = 'email,E-Mail,first name\na@x.example,b@x.example,Ada\n';
    expect(await codeOf(file)).toBe('duplicate_column');
    expect((await read(file, { email: 'ignore' })).leads).toEqual([{ email: 'b@x.example', first_name: 'Ada' }]);
    const twice = 'email,email\na@x.example,b@x.example\n';
    expect(await codeOf(twice)).toBe('duplicate_column');
    expect((await read(twice, { 'email#2': 'vars.other' })).leads).toEqual([
      { email: 'a@x.example', vars: { other: 'b@x.example' } },
    ]);
  });

  it('distinguishes two columns whose long names begin alike', async () => {
    const question = 'What would you like to say about it? '.repeat(8);
    const file = `email,${question} A,${question} B\na@x.example,one,two\n`;
    expect(await codeOf(file)).toBe('duplicate_column');
    const { columns } = await read(file, { [`${question.slice(0, 200).trim()}#2`]: 'ignore' });
    expect(columns.map(({ becomes }) => becomes !== null)).toEqual([true, true, false]);
  });

  it('is mapped as it is said, and a mapping that says nothing sensible is refused', async () => {
    const file = 'who,where\nAda,a@x.example\n';
    expect((await read(file, { who: 'first_name', where: 'email' })).leads).toEqual([
      { first_name: 'Ada', email: 'a@x.example' },
    ]);
    expect(await codeOf(file, { wo: 'email' })).toBe('unknown_column');
    expect(await codeOf(file, { who: 'name' })).toBe('invalid_mapping');
    expect(await codeOf('')).toBe('empty_file');
    expect(await codeOf('email,b\n"x')).toBe('invalid_csv');
  });

  it('is read back as a report wrote it: the apostrophe before a formula is taken off', async () => {
    expect((await read("first name,email,note\nAda,a@x.example,'=1+1\n")).leads).toMatchObject([
      { vars: { note: '=1+1' } },
    ]);
    fc.assert(fc.property(fc.string(), (cell) => unguardCell(guardCell(cell)) === cell || /^'[=+\-@\t\r]/.test(cell)));
    fc.assert(fc.property(fc.string(), (cell) => !/^[=+\-@\t\r]/.test(guardCell(cell))));
  });

  it('is itself again when its bad rows come back: why they were left out is none of their cells', async () => {
    const own = 'Status,who,email,Status\nnew,Ada,a@x.example,\n';
    const mapping = { Status: 'vars.stage', who: 'first_name', 'Status#2': 'ignore' };
    const [header, row] = own.split('\n');
    const back = `row,status,code,message,${header}\n7,refused,missing,"It lacks, so to say, a name.",${row}\n8,refused,ragged_row,,,,,\n`;
    const { columns, rows, leads } = await read(back, mapping);
    expect({ columns, rows }).toEqual({
      columns: (await read(own, mapping)).columns,
      rows: (await read(own, mapping)).rows,
    });
    expect(leads).toEqual([{ first_name: 'Ada', email: 'a@x.example', vars: { stage: 'new' } }]);
    // Columns that are called so elsewhere are people's own.
    expect((await read('email,row,status,code,message\na@x.example,1,a,b,c\n')).leads).toEqual([
      { email: 'a@x.example', vars: { row: '1', status: 'a', code: 'b', message: 'c' } },
    ]);
  });

  it('is never in memory as a whole: rows come while it is still being sent', async () => {
    let sent = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('first name,email\n');
      for (; ; sent++) yield Buffer.from(`P${sent},p${sent}@x.example\n`.repeat(100));
    }
    const { rows } = await readCsv(endless());
    for (let n = 0; n < 20_000; n++) await rows.next();
    await rows.return(undefined);
    expect(sent).toBeLessThan(2000);
  });
});
