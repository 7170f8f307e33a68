/** The position of a cursor in a document, found by indentation alone: the text is seldom valid while somebody types. */
export interface Spot {
  /** Keys from the top to the mapping or the value; `[]` is an item of a list. */
  readonly path: readonly string[];
  /** `key`: a key, or an item, is being written; `value`: what belongs to the last key of the path. */
  readonly at: 'key' | 'value';
  /** The offset at which the word before the cursor begins; `typed` is the word. */
  readonly from: number;
  readonly typed: string;
  /** The other keys of the same mapping. */
  readonly siblings: readonly string[];
  /** The column of the key: what continues it stands there. */
  readonly column: number;
}

interface Line {
  /** Columns of its dashes. */
  readonly dashes: readonly number[];
  /** The column of the text behind the dashes. */
  readonly column: number;
  readonly key: string | null;
  /** The offset of what follows the colon. */
  readonly value: number;
  readonly isBlank: boolean;
}

const KEY = /^(?:"([^"]*)"|'([^']*)'|([A-Za-z_$][\w$.-]*))\s*:(?=\s|$)/;

export function spotAt(text: string, offset: number): Spot {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const before = text.slice(start, offset);
  const lines = text.slice(0, start).split('\n').slice(0, -1);
  const line = readLine(before);
  const { path, siblings } = surroundings(lines, line, text.slice(offset).split('\n').slice(1));
  if (line.key !== null && before.length >= line.value) {
    const inside = flowOf(before.slice(line.value));
    if (inside !== null) {
      const from = start + line.value + inside.from;
      return { ...inside, path: [...path, line.key, ...inside.path], from, column: line.column, typed: inside.typed };
    }
    const typed = before.slice(line.value);
    return { path: [...path, line.key], at: 'value', from: start + line.value, typed, siblings, column: line.column };
  }
  const typed = before.slice(line.column);
  return { path, at: 'key', from: start + line.column, typed, siblings, column: line.column };
}

function readLine(text: string): Line {
  const dashes: number[] = [];
  let column = 0;
  for (;;) {
    column += /^ */.exec(text.slice(column))?.[0].length ?? 0;
    if (!/^-(?: |$)/.test(text.slice(column))) break;
    dashes.push(column);
    column += 1;
  }
  const rest = text.slice(column);
  const [whole = '', ...names] = KEY.exec(rest) ?? [];
  const key = names.find((name) => name !== undefined) ?? null;
  const gap = /^ */.exec(rest.slice(whole.length))?.[0].length ?? 0;
  const isBlank = dashes.length === 0 && (rest === '' || rest.startsWith('#'));
  return { dashes, column, key, value: column + whole.length + gap, isBlank };
}

/** The keys above a line and those beside its own. */
function surroundings(above: readonly string[], line: Line, below: readonly string[]) {
  const path: string[] = [];
  const siblings: string[] = [];
  let column = line.column;
  let dashes = [...line.dashes];
  const leave = () => {
    for (const dash of dashes.toReversed()) {
      path.unshift('[]');
      column = dash;
    }
    return dashes.length > 0;
  };
  let isItem = leave();
  let isOwn = !isItem;
  for (let at = above.length - 1; at >= 0; at -= 1) {
    const other = readLine(above[at] ?? '');
    if (other.isBlank) continue;
    if (isItem && other.dashes.includes(column)) continue;
    if (!isItem && other.column === column) {
      if (isOwn && other.key !== null) siblings.push(other.key);
      if (other.dashes.length === 0) continue;
      dashes = [...other.dashes];
      isItem = leave();
      isOwn = false;
      continue;
    }
    // The list of a key may stand at the column of the key.
    const isAbove = isItem ? other.column <= column : other.column < column;
    if (other.key === null || !isAbove || (isItem && other.dashes.length > 0 && other.column > column)) continue;
    path.unshift(other.key);
    column = other.column;
    dashes = [...other.dashes];
    isItem = leave();
    isOwn = false;
  }
  for (const text of below) {
    const other = readLine(text);
    if (other.isBlank) continue;
    if (other.column < line.column || other.dashes.length > 0) break;
    if (other.column === line.column && other.key !== null) siblings.push(other.key);
  }
  return { path, siblings };
}

/** Inside `{ a: 1, b` on one line; null: what is typed is no mapping. */
function flowOf(value: string): Pick<Spot, 'path' | 'at' | 'typed' | 'siblings' | 'from'> | null {
  const path: string[] = [];
  let siblings: string[] = [];
  let from = 0;
  let depth = 0;
  let quote: string | null = null;
  for (let at = 0; at < value.length; at += 1) {
    const sign = value[at];
    if (quote !== null) {
      if (sign === quote) quote = null;
    } else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '{' && value[at + 1] !== '{' && value[at - 1] !== '{') {
      const [, key] = /([\w.-]{1,64})\s{0,8}:\s{0,8}$/.exec(value.slice(from, at)) ?? [];
      if (depth > 0 && key !== undefined) path.push(key);
      depth += 1;
      siblings = [];
      from = at + 1;
    } else if (sign === '}' && depth > 0) {
      depth -= 1;
      path.pop();
    } else if (sign === ',' && depth > 0) {
      const [, key] = /^\s*([\w.-]+)\s*:/.exec(value.slice(from, at)) ?? [];
      if (key !== undefined) siblings.push(key);
      from = at + 1;
    }
  }
  if (depth === 0) return null;
  const [lead = '', key] = /^\s*(?:([\w.-]+)\s*:\s*)?/.exec(value.slice(from)) ?? [];
  const typed = value.slice(from + lead.length);
  const spot = { siblings, typed, from: from + lead.length };
  return key === undefined ? { ...spot, path, at: 'key' } : { ...spot, path: [...path, key], at: 'value' };
}
