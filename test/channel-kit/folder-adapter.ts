// The running example of docs/adapters.md, whose code blocks are taken from here.
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../../src/shared/kit/ids.ts';
import type { AdapterTools, RemoteAdapter, RemoteChannel } from '../../src/v2/service/channels/adapter.ts';
import { createActs } from '../../src/v2/service/channels/create-acts.ts';
import { createChats, type PlainMessage } from '../../src/v2/service/channels/create-chats.ts';
import type { RemotePart } from '../../src/v2/service/channels/parts.ts';
import { done, invalid, refused } from '../../src/v2/service/channels/refusals.ts';
import { signedIn } from '../../src/v2/service/channels/sign-in.ts';
import type { Ending } from '../../src/v2/service/open-calls/open-call.ts';

type Draft = { readonly own: string | null; readonly id: string };

const FOLDERS = ['drafts', 'outbox', 'dropped', 'inbox', 'taken', 'blocked'] as const;
const NOT_SENT = { status: 'not_done', code: 'RATE_LIMITED', message: 'the message was not handed over' } as const;

/** A messenger whose network is a folder: the account of a number is served where `<root>/<number>` is there. */
export function createFolderAdapter(tools: AdapterTools, root: string): RemoteAdapter {
  const path = (own: string | null, folder: (typeof FOLDERS)[number], name = '') => join(root, own ?? '', folder, name);
  const serves = (own: string | null) => own !== null && existsSync(join(root, own));

  // begin: reads
  async function read(own: string | null, folder: 'inbox' | 'outbox'): Promise<readonly PlainMessage[]> {
    const names = await readdir(path(own, folder));
    const files = await Promise.all(names.map((name) => readFile(path(own, folder, name), 'utf8')));
    return files.map((file) => ({ ...JSON.parse(file), outgoing: folder === 'outbox' }));
  }

  const chats = createChats(tools.secrets, async ({ phone_number: own }) => [
    ...(await read(own, 'inbox')),
    ...(await read(own, 'outbox')),
  ]);
  // end: reads

  // begin: acts
  /** A draft is in one place: whoever moves it first decides whether it is sent. */
  async function move({ own, id }: Draft, to: 'outbox' | 'dropped'): Promise<Ending> {
    await rename(path(own, 'drafts', id), path(own, to, id)).catch(() => undefined);
    return existsSync(path(own, 'outbox', id)) ? { status: 'done' } : NOT_SENT;
  }

  const acts = createActs<Draft>(tools, {
    adapter: 'folder',
    execute: (draft) => move(draft, 'outbox'),
    lookUp: (draft) => move(draft, 'dropped'),
  });
  // end: acts

  // begin: send
  const send: RemotePart<'messenger'>['send'] = async ({ account, now }, { phone_number: number, text, files }) => {
    const own = account.phone_number;
    if (files.length > 0) return invalid('params: this messenger carries no files');
    if (existsSync(path(own, 'blocked', number))) return refused('NOT_ON_MESSENGER', `${number} takes no messages`);
    const id = newId('msg', now);
    const message = { id, number, text, at: now, outgoing: true };
    await writeFile(path(own, 'drafts', id), JSON.stringify(message));
    const act = { effect_id: id, note: { own, id }, event: chats.event(account, message) };
    return acts.begin(act, { message_id: id, conversation_id: number, delivered_at: now });
  };
  // end: send

  // begin: incoming
  const incoming: RemoteAdapter['incoming'] = {
    every_ms: 100,
    async list(account) {
      const taken = new Set(await readdir(path(account.phone_number, 'taken')));
      const fresh = (await read(account.phone_number, 'inbox')).filter(({ id }) => !taken.has(id));
      return fresh.map((message) => ({ id: message.id, event: chats.event(account, message) }));
    },
    taken: (account, id) => writeFile(path(account.phone_number, 'taken', id), ''),
  };
  // end: incoming

  // begin: adapter
  const channel: RemoteChannel = { kind: 'remote', parts: { messenger: { ...chats, send } } };
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
        const who = signedIn(credentials);
        for (const folder of FOLDERS) await mkdir(path(who.phone_number, folder), { recursive: true });
        return done(who);
      },
    },
    incoming,
    ...acts.bookkeeping,
  };
  // end: adapter
}
