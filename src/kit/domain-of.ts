/** The domain of a mail address, lower case; null where it has none. */
export function domainOf(address: string): string | null {
  const domain = /@([^@\s>]+)>?\s*$/.exec(address)?.[1];
  return domain === undefined ? null : domain.toLowerCase();
}
