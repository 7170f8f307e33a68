import { shortenText } from '../../../shared/kit/cut-text.ts';
import type { Vars } from '../../plan/lead.ts';
import { MOST_DIAGNOSTICS, type Reporter } from '../diagnostics/diagnostic.ts';
import type { Edit, Place } from '../diagnostics/edit.ts';
import { flagEdits, quoteEdits, wordEdits } from '../fix/word-edits.ts';
import { nameOf, type YamlEntry, type YamlMap, type YamlText, type YamlValue } from '../yaml/yaml-value.ts';
import { didYouMean } from './near-miss.ts';

/** The state that the checks of one document share. */
export interface CheckContext extends Pick<Reporter, 'report' | 'errorCount'> {
  readonly source: string;
  /** The sequence's own name; empty where it has none. */
  readonly sequence: string;
  /** Names that `set` and `save_as` make somewhere in the sequence. */
  readonly made: ReadonlySet<string>;
  /** Variables with their defaults; filled before the steps are checked. */
  readonly vars: Vars;
  /** Ids given so far. */
  readonly ids: Map<string, Place>;
  /** Tells whether the paths are whole, or lack steps that could not be read. */
  readonly paths: { whole: boolean };
  /** While the value of a step is checked: the step's word, and the keys that stand beside it and not inside. */
  readonly inside?: { readonly word: string; readonly beside: readonly string[] };
}

export type Entries = ReadonlyMap<string, YamlEntry>;

interface Keys {
  /** `a limit`, `an InMail`: for messages. */
  readonly of: string;
  readonly known: readonly string[];
  /** The key whose mapping has the keys `known`, and how to put one there that stands beside it. */
  readonly below?: { readonly key: string; readonly known: readonly string[]; readonly how: string } | undefined;
}

/** A mapping's entries by key, after reporting those it does not have. */
export function readKeys(context: CheckContext, map: YamlMap, keys: Keys): Entries {
  for (const entry of map.entries) {
    if (keys.known.includes(entry.key)) continue;
    // No further one would be shown, and looking for what was meant takes time.
    if (context.errorCount() > MOST_DIAGNOSTICS) break;
    if (keys.below?.known.includes(entry.key)) {
      const message = `\`${entry.key}\` belongs below \`${keys.below.key}\`, not beside it`;
      context.report('SEQ007', entry.key_place, message, keys.below.how);
      continue;
    }
    if (context.inside?.beside.includes(entry.key)) {
      const { word } = context.inside;
      const fix = `Indent it as far as the word \`${word}\`, so that it stands beside it.`;
      context.report('SEQ007', entry.key_place, `\`${entry.key}\` belongs beside \`${word}\`, not inside it`, fix);
      continue;
    }
    const near = didYouMean(entry.key, keys.known);
    const takes = keys.known.length > 0 ? keys.known.join(', ') : 'nothing';
    const fix = near ? sentence(near) : `Remove it; ${keys.of} takes ${takes}.`;
    const free = keys.known.filter((key) => !map.entries.some((other) => other.key === key));
    const edits = wordEdits(context.source, entry.key_place, entry.key, free);
    context.report('SEQ007', entry.key_place, `${keys.of} has no key "${entry.key}"`, fix, edits);
  }
  return new Map(map.entries.map((entry) => [entry.key, entry]));
}

export function reportForm(
  context: CheckContext,
  value: YamlValue,
  what: string,
  fix: string,
  edits?: readonly Edit[],
): null {
  context.report('SEQ006', value.place, `${what}, not ${nameOf(value)}`, fix, edits);
  return null;
}

export function readMap(context: CheckContext, value: YamlValue, of: string, fix: string): YamlMap | null {
  return value.kind === 'map' ? value : reportForm(context, value, `${of} is a mapping`, fix);
}

/** A text that is not blank; numbers and booleans must be quoted, so that `no` or `1e3` stay what was written. */
export function readText(context: CheckContext, value: YamlValue, of: string, example: string): YamlText | null {
  if (value.kind !== 'text') {
    const isPlain = value.kind === 'number' || value.kind === 'boolean';
    const edits = isPlain ? quoteEdits(context.source, value.place) : [];
    return reportForm(context, value, `${of} is a text`, isPlain ? 'Put it in quotes.' : `Write ${example}.`, edits);
  }
  if (value.value.trim() === '') {
    context.report('SEQ008', value.place, `${of} is empty`, `Write ${example}.`);
    return null;
  }
  return value;
}

export function readFlag(context: CheckContext, value: YamlValue, of: string): boolean | null {
  if (value.kind === 'boolean') return value.value;
  const edits = flagEdits(context.source, value.place);
  const fix =
    edits.length > 0 ? `Write ${edits[0]?.text}: yes, no, on and off are texts in YAML 1.2.` : 'Write true or false.';
  return reportForm(context, value, `${of} is true or false`, fix, edits);
}

interface Choices<T extends string> {
  readonly of: string;
  readonly values: readonly T[];
  /** Another form that the value may have. */
  readonly or?: string;
}

/** One of a few words. */
export function readChoice<T extends string>(context: CheckContext, value: YamlValue, choices: Choices<T>): T | null {
  const { of, values, or } = choices;
  const list = [...values, ...(or === undefined ? [] : [or])].join(', ');
  if (value.kind !== 'text') return reportForm(context, value, `${of} is one of ${list}`, `Write one of ${list}.`);
  const found = values.find((candidate) => candidate === value.value);
  if (found !== undefined) return found;
  const near = didYouMean(value.value, values);
  const fix = near ? sentence(near) : `Write one of ${list}.`;
  const edits = wordEdits(context.source, value.place, value.value, values);
  context.report('SEQ015', value.place, `"${shorten(value.value)}" is not one of ${list}`, fix, edits);
  return null;
}

/** A list, or a single value standing for a list of one. */
export const itemsOf = (value: YamlValue): readonly YamlValue[] => (value.kind === 'list' ? value.items : [value]);

export const sentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const shorten = (text: string): string => shortenText(text, 60);
