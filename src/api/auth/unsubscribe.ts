import { z } from 'zod';
import { openText, signText } from './signed-text.ts';

const PURPOSE = 'unsubscribe';
const claim = z.object({ enrollment_id: z.string() });

/** The link in an enrollment's mails. It never expires: a mail may be opened years later. */
export const unsubscribeUrl =
  (publicUrl: string, secretKey: Uint8Array) =>
  (enrollmentId: string): string =>
    `${publicUrl}/u/${signText(secretKey, PURPOSE, { enrollment_id: enrollmentId })}`;

/** The enrollment that the link was made for; null when it is not ours. */
export function openUnsubscribeToken(secretKey: Uint8Array, token: string): string | null {
  const parsed = claim.safeParse(openText(secretKey, PURPOSE, token));
  return parsed.success ? parsed.data.enrollment_id : null;
}
