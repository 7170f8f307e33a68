import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson } from '../../language/plan/canonical-json.ts';
import type { SecretBox } from '../../shared/secrets/secret-box.ts';

/** The receipt of an erasure, signed by the installation. It names nobody. */
export const erasureReceipt = z.strictObject({
  receipt_id: z.string(),
  at: z.string(),
  erased: z.array(z.strictObject({ what: z.string(), count: z.int() })),
  kept: z.array(z.strictObject({ what: z.string(), why: z.string(), until: z.string().optional() })),
  subject: z.strictObject({ enrollments: z.array(z.string()), names: z.array(z.string()) }),
  digest: z.string(),
  signature: z.string(),
});
export type ErasureReceipt = z.output<typeof erasureReceipt>;
type Unsigned = Omit<ErasureReceipt, 'digest' | 'signature'>;

export function signReceipt(secrets: Pick<SecretBox, 'digest'>, receipt: Unsigned): ErasureReceipt {
  const digest = digestOf(receipt);
  return { ...receipt, digest, signature: signatureOf(secrets, digest) };
}

/** Whether it is a receipt of this installation, unchanged: also after its secret key was changed. */
export function isReceiptGenuine(
  secrets: Pick<SecretBox, 'digest'>,
  { digest, signature, ...receipt }: ErasureReceipt,
): boolean {
  return isSame(digest, digestOf(receipt)) && isSame(signature, signatureOf(secrets, digest));
}

const digestOf = (receipt: Unsigned): string =>
  `sha256:${createHash('sha256').update(canonicalJson(receipt)).digest('hex')}`;

const signatureOf = (secrets: Pick<SecretBox, 'digest'>, digest: string): string =>
  secrets.digest(`erasure receipt ${digest}`);

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
