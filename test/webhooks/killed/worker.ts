import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { startWebhooks } from '../../../src/app/webhooks/start-webhooks.ts';
import { createClock } from '../../../src/shared/kit/clock.ts';
import { openDatabase } from '../../../src/shared/postgres/open-database.ts';
import { createSecretBox } from '../../../src/shared/secrets/secret-box.ts';

/** The orders of a worker for webhooks, in a process that ends itself when it comes to a point for the n-th time. */
interface Given {
  readonly database: string;
  /** Hexadecimal. */
  readonly secret_key: string;
  /** Null: it lives on. */
  readonly dies: { readonly point: string; readonly time: number; readonly file: string } | null;
}

const { database, secret_key, dies }: Given = JSON.parse(process.argv[2] ?? '');

let left = dies?.time ?? 0;
function reached(point: string): void {
  if (dies === null || point !== dies.point || --left > 0) return;
  appendFileSync(dies.file, `${point}\n`);
  process.kill(process.pid, 'SIGKILL');
}
subscribe('overture:delivery-point', (message) => reached((message as { readonly point: string }).point));
// The whole body has left, and nothing of the answer is read yet.
subscribe('undici:request:bodySent', () => reached('bytes_sent'));

startWebhooks({
  ...{ db: openDatabase(database), clock: createClock(), secrets: createSecretBox(Buffer.from(secret_key, 'hex')) },
  ...{ allow_private: true, onSwitchedOff: () => undefined },
  onError: (error, what) => process.stderr.write(`${what}: ${error}\n`),
  tuning: { poll_ms: 50, lease_ms: 1500 },
});
