/** Fields of one group, by lower-case name; where a name occurs twice, the first counts. */
export type Fields = ReadonlyMap<string, string>;

const MOST_GROUPS = 200;
/** Once in each group: a second one begins the next. */
const OF_NEXT = new Set(['original-recipient', 'final-recipient']);
const MOST_TEXT = 200_000;

/** The groups of a report (RFC 3464, RFC 5965): one of the whole, then one for each recipient, blank lines between. */
export function readFields(text: string): Fields[] {
  const groups: Fields[] = [];
  let group = new Map<string, string>();
  let last: string | null = null;
  for (const line of `${text.slice(0, MOST_TEXT)}\n\n`.split('\n')) {
    if (line.trim() === '') {
      if (group.size > 0) groups.push(group);
      if (groups.length >= MOST_GROUPS) break;
      group = new Map();
      last = null;
      continue;
    }
    const field = /^([A-Za-z][A-Za-z0-9-]{2,40})[ \t]{0,5}:(.*)$/.exec(line);
    if (field === null && last !== null) {
      // A long value goes on, also where a server forgot to indent it.
      group.set(last, `${group.get(last) ?? ''}${/^\s/.test(line) ? ' ' : ''}${line.trim()}`.slice(0, 5000));
    }
    if (field === null) continue;
    last = (field[1] ?? '').toLowerCase();
    // Servers forget the blank line between two recipients.
    if (OF_NEXT.has(last) && group.has(last)) {
      groups.push(group);
      group = new Map();
    }
    if (!group.has(last)) group.set(last, (field[2] ?? '').trim());
    else last = null;
  }
  return groups;
}
