/** For sorting: by their signs, which is the same on every machine, as an order by the machine's language is not. */
export const compareTexts = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
