import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { atMost } from '../../../shared/kit/at-most.ts';

/** The work that scrypt spends on one password: 128 · r · 2^log2n bytes, p times. */
export interface PasswordCost {
  readonly log2n: number;
  readonly r: number;
  readonly p: number;
}

/** 32 MiB and about a tenth of a second for each: what OWASP asks for with this much memory. */
const COST: PasswordCost = { log2n: 15, r: 8, p: 3 };
const LENGTH = 32;
/** Each takes memory and a thread; nobody who guesses may take all. */
const inTurn = atMost(2);

export const SHORTEST_PASSWORD = 12;

/** `scrypt$15$8$3$<salt>$<hash>`: what was chosen stays readable when the cost is raised. */
export async function hashPassword(password: string, cost = COST): Promise<string> {
  const salt = randomBytes(16);
  return write(cost, salt, await derive(password, salt, cost));
}

/** Null for who has none or is unknown: it takes as long, so that nobody learns from the time who is there. */
export async function isPassword(password: string, stored: string | null, usual = COST): Promise<boolean> {
  const nobody = () => write(usual, Buffer.alloc(16), Buffer.alloc(LENGTH));
  const [, log2n, r, p, salt = '', hash = ''] = (stored ?? nobody()).split('$');
  const cost = { log2n: Number(log2n), r: Number(r), p: Number(p) };
  const expected = Buffer.from(hash, 'base64url');
  const derived = await derive(password, Buffer.from(salt, 'base64url'), cost);
  return timingSafeEqual(derived, expected) && stored !== null;
}

const write = ({ log2n, r, p }: PasswordCost, salt: Buffer, hash: Buffer): string =>
  ['scrypt', log2n, r, p, salt.toString('base64url'), hash.toString('base64url')].join('$');

function derive(password: string, salt: Buffer, { log2n, r, p }: PasswordCost): Promise<Buffer> {
  const N = 1 << log2n;
  const options: ScryptOptions = { N, r, p, maxmem: 256 * N * r };
  return inTurn(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        // The same letters, however a keyboard composes them.
        scrypt(password.normalize('NFKC'), salt, LENGTH, options, (error, key) =>
          error ? reject(error) : resolve(key),
        );
      }),
  );
}
