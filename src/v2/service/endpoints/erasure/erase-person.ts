import { mailboxKey, personKey } from '../../../../shared/identity/mailbox-key.ts';
import type { Queryable } from '../../../../shared/postgres/database.ts';

interface Held {
  readonly what: string;
  /** `:owner`; `:like`: a regular expression that fits each name; `:names`: addresses in the form that recipients are kept in; `:conversations`. */
  readonly sql: string;
}

const OF_OWNER = '(select account_id from accounts where user_id = :owner)';

/**
 * Statements that erase a person from calls, events and mails. A call that is under way and a mail that is being handed over are
 * left: they end within minutes, and a second request erases them too.
 */
const HELD: readonly Held[] = [
  {
    what: 'stored answers',
    sql: `delete from idempotent_requests where user_id = :owner and open_call is null and response::text ~* :like`,
  },
  {
    what: 'logs',
    sql: `update logs set target = null, error_message = case when error_message is null then null else '(erased)' end
           where user_id = :owner and (target ~* :like or error_message ~* :like)`,
  },
  // Their deliveries go with them.
  { what: 'events', sql: `delete from events where account_id in ${OF_OWNER} and envelope ~* :like` },
  {
    what: 'sent mails',
    sql: `update mail_sends set subject = '', text = '', recipients = '{}', outcome = null
           where account_id in ${OF_OWNER} and state not in ('begun', 'handed_over')
             and (recipients && :names::text[] or text ~* :like or subject ~* :like)`,
  },
  {
    what: 'index of mailboxes',
    sql: `delete from mails where account_id in ${OF_OWNER} and (from_email ~* :like or to_email ~* :like or recipients && :names::text[])`,
  },
  {
    what: 'files of messages',
    sql: `delete from attachments where account_id in ${OF_OWNER} and conversation_id = any(:conversations)`,
  },
  {
    what: 'calls over a network',
    sql: `update acts set note = null, call = null, event = null
           where account_id in ${OF_OWNER} and state <> 'begun' and concat(note, call, event) ~* :like`,
  },
];

/** Erases what is held of a person for this owner; how much of what. */
export async function erasePerson(
  tx: Queryable,
  owner: string,
  {
    names,
    conversation_ids = [],
  }: { readonly names: readonly string[]; readonly conversation_ids?: readonly string[] | undefined },
): Promise<{ readonly what: string; readonly count: number }[]> {
  const like = names
    .flatMap(formsOf)
    .map((name) => `(^|[^[:alnum:]_-]|[^[:alnum:]]-)${escaped(name)}($|[^[:alnum:]_-]|-[^[:alnum:]]|-$)`)
    .join('|');
  const keys = names.flatMap((name) => [mailboxKey(name), personKey(name)]);
  const erased: { what: string; count: number }[] = [];
  for (const { what, sql } of HELD) {
    const { text, values } = bound(sql, { owner, like, names: keys, conversations: conversation_ids });
    const { rowCount } = await tx.query(text, values);
    if (rowCount) erased.push({ what, count: rowCount });
  }
  return erased;
}

/** As it is, composed and decomposed, as an address in a browser's bar has it, and as a field of a query. */
function formsOf(name: string): string[] {
  const forms = [name, name.normalize('NFC'), name.normalize('NFD')];
  return [...new Set(forms.flatMap((form) => [form, encodeURI(form), encodeURIComponent(form)]))];
}

const escaped = (name: string): string =>
  name.replace(/[^\p{L}\p{N}\s]/gu, (sign) => `\\${sign}`).replace(/\s+/g, '\\s+');

/** A statement is handed no value that it does not name. */
function bound(sql: string, given: Readonly<Record<string, unknown>>): { text: string; values: unknown[] } {
  const used = Object.keys(given).filter((name) => sql.includes(`:${name}`));
  const text = sql.replace(/:(owner|like|names|conversations)\b/g, (_, name: string) => `$${used.indexOf(name) + 1}`);
  return { text, values: used.map((name) => given[name]) };
}
