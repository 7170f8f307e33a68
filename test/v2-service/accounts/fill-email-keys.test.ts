import { expect, it } from 'vitest';
import { PACKAGE_ROOT } from '../../../src/app/main/package-root.ts';
import { migrate } from '../../../src/v2/service/store/migrate.ts';
import { startSandbox } from '../sandbox/sandbox-service.ts';

it('addresses from before they had a form are known by it after the migration, however many', async () => {
  const sandbox = await startSandbox();
  const { db } = sandbox.service;
  try {
    const from = await sandbox.account({ platform: 'email', email: 'Anna.Keller@googlemail.com' });
    const ada = await sandbox.person({ email: 'Ada.Lovelace@gmail.com' });
    await db.query(
      `insert into accounts (account_id, user_id, platform, status, name, email, created_at, updated_at)
       select 'acc_' || n, $1, 'email', 'connected', 'A', 'A' || n || '@Acme.Example', now(), now() from generate_series(1, 2500) as n`,
      [sandbox.user_id],
    );
    await db.query('update accounts set email_key = null');
    await db.query('update sandbox_people set email_key = null');

    await migrate(sandbox.database_url, PACKAGE_ROOT);
    const { rows } = await db.query(
      `select count(*)::int as accounts, count(email_key)::int as filled, count(*) filter (where email_key = lower(email))::int as plain from accounts`,
    );
    expect(rows).toEqual([{ accounts: 2501, filled: 2501, plain: 2501 }]);
    await sandbox.act('messages', from, 'send', {
      ...{ to: 'adalovelace@googlemail.com', subject: 'Hello', message_text: 'Hello' },
    });
    expect(await sandbox.received(ada.slug)).toHaveLength(1);
  } finally {
    await sandbox.close();
  }
});
