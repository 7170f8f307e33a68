/** Bytes of the whole header, its name among them: servers refuse longer ones, from 998 on. */
const MOST_BYTES = 1000;
const NAME = 'References:';
/** Before each id: a blank, or a line break and a blank. */
const FOLD = '\r\n ';

const utf8 = new TextEncoder();
const sizeOf = (id: string): number => utf8.encode(FOLD + id).length;

/**
 * Chooses the `References` of a thread, oldest first: the mail that began it, the one that is answered, and of those between as
 * many as fit, the nearest (RFC 5322, 3.6.4, lets a program leave some out). Everything that writes a mail asks here.
 */
export function fitReferences(ids: readonly string[]): string[] {
  const last = ids.at(-1);
  if (last === undefined) return [];
  const [first, ...between] = new Set(ids.filter((id) => id !== last));
  let room = MOST_BYTES - NAME.length - sizeOf(last);
  const fits = (id: string): boolean => {
    if (sizeOf(id) > room) return false;
    room -= sizeOf(id);
    return true;
  };
  const begun = first !== undefined && fits(first) ? [first] : [];
  const from = between.findLastIndex((id) => !fits(id)) + 1;
  return [...begun, ...between.slice(from), last];
}
