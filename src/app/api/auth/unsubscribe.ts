import { z } from 'zod';
import type { KeyRing } from '../../../shared/secrets/key-ring.ts';
import { openText, signText } from './signed-text.ts';

const PURPOSE = 'unsubscribe';
const claim = z.object({ enrollment_id: z.string() });

/** The unsubscribe link in an enrollment's mails. It never expires: a mail may be opened years later. */
export const unsubscribeUrl =
  (publicUrl: string, secretKey: Uint8Array) =>
  (enrollmentId: string): string =>
    `${publicUrl}/u/${signText(secretKey, PURPOSE, { enrollment_id: enrollmentId })}`;

/** The enrollment that the link was made for, with whichever key of ours; null when it is not ours. */
export async function openUnsubscribeToken(ring: KeyRing, token: string): Promise<string | null> {
  const known = claimIn(ring, token);
  if (known !== null) return known;
  // A worker may have a newer key than we knew at our start.
  await ring.refresh();
  return claimIn(ring, token);
}

function claimIn(ring: KeyRing, token: string): string | null {
  for (const { key } of ring.all) {
    const parsed = claim.safeParse(openText(key, PURPOSE, token));
    if (parsed.success) return parsed.data.enrollment_id;
  }
  return null;
}
