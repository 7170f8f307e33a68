import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { giveTo, type RunAs } from '../../../src/app/main/postgres/run-as.ts';

const HOUR_S = 3600;

/**
 * Mails of five hundred people over the last years, an hour apart, the last one an hour ago: each a file as dovecot itself would have
 * written it. Every third answers the one before it of the same person.
 */
export function fillMaildir(folder: string, owner: RunAs | null, count: number): void {
  for (const path of [folder, ...['cur', 'new', 'tmp'].map((name) => join(folder, name))]) {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    giveTo(owner, path);
  }
  const now = Math.floor(Date.now() / 1000);
  for (let n = 1; n <= count; n++) {
    const at = now - (count - n + 1) * HOUR_S;
    const source = mailOf(n, at);
    const path = join(folder, 'cur', `${at}.M${n}P1.filled,S=${Buffer.byteLength(source)}:2,${n % 4 === 0 ? '' : 'S'}`);
    writeFileSync(path, source, { mode: 0o600 });
    utimesSync(path, at, at);
    giveTo(owner, path);
  }
}

const PEOPLE = 500;

function mailOf(n: number, at: number): string {
  const person = n % PEOPLE;
  const answered =
    n % 3 === 0 && n > PEOPLE
      ? `In-Reply-To: <${n - PEOPLE}@filled.example>\r\nReferences: <${n - PEOPLE}@filled.example>\r\n`
      : '';
  return [
    `From: Person ${person} <person${person}@filled.example>`,
    'To: box@post.example',
    `Subject: ${answered === '' ? '' : 'Re: '}Matter ${n}`,
    `Message-ID: <${n}@filled.example>`,
    `Date: ${new Date(at * 1000).toUTCString()}`,
    `${answered}Content-Type: text/plain; charset=utf-8`,
    '',
    `The text of mail ${n}: ${'some words that say little. '.repeat(40)}`,
    '',
  ].join('\r\n');
}
