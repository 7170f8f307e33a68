export type KeyLine = readonly [keys: string, does: string];

const OF_TABLES: readonly KeyLine[] = [
  ['j, k', 'next and previous row'],
  ['Enter', 'open the row'],
];

const OF_UNCLEAR: KeyLine = ['y, m, u', 'a mail in doubt: it is an answer, it is automatic, they want no more mail'];

const OF_EDITOR: readonly KeyLine[] = [
  ['Ctrl Space', 'complete'],
  ['Shift F1', 'what the key at the cursor means'],
  ['F8', 'next problem'],
  ['⌘., Ctrl .', 'make the fix of the problem at the cursor'],
  ['⌘S, Ctrl S', 'save the draft'],
  ['Esc, then Tab', 'leave the text'],
];

/** The keys of a page, by how its address begins; the first that fits. */
const OF_PAGES: readonly (readonly [begins: RegExp, keys: readonly KeyLine[]])[] = [
  [
    /^\/inbox\/?$/,
    [
      ['j, k', 'next and previous conversation'],
      ['r, t, n, f', 'answer, saved answer, note, file'],
      ['e, l, s, a', 'done, label, snooze, assign: those picked, or the open one'],
      ['x', 'pick the open one, or not'],
      OF_UNCLEAR,
      ['Shift J, Shift K', 'pick on the way'],
      ['Esc', 'pick none'],
    ],
  ],
  [
    /^\/tasks\/?$/,
    [
      ['j, k', 'next and previous task'],
      ['a, r', 'approve, reject'],
      ['e', 'change the text that is to go out'],
      ['y, n', 'a send in doubt: it was sent, it was not'],
      OF_UNCLEAR,
      ['c, w', 'comment, give it to somebody'],
      ['x', 'pick it, or not'],
      ['Esc', 'pick none'],
    ],
  ],
  [/^\/campaigns\/[^/]+/, [...OF_TABLES, ['x', 'pick the person of the row, or not']]],
  [/^\/(campaigns|people|accounts|settings)\/?$/, OF_TABLES],
  [/^\/sequences\/?$/, OF_TABLES],
  [/^\/sequences\/[^/]+/, OF_EDITOR],
  [/^\/new-sequence\/?$/, OF_EDITOR],
];

const EVERYWHERE: readonly KeyLine[] = [
  ['⌘K, Ctrl K', 'search, or do something'],
  ['?', 'this list'],
];

/** The keys that do something on the page at this address, and those that do on every page. */
export const keysOf = (
  path: string,
): { readonly here: readonly KeyLine[]; readonly everywhere: readonly KeyLine[] } => ({
  here: OF_PAGES.find(([begins]) => begins.test(path))?.[1] ?? [],
  everywhere: EVERYWHERE,
});
