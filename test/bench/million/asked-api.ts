import { pino } from 'pino';
import { seedApiKey } from '../../../src/app/api/auth/keys.ts';
import { createApi } from '../../../src/app/api/create-api.ts';
import { PACKAGE_ROOT } from '../../../src/app/main/package-root.ts';
import { createClock } from '../../../src/shared/kit/clock.ts';
import { openDatabase } from '../../../src/shared/postgres/open-database.ts';
import { ringOf } from '../../../src/shared/secrets/key-ring.ts';
import { secretKey } from '../../../src/shared/secrets/secret-key.ts';
import { receiverOf } from '../../events/fixtures.ts';

const KEY = 'ovk_key_of_the_benchmark';

/** The API over a database as it is. */
export interface AskedApi {
  /** Wall milliseconds until the answer to a GET was there. */
  ask(path: string): Promise<number>;
  close(): Promise<void>;
}

export async function openAskedApi(url: string): Promise<AskedApi> {
  const db = openDatabase(url, { max: 20 });
  const clock = createClock();
  await seedApiKey(db, KEY);
  const app = createApi({
    ...{ db, clock, log: pino({ level: 'silent' }), keys: ringOf([secretKey(Buffer.alloc(32, 9))]) },
    receive: receiverOf({ db, url, clock, close: async () => undefined }),
    refreshAccounts: async () => undefined,
    onOutbox: () => undefined,
    package_root: PACKAGE_ROOT,
    password_cost: { log2n: 4, r: 8, p: 1 },
  });
  await app.ready();
  return {
    async ask(path) {
      const begun = performance.now();
      const answer = await app.inject({ method: 'GET', url: path, headers: { authorization: `Bearer ${KEY}` } });
      if (answer.statusCode !== 200) throw new Error(`GET ${path} answered ${answer.statusCode}: ${answer.body}`);
      return performance.now() - begun;
    },
    async close() {
      await app.close();
      await db.close();
    },
  };
}
