import { LIMIT_KEYS } from '../../plan/limit-class.ts';
import { createReporter } from '../../sequence/diagnostics/diagnostic.ts';
import type { Place } from '../../sequence/diagnostics/edit.ts';
import { PER_DOMAIN } from '../../sequence/header/limits.ts';
import { stepKindOf } from '../../sequence/steps/kinds.ts';
import { parse } from '../../sequence/yaml/parse.ts';
import type { YamlEntry, YamlMap, YamlValue } from '../../sequence/yaml/yaml-value.ts';
import { type Schema, schemasAt, textOf } from '../schema-at.ts';
import { entryOf, type Path } from './path.ts';

/** One value of a sequence, as a form shows it. */
export interface FormField {
  readonly path: Path;
  /** The word of the language for it. */
  readonly name: string;
  /** The language's own description of the key; Markdown. */
  readonly about: string;
  /** Limits stand side by side, as in `20/day, 80/week`; empty: there is none. */
  readonly value: string;
  /** The place of the value in the text; null: it is not written yet. */
  readonly place: Place | null;
}

interface FormStep {
  /** The offset at which the step begins. */
  readonly offset: number;
  readonly word: string;
  readonly title: string;
  readonly id: string | null;
  /** The numbers and branches that lead to the step from the top: `4`, `then`, `2`. */
  readonly where: readonly string[];
  readonly fields: readonly FormField[];
}

/** The part of a sequence that somebody changes who writes no YAML: its limits, and the texts and pauses of its steps. */
export interface Form {
  readonly head: readonly FormField[];
  readonly limits: readonly FormField[];
  readonly steps: readonly FormStep[];
}

/** Every class of a limit, by its key. */
const LIMITS = [...Object.values(LIMIT_KEYS), PER_DOMAIN];
/** Steps whose value may be their text. */
const WORDS: ReadonlySet<string> = new Set(['invite', 'message', 'inmail', 'email', 'comment', 'task', 'wait']);
/** Keys below a step's word that are texts. */
const TEXTS = ['subject', 'note', 'text', 'html'];
const HEAD = ['description'];

/** The form of a text; null: nobody can read it as YAML. Mistakes of the language are no hindrance. */
export function formOf(text: string, schema: Schema): Form | null {
  const document = parse(text, createReporter(text));
  if (document === null) return null;
  const about = (path: readonly string[]): string => aboutOf(schema, path);
  const field = (path: Path, { key: name, value }: YamlEntry, known = path.map(inSchema)): FormField[] =>
    value.kind === 'text' ? [{ path, name, about: about(known), value: value.value, place: value.place }] : [];

  const fieldsOf = (step: YamlMap, path: Path, word: string): FormField[] => {
    const own = entryOf(step, word);
    const within = word === 'wait_for' ? entryOf(step, 'within') : undefined;
    const below = own?.value.kind === 'map' ? own.value : null;
    return [
      ...(own && WORDS.has(word) ? field([...path, word], own, ['steps', '[]', word]) : []),
      ...TEXTS.flatMap((key) => {
        const entry = below === null || !WORDS.has(word) ? undefined : entryOf(below, key);
        return entry ? field([...path, word, key], entry, ['steps', '[]', word, key]) : [];
      }),
      ...(within ? field([...path, 'within'], within, ['steps', '[]', 'within']) : []),
    ];
  };

  const stepsOf = (value: YamlValue | undefined, path: Path, where: readonly string[]): FormStep[] =>
    value?.kind !== 'list'
      ? []
      : value.items.flatMap((item, at) => stepAndBranches(item, [...path, at], [...where, `${at + 1}`]));

  const stepAndBranches = (item: YamlValue, path: Path, where: readonly string[]): FormStep[] => {
    if (item.kind !== 'map') return [];
    const kind = item.entries.map(({ key }) => stepKindOf(key)).find((found) => found !== null);
    const id = entryOf(item, 'id')?.value;
    const step = kind && {
      ...{ offset: item.place.offset, word: kind.form.word, title: kind.form.title, where },
      id: id?.kind === 'text' ? id.value : null,
      fields: fieldsOf(item, path, kind.form.word),
    };
    return [...(step && step.fields.length > 0 ? [step] : []), ...branchesOf(item, path, where)];
  };

  /** Lists of steps below a step: branches, arms, and what is repeated. */
  const branchesOf = ({ entries }: YamlMap, path: Path, where: readonly string[]): FormStep[] =>
    entries.flatMap(({ key, value }) => {
      // An arm and its steps, or a step and what is repeated: its name says enough.
      const said = key === 'steps' || key === 'arms' || stepKindOf(key) !== null ? where : [...where, key];
      return value.kind === 'map' ? branchesOf(value, [...path, key], said) : stepsOf(value, [...path, key], said);
    });

  const limits = entryOf(document, 'limits')?.value;
  const vars = entryOf(document, 'vars')?.value;
  return {
    head: [
      ...HEAD.flatMap((key) => {
        const entry = entryOf(document, key);
        return entry ? field([key], entry) : [];
      }),
      ...(vars?.kind === 'map' ? vars.entries.flatMap((entry) => field(['vars', entry.key], entry)) : []),
    ],
    limits: LIMITS.map((key) => {
      const value = limits?.kind === 'map' ? entryOf(limits, key)?.value : undefined;
      const path = ['limits', key];
      return { path, name: key, about: about(path), value: written(value, text), place: value?.place ?? null };
    }),
    steps: stepsOf(entryOf(document, 'steps')?.value, ['steps'], []),
  };
}

/** Descriptions that were looked up before: many steps have the same keys. */
const abouts = new WeakMap<Schema, Map<string, string>>();

function aboutOf(schema: Schema, path: readonly string[]): string {
  const known = abouts.get(schema) ?? new Map<string, string>();
  abouts.set(schema, known);
  const key = path.join(' ');
  const found =
    known.get(key) ??
    schemasAt(schema, path)
      .map(textOf)
      .find((text) => text !== '') ??
    '';
  known.set(key, found);
  return found;
}

const inSchema = (key: string | number): string => (typeof key === 'number' ? '[]' : key);

/** A limit as one line. */
function written(value: YamlValue | undefined, text: string): string {
  if (value === undefined || value.kind === 'null') return '';
  if (value.kind === 'list') return value.items.map((item) => written(item, text)).join(', ');
  return value.kind === 'text' ? value.value : text.slice(value.place.offset, value.place.end);
}
