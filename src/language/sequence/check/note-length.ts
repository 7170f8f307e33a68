/** A long first name, company or title; what a note must leave room for. */
export const LONG_VALUE = 40;

export const characters = (count: number): string => (count === 1 ? '1 character' : `${count} characters`);
