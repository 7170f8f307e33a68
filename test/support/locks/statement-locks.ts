/** A lock that a statement takes, by its text. */
export interface StatementLock {
  /** A table, or what an advisory lock stands for. */
  readonly what: string;
  /** False: it passes over what somebody else has. */
  readonly waits: boolean;
  /** Also keeps out whoever adds a row that refers to it. */
  readonly whole: boolean;
  /** The parameter with the ids of the rows, from 1; null: the text does not tell them. */
  readonly ids: number | null;
}

const known = new Map<string, readonly StatementLock[]>();

/** In the order of the text. A row that is inserted is nobody else's yet, unless the statement expects that it may be there. */
export function statementLocks(text: string): readonly StatementLock[] {
  const before = known.get(text);
  if (before !== undefined) return before;
  const plain = text
    .replace(/--[^\n]*/g, ' ')
    .replace(/'[^']*'/g, (literal) => (/^'\w{1,40}'$/.test(literal) ? literal : "''"))
    .replace(/\s+/g, ' ')
    .toLowerCase()
    .replace(/any\((\$\d+)(?:::\w+\[\])?\)/g, 'any $1')
    .trim();
  const locks = [...advisoryLocks(plain), ...selectLocks(plain), ...writeLocks(plain)];
  known.set(text, locks);
  return locks;
}

function advisoryLocks(text: string): StatementLock[] {
  const of = (what: string): StatementLock => ({ what, waits: true, whole: false, ids: null });
  if (/\bread_hold\(/.test(text)) return [of('holds')];
  return [...text.matchAll(/pg_(try_)?advisory_xact_lock(?:_shared)?\((.{0,40})/g)].map(([, tries, key = '']) => {
    if (key.startsWith('4400, 16')) return of('holds');
    if (key.startsWith('4400, 80')) return { ...of('queueing'), waits: tries === undefined };
    if (key.startsWith('44000 + rank')) return { ...of('names'), waits: tries === undefined };
    if (key.startsWith('hashtextextended($1, 4400)')) return of('request');
    if (key.startsWith("hashtext('credit_balance')")) return of('credit_balance');
    return of(`an advisory lock of ${key}`);
  });
}

const LOCKING = /\bfor (update|no key update|share|key share)(?: of (\w+))?( skip locked| nowait)?/g;
const TABLES =
  /\b(?:from|join) ([a-z_]+)(?: (?:as )?(?!where\b|order\b|join\b|on\b|for\b|limit\b|cross\b|left\b)(\w+))?/g;

/** `select … for update`, of whichever table of its `from` it names. */
function selectLocks(text: string): StatementLock[] {
  return [...text.matchAll(LOCKING)].flatMap((match) => {
    const [, strength, of, passes] = match;
    const scope = scopeBefore(text, match.index);
    const tables = [...scope.matchAll(TABLES)].map(([, table = '', alias = table]) => ({ table, alias }));
    const named = tables.filter(({ alias }) => of === undefined || alias === of);
    if (named.length === 0) throw new Error(`no table for the lock in: ${text}`);
    const how = { waits: passes === undefined, whole: strength === 'update', ids: idsIn(scope) };
    return named.map(({ table }) => ({ ...how, what: table }));
  });
}

function writeLocks(text: string): StatementLock[] {
  const passed = new Set(selectLocks(text).flatMap(({ what, waits }) => (waits ? [] : [what])));
  return [...text.matchAll(/(?<!for |key |do )\b(insert into|update|delete from) ([a-z_]+)/g)].flatMap((match) => {
    const [, verb, what = ''] = match;
    const scope = scopeAfter(text, match.index);
    if (verb === 'insert into') {
      return scope.includes('on conflict') ? [{ what: `new ${what}`, waits: true, whole: false, ids: null }] : [];
    }
    // What a part of the same statement has picked, passing over the rest, it has already.
    const waits = !passed.has(what);
    return [{ what, waits, whole: false, ids: idsIn(scope) }];
  });
}

function idsIn(scope: string): number | null {
  const [, parameter] = /\bwhere (?:\w+\.)?id = (?:any )?\$(\d+)\b(?! or\b)/.exec(scope) ?? [];
  return parameter === undefined ? null : Number(parameter);
}

/** The select that ends here, without what is in parentheses within it. */
function scopeBefore(text: string, end: number): string {
  let depth = 0;
  let own = '';
  for (let at = end - 1; at >= 0; at--) {
    const char = text[at];
    if (char === ')') depth++;
    if (char === '(' && --depth < 0) return own;
    if (depth === 0 && char !== '(') own = char + own;
  }
  return own;
}

/** The statement that begins here, without what is in parentheses within it, until the one around it goes on. */
function scopeAfter(text: string, start: number): string {
  let depth = 0;
  let own = '';
  for (const char of text.slice(start)) {
    if (char === '(') depth++;
    if (depth === 0 && char !== ')') own += char;
    if (char === ')' && --depth < 0) return own;
  }
  return own;
}
