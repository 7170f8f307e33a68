import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { ChannelBench, Recipient } from './channel-bench.ts';
import { createFolderAdapter } from './folder-adapter.ts';
import { good } from './kit-service.ts';
import { runChannelKit } from './run-channel-kit.ts';

const root = mkdtempSync(join(tmpdir(), 'overture-folder-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let numbers = 0;
const newNumber = () => `+3360000${String(++numbers).padStart(4, '0')}`;
const OWN = '+33700000001';

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as { number: string; text: string };

function recipient(): Recipient {
  const number = newNumber();
  return {
    to: { phone_number: number },
    received: async () =>
      readdirSync(join(root, OWN, 'outbox'))
        .map((name) => read(join(root, OWN, 'outbox', name)))
        .filter((message) => message.number === number)
        .map(({ text }) => text),
    async write(_account, text) {
      const id = crypto.randomUUID();
      writeFileSync(join(root, `${id}.part`), JSON.stringify({ id, number, text, at: Date.now() }));
      renameSync(join(root, `${id}.part`), join(root, OWN, 'inbox', id));
    },
  };
}

const bench: ChannelBench = {
  platform: 'messenger',
  adapters: (tools) => [createFolderAdapter(tools, root)],
  async connect(kit) {
    mkdirSync(join(root, OWN), { recursive: true });
    return good(await kit.call('POST', '/v2/login', { platform: 'messenger', phone_number: OWN })).account_id;
  },
  recipient: async () => recipient(),
  async refused() {
    const number = newNumber();
    writeFileSync(join(root, OWN, 'blocked', number), '');
    return { to: { phone_number: number }, sub_code: 'NOT_ON_MESSENGER' };
  },
  proof: true,
};

runChannelKit('a folder of files', bench);
