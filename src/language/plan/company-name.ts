/** Normalizes a company's name, so that two spellings of one company are equal. */
export const companyName = (text: string): string => text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
