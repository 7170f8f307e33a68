import { createHash } from 'node:crypto';
import { type Attempted, beginAttempt, endAttempt } from '../../../runtime/store/users/sign-in-attempts.ts';
import type { Database } from '../../../shared/postgres/database.ts';
import { invalidField, Problem } from '../problem.ts';
import { isPassword, type PasswordCost, SHORTEST_PASSWORD } from './password.ts';

const LONGEST_PASSWORD = 200;

/** 422 for one that is too easily guessed. */
export function checkNewPassword(password: string): void {
  const { length } = [...password.normalize('NFKC')];
  if (length < SHORTEST_PASSWORD || length > LONGEST_PASSWORD) {
    throw invalidField('password', `must have ${SHORTEST_PASSWORD} to ${LONGEST_PASSWORD} characters`);
  }
  if (new Set(password).size < 5) throw invalidField('password', 'must have at least 5 different characters');
}

/**
 * Whether it is the password of an account, which is named by whatever was typed: known or not, it takes as long, and is slowed as much. Guessing is
 * slowed by the account and by the network address: 429 while one of them has to wait. What fails in a known browser, in which this account has signed in
 * before, is counted for that browser alone.
 */
export async function checkPassword(
  db: Database,
  asked: {
    readonly account: string;
    readonly address: string;
    readonly known_browser: string | null;
    readonly password: string;
    readonly stored: string | null;
    readonly cost?: PasswordCost | undefined;
  },
): Promise<boolean> {
  const attempted: readonly Attempted[] = [
    {
      kind: 'account',
      hash: hashOf(asked.known_browser === null ? asked.account : `${asked.account}/${asked.known_browser}`),
    },
    { kind: 'address', hash: hashOf(asked.address) },
  ];
  const wait = await beginAttempt(db, attempted);
  if (wait > 0) {
    const text = `Too many attempts have failed; try again in ${wait} ${wait === 1 ? 'second' : 'seconds'}.`;
    throw new Problem(429, 'too_many_attempts', text, { retry_after: wait });
  }
  if (!(await isPassword(asked.password.slice(0, 1000), asked.stored, asked.cost))) return false;
  await endAttempt(db, attempted);
  return true;
}

/** Hashes what was typed: it may be anything, a password too, and is not kept. */
const hashOf = (text: string): string => createHash('sha256').update(`sign-in/${text}`).digest('hex');
