/** The domain of a mail address, bare or as `Ada <ada@lovelace.example>`, lower case; empty where it has none. */
export const domainOf = (address: string): string => /@([^@\s>]+)>?\s*$/.exec(address)?.[1]?.toLowerCase() ?? '';
