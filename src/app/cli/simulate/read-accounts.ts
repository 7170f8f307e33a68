import { readFile } from 'node:fs/promises';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { zoneOf } from '../../../core/calendar/zone-of.ts';
import type { GivenAccount } from '../../../core/simulate/accounts/simulated-accounts.ts';
import { checkShape } from '../../../shared/kit/check-shape.ts';
import { readNetworkProfiles } from '../../main/read-network-profiles.ts';
import { readCount, wrongUse } from './read-options.ts';

const FIX =
  'List accounts like: - { id: acc_anna, channel: professional, country: FR, profile: professional-free, inmails: 50 }';

const account = z.strictObject({
  id: z.string().min(1),
  channel: z.enum(['professional', 'messenger', 'email']),
  name: z.string().min(1).optional(),
  timezone: z.string().optional(),
  country: z.string().optional(),
  daily_limit: z.int().positive().optional(),
  profile: z.string().optional(),
  inmails: z.int().nonnegative().optional(),
  premium: z.boolean().optional(),
  first_send: z
    .union([z.iso.date(), z.iso.datetime({ offset: true })], { error: 'is not a day like 2026-03-02' })
    .optional(),
});

const CHANNELS = ['professional', 'messenger', 'email'] as const;

/** A number: so many on each channel, of which nothing else is known. A file: a YAML or JSON list. */
export async function readAccounts(given: string): Promise<GivenAccount[]> {
  if (/^\d+$/.test(given)) {
    const count = readCount('--accounts', given, 1, 1000);
    return CHANNELS.flatMap((channel) =>
      Array.from({ length: count }, (_, index) => ({ id: `${channel}-${index + 1}`, channel })),
    );
  }
  const text = await readFile(given, 'utf8').catch(() => {
    throw wrongUse(`--accounts ${given} is neither a number nor a file that can be read`, FIX);
  });
  const document = parseDocument(text);
  const [broken] = document.errors;
  if (broken) throw wrongUse(`${given}: ${broken.message}`, FIX);
  const checked = checkShape(z.array(account).min(1), document.toJS());
  if (!checked.ok) {
    const problems = checked.error.map(({ field, message }) => `${field || 'the file'}: ${message}`);
    throw wrongUse(`${given}: ${problems.join('; ')}`, FIX);
  }
  const profiles = checked.value.some((one) => one.profile !== undefined) ? readNetworkProfiles(process.env) : [];
  return checked.value.map(({ profile: name, timezone, country, first_send, daily_limit, ...one }) => {
    const profile = name === undefined ? null : profiles.find((known) => known.name === name);
    if (profile === undefined) {
      throw wrongUse(
        `${given}: there is no profile ${name}; there are ${profiles.map((known) => known.name).join(', ')}`,
        FIX,
      );
    }
    const zone =
      timezone === undefined && country === undefined
        ? {}
        : { zone: zoneOf({ timezone: timezone ?? null, country: country ?? null }) };
    const { id, channel, inmails, premium, name: label = id } = one;
    return {
      id,
      channel,
      name: label,
      ...zone,
      daily_limit: daily_limit ?? null,
      profile,
      first_send_at: first_send === undefined ? null : Date.parse(first_send),
      ...(inmails === undefined ? {} : { inmails }),
      ...(premium === undefined ? {} : { premium }),
    };
  });
}
