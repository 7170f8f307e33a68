/** The same words however they are broken into lines: each run of white space is one space, and none at either end. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
