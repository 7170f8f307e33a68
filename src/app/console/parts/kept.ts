import { isRecord } from '../../../shared/kit/is-record.ts';

const TAB = 'overture.tab';
const keyOf = (name: string): string => `overture.${name}`;

/**
 * Reads what somebody has typed and not sent: it outlives a reload, a closed tab and another build of the page. This tab's own
 * comes first, else what a tab has left that is closed, the newest of several, which becomes this tab's own.
 */
export function readKept(name: string): unknown {
  const own = parse(sessionStorage.getItem(keyOf(name)));
  if (own !== null) return own;
  const left = entriesOf(name)
    .map((key) => ({ key, value: parse(localStorage.getItem(key)) }))
    .filter(({ value }) => isRecord(value))
    .toSorted((a, b) => timeOf(b.value) - timeOf(a.value))[0];
  if (left === undefined) return null;
  localStorage.removeItem(left.key);
  keep(name, left.value as object);
  return left.value;
}

export function keep(name: string, value: object): void {
  const written = JSON.stringify({ ...value, kept_at: Date.now() });
  // Full or forbidden: what was typed is on the page still.
  try {
    sessionStorage.setItem(keyOf(name), written);
  } catch {}
  try {
    localStorage.setItem(ownKeyOf(name), written);
  } catch {}
}

/** Forgets what this tab has kept; what others have stays. */
export function forgetKept(name: string): void {
  sessionStorage.removeItem(keyOf(name));
  localStorage.removeItem(ownKeyOf(name));
}

/** Forgets what any tab has kept. */
export function forgetAllKept(name: string): void {
  sessionStorage.removeItem(keyOf(name));
  for (const key of entriesOf(name)) localStorage.removeItem(key);
}

/** One for each tab, so that none writes over what another has: what closes with its tab is the storage of its session. */
const ownKeyOf = (name: string): string => `${keyOf(name)}#${tab()}`;

const entriesOf = (name: string): string[] =>
  Object.keys(localStorage).filter((key) => key === keyOf(name) || key.startsWith(`${keyOf(name)}#`));

let own: string | undefined;

function tab(): string {
  own ??= sessionStorage.getItem(TAB) ?? undefined;
  if (own !== undefined) return own;
  own = `${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`;
  try {
    sessionStorage.setItem(TAB, own);
  } catch {}
  return own;
}

const timeOf = (value: unknown): number => {
  const at = isRecord(value) ? value.kept_at : undefined;
  return typeof at === 'number' ? at : 0;
};

function parse(written: string | null): unknown {
  try {
    return written === null ? null : JSON.parse(written);
  } catch {
    return null;
  }
}
