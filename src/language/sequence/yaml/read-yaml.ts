import { isAlias, isMap, isScalar, isSeq, type Node, type Pair, type YAMLMap } from 'yaml';
import type { YamlReporter } from '../diagnostics/diagnostic.ts';
import type { Place } from '../diagnostics/edit.ts';
import { duplicateEdits } from '../fix/duplicate-edits.ts';
import { quoted } from '../fix/text-edits.ts';
import { reportUnquoted } from './report-unquoted.ts';
import { unwritableAt, whatIsAt } from './unwritable.ts';
import type { YamlEntry, YamlValue } from './yaml-value.ts';

const MAX_ALIASES = 100;
/** More than any document of the permitted size needs without aliases. */
const MAX_VALUES = 150_000;

interface YamlReader {
  /** Null, with a diagnostic, for what a sequence cannot contain. */
  read(node: unknown): YamlValue | null;
  /** True when something was left out: what is missing then would only cause more messages. */
  incomplete(): boolean;
}

/** The library's nodes → our values: aliases expanded, keys unique texts, every value with its place. */
export function createYamlReader(text: string, reporter: YamlReporter): YamlReader {
  const anchors = new Map<string, Node>();
  const open = new Set<Node>();
  let aliases = 0;
  let values = 0;
  let incomplete = false;

  const placeOf = (node: Node): Place => {
    const [offset, end] = node.range ?? [0, 1];
    return { offset, end: Math.max(end, offset + 1) };
  };

  function read(node: unknown): YamlValue | null {
    const value = readNode(node);
    incomplete ||= value === null;
    return value;
  }

  function readNode(node: unknown): YamlValue | null {
    values += 1;
    if (values > MAX_VALUES) {
      if (values === MAX_VALUES + 1) tooManyAliases({ offset: 0, end: 1 });
      return null;
    }
    if (isAlias(node)) return readAlias(node.source, placeOf(node));
    if (!isScalar(node) && !isSeq(node) && !isMap(node)) return null;
    if (node.anchor !== undefined) anchors.set(node.anchor, node);
    const place = placeOf(node);
    if (isScalar(node)) return readScalar(node.value, place);
    if (open.has(node)) {
      reporter.report('SEQ004', place, 'an alias contains itself', 'Write the part out where it is used.');
      return null;
    }
    open.add(node);
    const value: YamlValue | null = isSeq(node)
      ? { kind: 'list', items: present(node.items.map((item) => read(item))), place }
      : readMap(node, place);
    open.delete(node);
    return value;
  }

  function readAlias(source: string, place: Place): YamlValue | null {
    aliases += 1;
    if (aliases > MAX_ALIASES) {
      tooManyAliases(place);
      return null;
    }
    const target = anchors.get(source);
    if (!target) {
      const fix = `Write &${source} before the value, above this line.`;
      reporter.report('SEQ001', place, `the alias *${source} stands for nothing`, fix);
      return null;
    }
    return read(target);
  }

  function tooManyAliases(place: Place): void {
    const message = `aliases are expanded more than ${MAX_ALIASES} times`;
    reporter.report('SEQ004', place, message, 'Write the parts out, or use fewer aliases.');
  }

  function readScalar(value: unknown, place: Place): YamlValue | null {
    switch (typeof value) {
      case 'string':
        return readString(value, place);
      case 'number':
        return { kind: 'number', value, place };
      case 'boolean':
        return { kind: 'boolean', value, place };
      default:
        return { kind: 'null', place };
    }
  }

  /** An escape can write what the document itself cannot hold. */
  function readString(value: string, place: Place): YamlValue | null {
    const strange = unwritableAt(value);
    const isWritten = strange !== null && unwritableAt(text.slice(place.offset, place.end)) !== null;
    if (strange === null || isWritten) return { kind: 'text', value, place };
    reporter.report('SEQ071', place, `this text contains ${whatIsAt(value, strange)}`, 'Remove the escape.');
    return null;
  }

  function readMap(node: YAMLMap, place: Place): YamlValue | null {
    if (isUnquotedTemplate(node, place)) {
      const written = text.slice(place.offset, place.end).trimEnd();
      const edit = { offset: place.offset, end: place.offset + written.length, text: quoted(written) };
      reportUnquoted(place, reporter, /[\r\n]/.test(written) ? [] : [edit]);
      // Read on as what was meant.
      return { kind: 'text', value: text.slice(place.offset, place.end).trim(), place };
    }
    const seen = new Map<string, Place>();
    const entries: YamlEntry[] = [];
    for (const pair of node.items) {
      const entry = readPair(pair, place);
      if (!entry) continue;
      const earlier = seen.get(entry.key);
      if (earlier) {
        const fix = 'Keep one of the two, or give each its own list item.';
        const edits = duplicateEdits(text, earlier, entry.key_place);
        reporter.report('SEQ002', entry.key_place, `the key "${entry.key}" is written twice here`, fix, edits);
        continue;
      }
      seen.set(entry.key, entry.key_place);
      entries.push(entry);
    }
    return { kind: 'map', entries, place };
  }

  function readPair(pair: Pair, map: Place): YamlEntry | null {
    const key = isAlias(pair.key) ? anchors.get(pair.key.source) : pair.key;
    const key_place = isScalar(pair.key) || isAlias(pair.key) ? placeOf(pair.key) : map;
    if (!isScalar(key) || key.value === null || typeof key.value === 'object') {
      reporter.report('SEQ006', key_place, 'a key is a plain word', 'Write the key as a word, then a colon.');
      incomplete = true;
      return null;
    }
    if (key.anchor !== undefined) anchors.set(key.anchor, key);
    if (key.value === '<<' && text.startsWith('<<', key_place.offset)) {
      const fix = 'Write the keys out, or let an alias stand for the whole value.';
      reporter.report('SEQ001', key_place, 'YAML 1.2 has no merge key `<<`', fix);
      return null;
    }
    const value = pair.value === null ? ({ kind: 'null', place: key_place } as const) : read(pair.value);
    return value && { key: String(key.value), key_place, value };
  }

  /** `{{ name }}` without quotes: a flow mapping whose only key is a flow mapping. */
  function isUnquotedTemplate(node: YAMLMap, place: Place): boolean {
    return text.startsWith('{{', place.offset) && node.items.some((pair) => isMap(pair.key));
  }

  return { read, incomplete: () => incomplete };
}

const present = <T>(values: readonly (T | null)[]): T[] => values.filter((value) => value !== null);
