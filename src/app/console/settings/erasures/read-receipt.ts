import type { AskedOf } from '../../../api-client/asked.ts';

export type Receipt = AskedOf<'checkReceipt'>['body']['receipt'];

const NEEDED = ['receipt_id', 'at', 'erased', 'kept', 'subject', 'digest', 'signature'] as const;

/** The receipt that a file holds, as it was downloaded; null: it holds none. Whether it is genuine the server says. */
export function readReceipt(text: string): Receipt | null {
  try {
    const read: unknown = JSON.parse(text);
    const isOne = typeof read === 'object' && read !== null && NEEDED.every((name) => name in read);
    return isOne ? (read as Receipt) : null;
  } catch {
    return null;
  }
}
