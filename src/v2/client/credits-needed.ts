/**
 * How many credits a call needs that was refused for want of them; 1 where its message does not say so. The interface has no field for it:
 * the message states the required and the remaining credits (spec: Errors), and this is the only place that reads it.
 */
export function creditsNeeded(message: string): number {
  const [, after, before] = /requir\w{0,10}\D{0,12}(\d{1,12})|(\d{1,12})\D{0,12}requir/i.exec(message) ?? [];
  return Number(after ?? before ?? 1);
}
