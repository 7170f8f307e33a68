import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createFolderAdapter } from './folder-adapter.ts';
import { good, startKitService } from './kit-service.ts';

const OWN = '+33700000001';

it('answers an action whose part the adapter lacks with INVALID_PARAMS, for nothing', async () => {
  const root = mkdtempSync(join(tmpdir(), 'overture-folder-'));
  mkdirSync(join(root, OWN), { recursive: true });
  const kit = await startKitService((tools) => {
    const folder = createFolderAdapter(tools, root);
    const without = async (...given: Parameters<typeof folder.channelsOf>) =>
      new Map(
        [...(await folder.channelsOf(...given)).keys()].map((id) => [id, { kind: 'remote', parts: {} } as const]),
      );
    return [{ ...folder, channelsOf: without }];
  });
  try {
    const login = await kit.call('POST', '/v2/login', { platform: 'messenger', phone_number: OWN });
    const { account_id } = good(login);
    const before = good(await kit.call('GET', '/v2/credits')).credits_used;
    const message = { phone_number: '+33600000001', message_text: 'Hello' };
    for (const [action, params] of [
      ['send', message],
      ['list_inbox', {}],
    ] as const) {
      const { status, body } = await kit.action(account_id, action, params);
      const error = {
        code: 'INVALID_PARAMS',
        message: expect.stringMatching(/not available on the messenger channel/),
      };
      expect({ status, body }).toMatchObject({ status: 400, body: { error } });
    }
    expect(good(await kit.call('GET', '/v2/credits')).credits_used).toBe(before);
  } finally {
    await kit.close();
    rmSync(root, { recursive: true, force: true });
  }
});
