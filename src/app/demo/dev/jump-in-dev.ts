import { z } from 'zod';
import { type Quiet, together } from '../../../shared/kit/quiet.ts';
import type { DevClient } from './dev-client.ts';
import type { DevSystem } from './dev-system.ts';
import { jumpAlong } from './jump-along.ts';

const time = z.iso.datetime().transform((text) => Date.parse(text));
const answer = z.object({
  now: time,
  under_way: z.array(z.object({ what: z.string(), count: z.number() })),
  next: z.object({ what: z.string(), at: time }).nullable(),
});

/** Reads the answer of `GET /api/quiet`. */
export const readQuietAnswer = (given: unknown): Quiet => answer.parse(given);

/** Moves the clock of `overture dev` to whatever is due next, the people of the demo at their mailboxes and those who will join it included. */
export async function jumpInDev(
  system: DevSystem,
  client: DevClient,
  { life, signal }: { readonly life: { quiet(): Quiet } | null; readonly signal: AbortSignal },
): Promise<void> {
  const mail = await system.mail;
  const people = (): Quiet[] => [...(mail?.kind === 'real' ? [mail.quiet()] : []), ...(life ? [life.quiet()] : [])];
  await jumpAlong({
    signal,
    async read() {
      const before = people();
      const quiet = readQuietAnswer(await client.api('GET', '/api/quiet'));
      // Both before and after: a mail that was on its way at the first look may have made somebody answer by the second.
      return together([quiet, ...people(), ...before.map((seen) => ({ ...seen, next: null }))]);
    },
    async jump(to) {
      await client.api('POST', '/api/clock/jump', { to: new Date(to).toISOString() });
    },
  });
}
