import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../src/shared/kit/ids.ts';
import type { Adapter, AdapterTools, RemoteAdapter, Resolution } from '../../src/v2/service/channels/adapter.ts';
import { createActs } from '../../src/v2/service/channels/create-acts.ts';
import { messengerEvent } from '../../src/v2/service/channels/messenger-event.ts';
import { purgeNotes } from '../../src/v2/service/channels/purge-notes.ts';
import type { Ending } from '../../src/v2/service/open-calls/open-call.ts';
import { eventually } from '../support/eventually.ts';
import { storedEvents } from '../v2-service/sandbox/stored-events.ts';
import { createFolderAdapter } from './folder-adapter.ts';
import { good, type KitService, startKitService } from './kit-service.ts';

const OWN = '+33700000001';
const THEM = { name: 'Ada', phone_number: '+33600000001' };
const root = mkdtempSync(join(tmpdir(), 'overture-folder-'));

/** The ending that the network reports for every act. */
let ending: Ending = { status: 'done' };
let executed = 0;
let forgetful = true;
let listed = 0;
/** The answer to a repeat while an act is committed and not executed yet. */
let committed: Resolution | null = null;

/** The folder, with acts whose outcome is as this file sets it, and which forgets at first that a message was taken. */
function adapter(tools: AdapterTools): Adapter {
  const folder = createFolderAdapter(tools, root);
  const acts = createActs<object>(tools, {
    adapter: 'folder',
    async execute() {
      executed++;
      return ending;
    },
    lookUp: async () => ending,
  });
  const incoming: RemoteAdapter['incoming'] = folder.incoming && {
    ...folder.incoming,
    async list(account) {
      listed++;
      return (await folder.incoming?.list(account)) ?? [];
    },
    async taken(account, id) {
      if (!forgetful) return folder.incoming?.taken(account, id);
      throw new Error('the connection broke off');
    },
  };
  return {
    ...folder,
    ...acts.bookkeeping,
    ...(incoming ? { incoming } : {}),
    async channelsOf(db, accounts) {
      const channels = await folder.channelsOf(db, accounts);
      return new Map(
        [...channels].map(([id, { parts }]) => {
          const { messenger } = parts;
          if (!messenger) throw new Error('the folder is a messenger');
          const send: typeof messenger.send = async ({ account, now }, { text, phone_number: conversation_id }) => {
            const message_id = newId('msg', now);
            const message = { message_id, conversation_id, text, at: now, outgoing: true };
            const act = { effect_id: message_id, note: {}, event: messengerEvent(account, THEM, message) };
            const begun = acts.begin(act, { message_id, conversation_id, delivered_at: now });
            const execute = async () => {
              committed = await acts.bookkeeping.resolve(message_id);
              return begun.underway.execute();
            };
            return { ...begun, underway: { ...begun.underway, execute } };
          };
          return [id, { kind: 'remote' as const, parts: { messenger: { ...messenger, send } } }];
        }),
      );
    },
  };
}

let kit: KitService;
let account: string;
beforeAll(async () => {
  mkdirSync(join(root, OWN));
  kit = await startKitService((tools) => [adapter(tools)]);
  account = good(await kit.call('POST', '/v2/login', { platform: 'messenger', phone_number: OWN })).account_id;
  good(await kit.call('POST', '/v2/webhooks', { account_id: account, message_type: 'all' }));
});
afterAll(async () => {
  await kit?.close();
  rmSync(root, { recursive: true, force: true });
});

const send = (text: string) =>
  kit.action(account, 'send', { phone_number: THEM.phone_number, message_text: text }, text);
const used = async () => good(await kit.call('GET', '/v2/credits')).credits_used;
const emitted = async (text: string) =>
  (await storedEvents(kit.service.db, account)).filter(({ event }) => JSON.stringify(event).includes(text));
const underWay = async () => (await kit.call('GET', '/sandbox/quiet')).body.under_way;
const acts = async () => (await kit.service.db.query('select * from acts order by effect_id')).rows;

it('leaves an act whose outcome nobody knows alone, for nothing, until something proves it', async () => {
  const before = await used();
  ending = { status: 'unknown', message: 'no answer came' };
  expect((await send('Hello')).body.error.code).toBe('INTERNAL_ERROR');
  expect((await send('Hello')).body.error.code).toBe('INTERNAL_ERROR');
  expect(await used()).toBe(before);
  expect(await emitted('Hello')).toEqual([]);
  await purgeNotes(kit.service.db, Date.now() + 1e12);
  ending = { status: 'done' };
  expect(good(await send('Hello')).status).toBe('success');
  expect(executed).toBe(1);
  expect(await used()).toBe(before);
  expect(await emitted('Hello')).toHaveLength(1);
});

it('does not look up an act that is committed and about to be executed', async () => {
  expect(committed).toBe('running');
});

it('keeps nothing of what a message said once its call has ended, and forgets it as old as an event may be', async () => {
  expect(await acts()).toEqual([expect.objectContaining({ state: 'ended', note: null, call: null, event: null })]);
  await purgeNotes(kit.service.db, Date.now());
  expect(await acts()).toHaveLength(1);
  await purgeNotes(kit.service.db, Date.now() + 1e12);
  expect(await acts()).toEqual([]);
});

it('ends at its start what a process that died left behind', async () => {
  ending = { status: 'done' };
  await kit.service.db.query(`alter table acts add constraint nothing_ends check (state <> 'ended') not valid`);
  expect((await send('Later')).status).toBe(500);
  await kit.service.db.query('alter table acts drop constraint nothing_ends');
  await kit.restart();
  expect(await emitted('Later')).toHaveLength(1);
  expect(good(await send('Later')).status).toBe('success');
});

it('ends within the minute, without a start, what could not be written down', async () => {
  await kit.service.db.query(`alter table acts add constraint nothing_ends check (state <> 'ended') not valid`);
  expect((await send('Still later')).status).toBe(500);
  await kit.service.db.query('alter table acts drop constraint nothing_ends');
  expect(await underWay()).toContainEqual({ what: 'acts on their way over a network', count: 1 });
  await kit.service.db.query(`update acts set begun_at = begun_at - interval '1 minute' where state = 'begun'`);
  await eventually(async () => expect(await emitted('Still later')).toHaveLength(1));
  expect(await underWay()).toEqual([]);
});

it('emits a message once, though it is listed again because the note that it was taken got lost', async () => {
  const id = crypto.randomUUID();
  const message = { id, number: THEM.phone_number, text: 'An answer', at: Date.now() };
  writeFileSync(join(root, OWN, 'drafts', id), JSON.stringify(message));
  renameSync(join(root, OWN, 'drafts', id), join(root, OWN, 'inbox', id));
  await eventually(async () => expect(await emitted('An answer')).toHaveLength(1));
  const seen = listed;
  await eventually(() => expect(listed).toBeGreaterThan(seen + 2));
  expect(await underWay()).toEqual([{ what: 'messages that were not read yet', count: 1 }]);
  forgetful = false;
  await eventually(async () => expect(await underWay()).toEqual([]));
  expect(await emitted('An answer')).toHaveLength(1);
});
