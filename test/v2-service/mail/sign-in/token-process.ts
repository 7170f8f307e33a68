// Renews access tokens in a process of its own: `token-process.ts <database url>`; each message is a call, answered by what came of it.
import { pino } from 'pino';
import { openDatabase } from '../../../../src/shared/postgres/open-database.ts';
import { createSecretBox } from '../../../../src/shared/secrets/secret-box.ts';
import { createAccessTokens } from '../../../../src/v2/service/channels/mail/access-tokens/create-access-tokens.ts';

const [url = ''] = process.argv.slice(2);
const tokens = createAccessTokens({
  db: openDatabase(url),
  secrets: createSecretBox(new Uint8Array(32).fill(7)),
  rules: { allow_private: true },
  log: pino({ level: 'silent' }),
});
process.on('message', ({ account_id, refused }: { account_id: string; refused: string }) => {
  tokens.token({ account_id }, refused).then(
    (token) => process.send?.({ token }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.send?.('ready');
