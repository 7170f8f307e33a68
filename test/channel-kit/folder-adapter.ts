// The running example of docs/adapters.md, whose code blocks are taken from here.
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../../src/shared/kit/ids.ts';
import type { AccountRow } from '../../src/v2/service/accounts/account-row.ts';
import type { AdapterTools, RemoteAdapter, RemoteChannel } from '../../src/v2/service/channels/adapter.ts';
import { cutPage, openCursor, sealCursor } from '../../src/v2/service/channels/cursor.ts';
import type { ChatParty } from '../../src/v2/service/channels/messenger-channel.ts';
import type { RemotePart } from '../../src/v2/service/channels/parts.ts';
import { done, invalid, notFound, refused } from '../../src/v2/service/channels/refusals.ts';
import { type EndedAnswer, endCall } from '../../src/v2/service/open-calls/end-call.ts';
import type { OpenCall } from '../../src/v2/service/open-calls/open-call.ts';

type Message = { readonly id: string; readonly number: string; readonly text: string; readonly at: number };
type Seen = Message & { readonly mine: boolean };
type Send = { readonly account_id: string; readonly own: string; readonly call: OpenCall; readonly message: Message };

const TABLES = `
  create table if not exists folder_sends (
    effect_id text primary key, account_id text not null, own text not null, call jsonb not null, message jsonb not null,
    ended boolean not null default false);
  create table if not exists folder_told (account_id text, file text, primary key (account_id, file))`;
const FOLDERS = ['drafts', 'outbox', 'dropped', 'inbox', 'read', 'blocked'] as const;
const NOT_SENT = { is: 'not_done', code: 'RATE_LIMITED', message: 'the message was not handed over' } as const;

/** A messenger whose network is a folder: the account of a number is served where `<root>/<number>` is there. */
export function createFolderAdapter({ db, clock, events, secrets, log }: AdapterTools, root: string): RemoteAdapter {
  const file = (own: string | null, folder: (typeof FOLDERS)[number], name = '') => join(root, own ?? '', folder, name);
  const serves = (own: string | null) => own !== null && existsSync(join(root, own));
  const move = (own: string, name: string, from: 'drafts' | 'inbox', to: 'outbox' | 'dropped' | 'read') =>
    rename(file(own, from, name), file(own, to, name)).catch(() => undefined);

  // begin: send
  const send: RemotePart<'messenger'>['send'] = async (call, { phone_number: number, text, files }) => {
    if (files.length > 0) return invalid('params: this messenger carries no files');
    const { account_id, phone_number: own } = call.account;
    if (existsSync(file(own, 'blocked', number))) return refused('NOT_ON_MESSENGER', `${number} takes no messages`);
    const id = newId('msg', call.now);
    const message: Message = { id, number, text, at: call.now };
    return {
      ok: true,
      value: { message_id: id, conversation_id: number, delivered_at: call.now },
      underway: {
        effect_id: id,
        async keep(tx, opened) {
          await writeFile(file(own, 'drafts', id), JSON.stringify(message));
          const sql =
            'insert into folder_sends (effect_id, account_id, own, call, message) values ($1, $2, $3, $4, $5)';
          await tx.query(sql, [id, account_id, own, JSON.stringify(opened), JSON.stringify(message)]);
        },
        async execute() {
          await move(own ?? '', id, 'drafts', 'outbox');
          const answer = await end(id, own ?? '');
          if (!answer) throw new Error('the call was ended elsewhere');
          return answer;
        },
      },
    };
  };
  // end: send

  // begin: end
  /** A draft is in one place: whoever moves it first decides whether it was sent. */
  async function end(id: string, own: string): Promise<EndedAnswer | null> {
    const sent = existsSync(file(own, 'outbox', id));
    return db.transaction(async (tx) => {
      const sql = 'update folder_sends set ended = true where effect_id = $1 and not ended returning *';
      const [row] = (await tx.query<Send>(sql, [id])).rows;
      if (!row) return null;
      if (sent) await tell(tx, row.account_id, own, { ...row.message, mine: true });
      return endCall(tx, row.call, sent ? { is: 'done' } : NOT_SENT, { now: clock.now(), refunded: false });
    });
  }

  const resolve: RemoteAdapter['resolve'] = async (id) => {
    const { rows } = await db.query<Send>('select * from folder_sends where effect_id = $1', [id]);
    if (!rows[0]) return null;
    await move(rows[0].own, id, 'drafts', 'dropped');
    await end(id, rows[0].own);
    return 'ended';
  };
  // end: end

  // begin: news
  async function takeIn(): Promise<void> {
    const accounts = await db.query<AccountRow & Record<string, unknown>>(
      `select * from accounts where platform = 'messenger' and status = 'connected'`,
    );
    for (const { account_id, phone_number: own } of accounts.rows.filter((row) => serves(row.phone_number))) {
      for (const name of (await readdir(file(own, 'inbox'))).sort()) {
        const message = await read(file(own, 'inbox', name));
        await db.transaction(async (tx) => {
          const sql = 'insert into folder_told values ($1, $2) on conflict do nothing';
          const { rowCount } = await tx.query(sql, [account_id, name]);
          if (rowCount === 1) await tell(tx, account_id, own ?? '', { ...message, mine: false });
        });
        await move(own ?? '', name, 'inbox', 'read');
      }
    }
  }
  // end: news

  const tell = (tx: Parameters<typeof events.emit>[0], account_id: string, own: string, message: Seen) =>
    events.emit(tx, {
      ...{ account_id, type: 'message', direction: message.mine ? 'outgoing' : 'incoming', at: message.at },
      fields: {
        message_text: message.text,
        sender: { name: message.number, phone_number: message.mine ? own : message.number },
        conversation: { conversation_id: message.number, is_group_chat: false },
        ...{ has_attachments: false, attachments: [] },
        metadata: { entity_urn: message.id, delivered_at: message.at, read_status: message.mine },
      },
    });

  // begin: reads
  const read = async (path: string): Promise<Message> => JSON.parse(await readFile(path, 'utf8')) as Message;
  async function messages(own: string | null): Promise<Seen[]> {
    const found: Seen[] = [];
    for (const folder of ['outbox', 'inbox', 'read'] as const) {
      const names = await readdir(file(own, folder));
      for (const name of names) found.push({ ...(await read(file(own, folder, name))), mine: folder === 'outbox' });
    }
    return found.sort((one, other) => other.at - one.at || (one.id < other.id ? 1 : -1));
  }

  const page = <T>(
    rows: Seen[],
    scope: string,
    query: { count: number; cursor: string | null },
    item: (row: Seen) => T,
  ) => {
    const after = openCursor(secrets, scope, query.cursor);
    if (!after.ok) return after;
    const from = after.value ? rows.findIndex(({ id }) => id === after.value?.id) + 1 : 0;
    return done(
      cutPage(rows.slice(from), query.count, { item, seal: ({ at, id }) => sealCursor(secrets, scope, { at, id }) }),
    );
  };

  const messenger: RemotePart<'messenger'> = {
    send,
    async listInbox({ account }, query) {
      const rows = query.category === 'INBOX' ? await messages(account.phone_number) : [];
      const newest = rows.filter(({ number }, index) => rows.findIndex((row) => row.number === number) === index);
      return page(newest, `chats ${account.account_id}`, query, (row) => ({
        conversation_id: row.number,
        participant: party(row.number),
        last_message: { text: row.text, time: row.at, sender: row.mine ? me(account) : party(row.number) },
        unread: 0,
      }));
    },
    async getConversation({ account }, query) {
      const rows = (await messages(account.phone_number)).filter(({ number }) => number === query.conversation_id);
      if (rows.length === 0) return notFound(`conversation ${query.conversation_id} not found`);
      return page(rows, `chat ${account.account_id} ${query.conversation_id}`, query, (row) => ({
        ...{ message_id: row.id, text: row.text, time: row.at, quoted_message_id: null, attachments: [] },
        sender: row.mine ? me(account) : party(row.number),
      }));
    },
  };
  // end: reads

  // begin: adapter
  const channel: RemoteChannel = { kind: 'remote', parts: { messenger } };
  const session = { begin: async () => undefined, keeps_credentials: false };
  let working = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  return {
    kind: 'remote',
    name: 'folder',
    platforms: ['messenger'],
    async channelsOf(_db, accounts) {
      const own = accounts.filter(({ phone_number }) => serves(phone_number));
      return new Map(own.map(({ account_id }) => [account_id, channel]));
    },
    sign_in: {
      takes: (credentials) => credentials.platform === 'messenger' && serves(credentials.phone_number),
      async begin(credentials) {
        const phone_number = credentials.platform === 'messenger' ? credentials.phone_number : '';
        for (const folder of FOLDERS) await mkdir(file(phone_number, folder), { recursive: true });
        return done({ email: null, phone_number, challenge: null, session });
      },
      confirm: async () => null,
      release: async () => undefined,
    },
    resolve,
    async start() {
      await db.query(TABLES);
      const { rows } = await db.query<{ effect_id: string }>('select effect_id from folder_sends where not ended');
      for (const { effect_id } of rows) await resolve(effect_id);
      timer = setInterval(() => {
        working = working.then(takeIn).catch((err: unknown) => log.warn({ err }, 'an inbox could not be read'));
      }, 100);
    },
    async stop() {
      clearInterval(timer);
      await working;
    },
  };
  // end: adapter
}

const party = (phone_number: string): ChatParty => ({ name: phone_number, phone_number, is_me: false });
const me = ({ name, phone_number }: AccountRow): ChatParty => ({ name, phone_number: phone_number ?? '', is_me: true });
