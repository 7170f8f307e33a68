/** A Message-ID with its angle brackets, given with or without. */
export const bracketed = (id: string): string => `<${id.trim().replace(/^<|>$/g, '')}>`;
