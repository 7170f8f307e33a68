/** What a company goes by, however it is written. */
export const companyName = (text: string): string => text.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase();
