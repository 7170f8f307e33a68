import { constants, deflateSync } from 'node:zlib';
import { zipSync } from 'fflate';
import PdfDocument from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { DOCUMENT_LIMITS, type DocumentContacts, readContacts } from '../../src/shared/documents/read-contacts.ts';
import { childScript } from '../support/child-script.ts';

const CHILD = new URL('../../src/shared/documents/child.ts', import.meta.url);
const read = async (bytes: Uint8Array, country: string | null = null, limits = {}): Promise<DocumentContacts> =>
  // Of a busy machine's time there is enough, where it is not what is tested.
  readContacts({ bytes, country }, { ...DOCUMENT_LIMITS, time_ms: 120_000, ...limits }, await childScript(CHILD));

/** As a word processor writes it. */
async function pdfOf(text: string, options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const document = new PdfDocument(options);
  const chunks: Buffer[] = [];
  const end = new Promise((resolve) => document.once('end', resolve));
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  document.text(text);
  document.end();
  await end;
  return Buffer.concat(chunks);
}

/** Objects by hand, with a table of where each is. */
function pdfWith(objects: readonly (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const places: number[] = [];
  for (const [index, body] of objects.entries()) {
    places.push(Buffer.concat(parts).length);
    parts.push(Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(body), Buffer.from('\nendobj\n'));
  }
  const xref = Buffer.concat(parts).length;
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer << /Size ${size} /Root 1 0 R >>\nstartxref\n${xref}\n%%EOF`;
  return Buffer.concat([...parts, Buffer.from(end)]);
}
const stream = (bytes: Buffer, more: string): Buffer =>
  Buffer.concat([Buffer.from(`<< /Length ${bytes.length} ${more} >>\nstream\n`), bytes, Buffer.from('\nendstream')]);
const ONE_PAGE = ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'];
const page = (resources = '<< >>') =>
  `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources ${resources} >>`;

const wordOf = (xml: string) => zipSync({ 'word/document.xml': Buffer.from(xml) });

describe('the contacts in a document', () => {
  it('are read from a PDF, numbers of no country as those of the person', async () => {
    const text =
      'Ada Lovelace\nAda.L@Example.com | 06 12 34 56 78, +44 20 7946 0958\n2015 - 2019 Engineer\nreferee@firm.example';
    expect(await read(await pdfOf(text), 'FR')).toEqual({
      kind: 'read',
      emails: ['ada.l@example.com', 'referee@firm.example'],
      phones: ['+33612345678', '+442079460958'],
    });
    expect(await read(await pdfOf(text))).toMatchObject({ phones: ['+442079460958'] });
  });

  it('are read from a Word file, split as it may be', async () => {
    const xml =
      '<w:document><w:body><w:p><w:r><w:t>ada@exa</w:t></w:r><w:r><w:t>mple.com</w:t></w:r></w:p><w:p><w:r><w:t>+33 6 12 34 56 78</w:t></w:r></w:p></w:body></w:document>';
    expect(await read(wordOf(xml))).toEqual({ kind: 'read', emails: ['ada@example.com'], phones: ['+33612345678'] });
  });

  it('are none where the file has none', async () => {
    expect(await read(await pdfOf('Ada Lovelace'))).toEqual({ kind: 'read', emails: [], phones: [] });
  });
});

describe('a file that is hostile or broken', () => {
  const why = async (bytes: Uint8Array, limits = {}) => {
    const answer = await read(bytes, null, limits);
    return answer.kind === 'unreadable' ? answer.reason : answer;
  };

  it('is not opened where it is empty, too large, or of another kind', async () => {
    expect(await why(Buffer.alloc(0))).toBe('it is empty');
    expect(await why(Buffer.alloc(2 * 1024 * 1024), { file_bytes: 1024 * 1024 })).toBe('it has more than 1 MB');
    expect(await why(Buffer.from('hello'))).toBe('it is neither a PDF nor a Word file');
    expect(await why(zipSync({ 'a.txt': Buffer.from('x') }))).toBe('it is neither a PDF nor a Word file');
  });

  it('says that it is encrypted', async () => {
    expect(await why(await pdfOf('ada@example.com', { userPassword: 'secret', pdfVersion: '1.7' }))).toBe(
      'it is encrypted',
    );
  });

  it('is read as far as it can be where its table or its end is missing', async () => {
    const whole = await pdfOf('ada@example.com');
    const table = whole.lastIndexOf('xref\n');
    const cut = Buffer.concat([whole.subarray(0, table), Buffer.from('xref\nnonsense')]);
    expect(await why(cut)).toMatchObject({ emails: ['ada@example.com'] });
    for (const length of [9, 700]) expect(typeof (await why(whole.subarray(0, length)))).not.toBe('undefined');
    expect(await why(Buffer.from('%PDF-1.7\n%%EOF'))).toBe('it is broken');
  });

  it('costs its own process and no more where it unpacks to gigabytes', async () => {
    const zeros = deflateSync(Buffer.alloc(64 * 1024 * 1024, ' '), { level: constants.Z_BEST_SPEED });
    // Twice packed: some kilobytes of file for each 64 MB, and a page with sixty of them.
    const bomb = pdfWith([
      ...ONE_PAGE,
      page().replace('/Contents 4 0 R', `/Contents [${Array(60).fill('4 0 R').join(' ')}]`),
      stream(deflateSync(zeros), '/Filter [/FlateDecode /FlateDecode]'),
    ]);
    expect(bomb.length).toBeLessThan(100_000);
    const before = process.memoryUsage().rss;
    expect(await why(bomb, { memory_bytes: 256 * 1024 * 1024 })).toMatch(/too much memory|more than \d+ seconds/);
    expect(process.memoryUsage().rss - before).toBeLessThan(128 * 1024 * 1024);
  });

  it('costs no more than its time where it has no end', async () => {
    // A form that draws itself, and pages that are their own parents.
    const form = stream(
      Buffer.from('/F Do '.repeat(2000)),
      '/Type /XObject /Subtype /Form /BBox [0 0 1 1] /Resources << /XObject << /F 5 0 R >> >>',
    );
    const loop = pdfWith([...ONE_PAGE, page('<< /XObject << /F 5 0 R >> >>'), stream(Buffer.from('/F Do '), ''), form]);
    const pages = pdfWith([ONE_PAGE[0] ?? '', '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 1000000000 >>']);
    for (const bytes of [loop, pages]) {
      const began = Date.now();
      await why(bytes, { time_ms: 8000 });
      expect(Date.now() - began).toBeLessThan(60_000);
    }
  });

  it('is held off where a Word file is a bomb or says that it is small', async () => {
    const bomb = zipSync({ 'word/document.xml': Buffer.alloc(64 * 1024 * 1024, ' ') }, { level: 1 });
    expect(await why(bomb)).toBe('it is neither a PDF nor a Word file');
    // Its directory says ten bytes in place of 64 MB.
    const lying = Buffer.from(bomb);
    const directory = lying.indexOf(Buffer.from('PK\u0001\u0002'));
    lying.writeUInt32LE(10, directory + 24);
    expect(typeof (await why(lying, { memory_bytes: 192 * 1024 * 1024 }))).not.toBe('undefined');
  });

  it('does not keep others waiting for good', async () => {
    const slow = readContacts({ bytes: await pdfOf('a'), country: null }, { ...DOCUMENT_LIMITS, time_ms: 1 });
    expect(await slow).toMatchObject({ kind: 'unreadable', reason: expect.stringContaining('seconds') });
    const many = await Promise.all(Array.from({ length: 4 }, async () => read(await pdfOf('ada@example.com'))));
    expect(many).toEqual(Array(4).fill({ kind: 'read', emails: ['ada@example.com'], phones: [] }));
  });
});
