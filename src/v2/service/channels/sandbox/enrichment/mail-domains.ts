import { createHash } from 'node:crypto';
import type { EnrichmentCall } from '../../enrichment-source.ts';

/** One in so many generated companies takes mail for any name, so that its addresses cannot be checked. */
const ONE_IN = 8;

/** Told from the name alone: the same in every world, without another throw of the generator's dice. */
const drawnCatchAll = (domain: string): boolean =>
  (createHash('sha256').update(domain).digest()[0] ?? 0) % ONE_IN === 0;

export async function takesAnything({ tx, user_id }: EnrichmentCall, domain: string): Promise<boolean> {
  if (!drawnCatchAll(domain)) return false;
  const { rowCount } = await tx.query('select 1 from sandbox_companies where user_id = $1 and domain = $2', [
    user_id,
    domain,
  ]);
  return rowCount !== 0;
}

/** Somebody or something of the world has its mail there. */
export async function isMailDomain({ tx, user_id }: EnrichmentCall, domain: string): Promise<boolean> {
  const { rows } = await tx.query<{ known: boolean }>(
    `select exists (select 1 from sandbox_companies where user_id = $1 and domain = $2)
         or exists (select 1 from sandbox_people where user_id = $1
                     and (company_domain = $2 or email_key like '%@' || $2))
         or exists (select 1 from accounts where user_id = $1 and email_key like '%@' || $2) as known`,
    [user_id, domain],
  );
  return rows[0]?.known ?? false;
}

/** Addresses that are thrown away after one use. */
const DISPOSABLE: ReadonlySet<string> = new Set([
  'disposable.example',
  'throwaway.example',
  'trashmail.example',
  '10minutemail.com',
  'guerrillamail.com',
  'maildrop.cc',
  'mailinator.com',
  'sharklasers.com',
  'temp-mail.org',
  'tempmail.com',
  'trashmail.com',
  'yopmail.com',
]);

export const isDisposable = (domain: string): boolean => DISPOSABLE.has(domain);
