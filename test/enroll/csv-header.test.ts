import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCsv } from '../../src/runtime/enroll/csv/read-csv.ts';
import { rounds } from '../support/rounds.ts';

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

async function read(text: string, mapping: Record<string, string> = {}) {
  const { delimiter, header_line, rows } = await readCsv(once(text), { mapping });
  const leads = [];
  for await (const { given, refused } of rows) leads.push(refused?.code ?? given.lead);
  return { delimiter, header_line, leads };
}

const errorOf = (text: string): Promise<unknown> =>
  read(text).then(
    () => null,
    (error: { code?: unknown; message?: unknown; fix?: unknown }) => `${error.code}: ${error.message} ${error.fix}`,
  );

const ADA = { first_name: 'Ada', email: 'ada@x.example' };

describe('the header of a file of people', () => {
  it.each([
    ['a line for Excel', 'sep=;\nFirst name;Email\nAda;ada@x.example\n', ';', 2],
    ['such a line in quotes, with cells behind it', '"sep=,",\r\nFirst name,Email\r\nAda,ada@x.example\r\n', ',', 2],
    ['a title', 'Library of the firm\nFirst name,Email\nAda,ada@x.example\n', ',', 2],
    [
      'a title and lines of its own',
      'Report,Contacts,2026\nOwner,Bob\n,\nFirst name,Email\nAda,ada@x.example\n',
      ',',
      4,
    ],
    ['empty lines', '\n;\nFirst name;Email\nAda;ada@x.example\n', ';', 3],
  ])('stands below %s', async (_, text, delimiter, header_line) => {
    expect(await read(text)).toEqual({ delimiter, header_line, leads: [ADA] });
  });

  it("is found in the network's own export of connections, whose `URL` is the profile", async () => {
    const text = [
      'Notes:',
      '"When exporting your connection data, you may notice that some of the email addresses are missing."',
      '',
      'First Name,Last Name,URL,Email Address,Company,Position,Connected On',
      'Ada,Lovelace,https://www.linkedin.com/in/ada,,Acme,CTO,02 Mar 2026',
      '',
    ].join('\n');
    const { header_line, leads } = await read(text);
    const vars = { position: 'CTO', connected_on: '02 Mar 2026' };
    const profile_url = 'https://www.linkedin.com/in/ada';
    expect({ header_line, leads }).toEqual({
      header_line: 4,
      leads: [{ first_name: 'Ada', last_name: 'Lovelace', profile_url, company: 'Acme', vars }],
    });
  });

  it('has a column `URL` that is the profile where most of its addresses are', async () => {
    const profile = (name: string): string => `https://www.linkedin.com/in/${name}`;
    const urls = [profile('ada'), profile('bob'), 'https://acme.example/'];
    const { leads } = await read(`Name,URL\n${urls.map((url) => `x,${url}`).join('\n')}\n`);
    expect(leads).toEqual(urls.map((profile_url) => ({ profile_url, vars: { name: 'x' } })));
  });

  it('has a column `URL` that is a variable where its addresses are no profiles', async () => {
    const { leads } = await read('Email,URL\nada@x.example,https://acme.example/about\n');
    expect(leads).toEqual([{ email: 'ada@x.example', vars: { url: 'https://acme.example/about' } }]);
  });

  it('is found in an export of an address book', async () => {
    const { leads } = await read(
      'Given Name,Family Name,E-mail 1 - Value,E-mail 2 - Value,Phone 1 - Value\nAda,Lovelace,ada@x.example,,+15551234567\n',
    );
    expect(leads).toEqual([{ ...ADA, last_name: 'Lovelace', phone_number: '+15551234567' }]);
  });

  it.each([
    [
      'commas within semicolons',
      'First name;Email;Note (role, team, city)\nAda;ada@x.example;"CTO, Core, Paris"\n',
      ';',
    ],
    ['decimal commas within tabs', 'First name\tEmail\tScore\nAda\tada@x.example\t120,5\n', '\t'],
    ['cells of several lines', 'First name;Email;Note\nAda;ada@x.example;"a\nb,c,\nd,\ne"\n', ';'],
    [
      'rows that end with one more',
      'First name;Email;Note\nAda;ada@x.example;April 9, 2026;\nBob;b@x.example;x\n',
      ';',
    ],
    ['blanks around them', 'First name , Email , Note\nAda , ada@x.example , "a, b"\n', ','],
    ['bars', 'First name|Email\nAda|ada@x.example\n', '|'],
  ])('parts its cells as all rows do: %s', async (_, text, delimiter) => {
    const read_ = await read(text);
    expect(read_).toMatchObject({ delimiter, header_line: 1 });
    expect(read_.leads[0]).toMatchObject(ADA);
  });

  it('is missed with the line that looks like it, and how to say it otherwise', async () => {
    expect(await errorOf('Ada,ada@x.example,Acme\n')).toBe(
      'no_header: Line 1 looks like a row and not like a header: “Ada”, “ada@x.example”, “Acme”. Put a line above it that names the columns, such as first_name,email,profile_url.',
    );
    expect(await errorOf('Our people\nGiven,Family,Team\nAda,Lovelace,Core\n')).toBe(
      'no_name_column: No column says who a row is about: line 2 looks like the header (“Given”, “Family”, “Team”), and none of its columns becomes profile_url, email, phone_number. Say what a column is by a mapping, such as {"Contact": "email"}.',
    );
  });

  it('is found whatever parts the cells, stands above it and stands in them', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'ö', ' ', ',', ';', '|', '\t', '"', '\n', '1'), maxLength: 8 });
    const file = fc.record({
      delimiter: fc.constantFrom(',', ';', '\t', '|'),
      end: fc.constantFrom('\n', '\r\n'),
      above: fc.constantFrom([], ['A title'], ['Notes:', '"One, two; three."', '']),
      notes: fc.array(cell, { minLength: 1, maxLength: 6 }),
    });
    await fc.assert(
      fc.asyncProperty(file, async ({ delimiter, end, above, notes }) => {
        const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
        const rows = notes.map((note) => ['Ada', 'ada@x.example', quoted(note)].join(delimiter));
        const text = [...above, ['First name', 'Email', 'Note'].join(delimiter), ...rows, ''].join(end);
        const { header_line, leads } = await read(text);
        expect(header_line).toBe(above.length + 1);
        expect(leads).toEqual(
          notes.map((note) => ({ ...ADA, ...(note.trim() === '' ? {} : { vars: { note: note.trim() } }) })),
        );
      }),
      { numRuns: rounds(500) },
    );
  });
});
