import { type LoginBody, loginBody } from '../../contract/endpoints/login-body.ts';
import type { LinkRow } from './link-row.ts';

/** Fields that a link fixes for its sign-ins: the locked country, and the products where more than the regular account was asked for. */
export function fixedByLink(link: LinkRow): { readonly country?: string; readonly products?: LinkRow['products'] } {
  // A reconnected account keeps both.
  if (link.reconnect !== null) return {};
  return {
    ...(link.country === null ? {} : { country: link.country }),
    ...(asksForProducts(link) ? { products: link.products } : {}),
  };
}

export const asksForProducts = (link: LinkRow): boolean =>
  link.reconnect === null && link.products.some((product) => product !== 'classic');

/** A login as the contract reads it, in which only what was named is there. */
export function readLogin(input: Readonly<Record<string, unknown>>) {
  const parsed = loginBody.safeParse(input);
  if (!parsed.success) return parsed;
  const named = Object.fromEntries(Object.entries(parsed.data).filter(([field]) => field in input));
  // The schema's own output, without fields that may be left out.
  return { success: true as const, data: named as LoginBody };
}
