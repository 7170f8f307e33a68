import type { Experience } from '../../professional-channel.ts';

export interface CvContent {
  readonly name: string;
  readonly headline: string;
  /** One line. */
  readonly contact: string;
  readonly summary: string;
  readonly experiences: readonly Experience[];
  /** Stands in the file as its creation date, so that the bytes do not depend on when they are made. */
  readonly at: Date;
}

export async function writeCv(cv: CvContent): Promise<Uint8Array> {
  // Loaded with the first CV: it takes longer than most of what the service starts with.
  const { default: PdfDocument } = await import('pdfkit');
  const document = new PdfDocument({
    size: 'A4',
    margin: 56,
    info: { Title: `CV of ${cv.name}`, Author: cv.name, CreationDate: cv.at, ModDate: cv.at },
  });
  const bytes = (async () => {
    const chunks: Buffer[] = [];
    for await (const chunk of document) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks);
  })();
  document.font('Helvetica-Bold').fontSize(22).text(printable(cv.name));
  document.font('Helvetica').fontSize(12).text(printable(cv.headline)).fontSize(10).text(printable(cv.contact));
  if (cv.summary !== '') document.moveDown().fontSize(11).text(printable(cv.summary));
  document.moveDown().font('Helvetica-Bold').fontSize(14).text('Experience');
  for (const experience of cv.experiences) {
    document.moveDown(0.5).font('Helvetica-Bold').fontSize(11);
    document.text(printable(`${experience.title}, ${experience.company}`));
    document.font('Helvetica').fontSize(10).text(printable(experience.date_range));
    if (experience.description !== '') document.text(printable(experience.description));
  }
  document.end();
  return bytes;
}

/** The built-in fonts know Latin letters only; what they lack becomes a question mark instead of another letter. */
function printable(text: string): string {
  return text.normalize('NFC').replace(/[^\x20-\x7e\u00a0-\u00ff\n]/gu, (sign) => {
    const plain = sign.normalize('NFKD').replace(/\p{M}/gu, '');
    return /^[\x20-\x7e\u00a0-\u00ff]+$/.test(plain) ? plain : '?';
  });
}
