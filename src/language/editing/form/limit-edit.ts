import type { Edit } from '../../sequence/diagnostics/edit.ts';
import type { YamlMap, YamlValue } from '../../sequence/yaml/yaml-value.ts';
import { entryOf } from './path.ts';

/** Sets a limit, as in `20/day, 80/week`; an empty one is taken away. */
export function limitEdit(text: string, document: YamlMap, key: string, value: string): Edit | null {
  const caps = value
    .split(',')
    .map((cap) => cap.trim())
    .filter((cap) => cap !== '');
  const limits = entryOf(document, 'limits');
  if (limits?.value.kind === 'map') {
    const entry = entryOf(limits.value, key);
    if (entry === undefined) return caps.length === 0 ? null : added(text, limits.value, key, caps);
    return caps.length === 0 ? without(text, limits.value, key) : replaced(text, entry.value, caps);
  }
  if (caps.length === 0) return null;
  const line = `{ ${key}: ${inOne(caps)} }`;
  if (limits !== undefined) {
    if (limits.value.kind !== 'null') return null;
    const colon = text.indexOf(':', limits.key_place.end);
    return { offset: colon + 1, end: colon + 1, text: ` ${line}` };
  }
  const steps = entryOf(document, 'steps');
  if (steps === undefined) return null;
  return { offset: steps.key_place.offset, end: steps.key_place.offset, text: `limits: ${line}\n` };
}

/** Each cap where it stands, as long as they are as many; else all of them on one line. */
function replaced(text: string, value: YamlValue, caps: readonly string[]): Edit {
  const items = value.kind === 'list' ? value.items : [value];
  const changed = items.filter((item, at) => readOf(text, item) !== caps[at]);
  const [one] = changed;
  if (items.length === caps.length && changed.length === 1 && one !== undefined)
    return { ...stretch(text, one), text: plain(caps[items.indexOf(one)] ?? '') };
  return { ...stretch(text, value), text: inOne(caps) };
}

function added(text: string, { entries, place }: YamlMap, key: string, caps: readonly string[]): Edit {
  const last = entries.at(-1);
  const line = `${key}: ${inOne(caps)}`;
  if (text[place.offset] === '{') {
    const at = last === undefined ? place.offset + 1 : stretch(text, last.value).end;
    return { offset: at, end: at, text: last === undefined ? ` ${line} ` : `, ${line}` };
  }
  const at = lineEnd(text, last === undefined ? place.end : stretch(text, last.value).end);
  return { offset: at, end: at, text: `\n${' '.repeat(columnOf(text, place.offset))}${line}` };
}

function without(text: string, { entries, place }: YamlMap, key: string): Edit | null {
  const at = entries.findIndex((entry) => entry.key === key);
  const entry = entries[at];
  if (entry === undefined) return null;
  const end = stretch(text, entry.value).end;
  if (text[place.offset] === '{') {
    const [before, after] = [entries[at - 1], entries[at + 1]];
    if (before !== undefined) return { offset: stretch(text, before.value).end, end, text: '' };
    return { offset: entry.key_place.offset, end: after?.key_place.offset ?? end, text: '' };
  }
  if (entries.length === 1) return { offset: entry.key_place.offset, end, text: '{}' };
  const start = entry.key_place.offset - columnOf(text, entry.key_place.offset);
  return { offset: start, end: Math.min(text.length, lineEnd(text, end) + 1), text: '' };
}

/** Without the space, comments and line ends behind it. */
function stretch(text: string, { place: { offset, end }, kind, ...value }: YamlValue): { offset: number; end: number } {
  const last = kind === 'list' && 'items' in value && text[offset] !== '[' ? value.items.at(-1) : undefined;
  return last === undefined ? { offset, end } : { offset, end: stretch(text, last).end };
}

const readOf = (text: string, value: YamlValue): string =>
  value.kind === 'text' ? value.value : text.slice(value.place.offset, value.place.end);

const inOne = (caps: readonly string[]): string => {
  const [only] = caps;
  return caps.length === 1 && only !== undefined ? plain(only) : `[${caps.map(plain).join(', ')}]`;
};

/** Puts a text that is no cap yet into quotes, so that the document can still be read. */
const plain = (cap: string): string => (/^\d{1,7}(?:\/| per )[a-z]{0,9}$/.test(cap) ? cap : JSON.stringify(cap));

const lineEnd = (text: string, offset: number): number => {
  const at = text.indexOf('\n', offset);
  return at < 0 ? text.length : at;
};

const columnOf = (text: string, offset: number): number => offset - (text.lastIndexOf('\n', offset - 1) + 1);
