import type { ItemOf } from '../../../api-client/asked.ts';

export type Mail = ItemOf<'listEnrollmentMails'>['mails'][number];

/** `Ada Byron <ada@analytical.example>`; the address alone where there is no other name. */
export const partyInWords = ({ name, email }: Mail['from']): string =>
  name !== '' && name !== email ? `${name} <${email}>` : email;

const KB = 1024;

/** `900 B`, `2 KB`, `1.5 MB`. */
export function sizeInWords(bytes: number): string {
  if (bytes < KB) return `${bytes} B`;
  return bytes < KB * KB ? `${Math.round(bytes / KB)} KB` : `${(bytes / KB / KB).toFixed(1)} MB`;
}
