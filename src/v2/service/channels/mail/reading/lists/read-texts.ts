import type { ImapFlow } from 'imapflow';
import { groupBy } from '../../../../../../shared/kit/group-by.ts';
import { judgeParsed } from '../../../../../../shared/mail/read-meaning.ts';
import type { MailAddress, ParsedMail } from '../../../../../../shared/mail/reading/parsed-mail.ts';
import { readMail } from '../../../../../../shared/mail/reading/read-mail.ts';
import type { Queryable } from '../../../../../../shared/postgres/database.ts';
import { mailFailure } from '../../connections/mail-failure.ts';
import { shownName } from '../events/event-fields.ts';
import { plain } from '../index/indexed-mail.ts';
import { openForReading } from '../index/open-place.ts';

export interface MailText {
  readonly text: string;
  readonly html: string | null;
  readonly to: readonly MailAddress[];
  readonly cc: readonly MailAddress[];
  readonly is_automatic: boolean;
  /** The `X-` headers alone. */
  readonly headers: Readonly<Record<string, string>>;
}

const NOTHING: MailText = { text: '', html: null, to: [], cc: [], is_automatic: false, headers: {} };

interface Place extends Record<string, unknown> {
  readonly mail_id: string;
  readonly path: string;
  readonly uid: number;
}

/**
 * Reads the texts of mails, by `mail_id`: at most `most_bytes` of each source, one after the other. A mail that went in the
 * meantime has no text.
 */
export async function readTexts(
  db: Queryable,
  client: ImapFlow,
  mailIds: readonly string[],
  { most_bytes }: { readonly most_bytes: number },
): Promise<(mailId: string) => MailText> {
  const texts = new Map<string, MailText>();
  for (const [path, places] of await placesOf(db, mailIds)) {
    if (!(await opens(client, path))) continue;
    const ids = new Map(places.map(({ uid, mail_id }) => [uid, mail_id]));
    const query = { uid: true, source: { maxLength: most_bytes } };
    for await (const { uid, source } of client.fetch([...ids.keys()].join(','), query, { uid: true })) {
      const id = ids.get(uid);
      if (id !== undefined && source) texts.set(id, textOf(await readMail(source)));
    }
  }
  return (mailId) => texts.get(mailId) ?? NOTHING;
}

/** False: the server says that it has no such folder (any more). */
async function opens(client: ImapFlow, path: string): Promise<boolean> {
  try {
    await openForReading(client, path);
    return true;
  } catch (error) {
    if (mailFailure(error).kind === 'refused') return false;
    throw error;
  }
}

/** The places that count, by folder. */
async function placesOf(db: Queryable, mailIds: readonly string[]): Promise<ReadonlyMap<string, readonly Place[]>> {
  const { rows } = await db.query<Place>(
    `select m.mail_id, f.path, p.uid::float8 as uid
       from mails m join mail_places p using (mail_id) join mail_folders f on f.folder_id = p.folder_id and f.role = m.role
      where m.mail_id = any ($1::text[])`,
    [mailIds],
  );
  return groupBy(rows, ({ path }) => path);
}

function textOf(mail: ParsedMail): MailText {
  const { text, html, headers } = mail;
  return {
    to: mail.to.map(plainAddress),
    cc: mail.cc.map(plainAddress),
    is_automatic: isAutomatic(mail),
    text: plain(text),
    html: html === null ? null : plain(html),
    headers: Object.fromEntries(
      headers.flatMap(({ name, value }) => (name.startsWith('x-') ? [[shownName(name), plain(value)]] : [])),
    ),
  };
}

const plainAddress = ({ name, email }: MailAddress): MailAddress => ({ name: plain(name), email: plain(email) });

/** Surely; what is in doubt is a mail. */
const isAutomatic = (mail: ParsedMail): boolean =>
  judgeParsed(mail, { received_at: mail.date ?? 0 }).verdict === 'machine';
