import { mailboxKey } from '../../shared/identity/mailbox-key.ts';
import { CodedError } from '../../shared/kit/coded-error.ts';
import type { ResultOf } from '../api-client/asked.ts';
import { createApiClient } from './api-client.ts';

/** A user by id or email address. */
export async function findUser(given: string): Promise<ResultOf<'getUser'>> {
  const client = createApiClient();
  if (!given.includes('@')) return client.getUser({ params: { id: given } });
  const email = mailboxKey(given);
  for await (const user of client.each('listUsers')) if (user.email === email) return user;
  throw new CodedError('unknown_user', `There is no user ${given}.`, { fix: 'overture users lists them.' });
}
