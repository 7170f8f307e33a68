import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ParsedMail } from '../../../src/shared/mail/reading/parsed-mail.ts';
import { readMail } from '../../../src/shared/mail/reading/read-mail.ts';
import { allEnrollments } from './judge.ts';
import type { Overture } from './start-overture.ts';

interface Question {
  readonly id: string;
  readonly enrollment_id: string;
  readonly kind: string;
}

/** Reads the mails in a mailbox of the demo, oldest first: dovecot keeps a file for each. */
export async function mailsOf(system: Overture, address: string): Promise<ParsedMail[]> {
  const folders = ['new', 'cur'].map((name) => join(system.home, 'mail-server/dovecot/mail', address, name));
  const files = folders.flatMap((folder) =>
    existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [],
  );
  const mails = await Promise.all(files.map((file) => readMail(readFileSync(file))));
  return mails.toSorted((one, other) => (one.date ?? 0) - (other.date ?? 0));
}

/**
 * Answers the questions about mails that were on their way when the power went: nobody can tell whether they came, so a person is
 * asked, and has a look. Returns whose mails they were.
 */
export async function tellWhatCame(system: Overture): Promise<string[]> {
  const { items } = (await system.api<{ items: Question[] }>('GET', '/api/tasks?status=open')).body;
  const questions = items.filter(({ kind }) => kind === 'unknown_outcome');
  if (questions.length === 0) return [];
  const people = await allEnrollments(system, '&sequence=visit-then-email');
  const addresses: string[] = [];
  for (const { id, enrollment_id } of questions) {
    const email = people.find((enrollment) => enrollment.id === enrollment_id)?.lead?.email;
    if (!email) continue;
    const decision = (await mailsOf(system, email)).length > 0 ? 'sent' : 'not_sent';
    const { status } = await system.api('POST', `/api/tasks/${id}`, { decision });
    if (status !== 200) throw new Error(`the decision on the mail to ${email} was answered ${status}`);
    addresses.push(email);
  }
  return addresses;
}
