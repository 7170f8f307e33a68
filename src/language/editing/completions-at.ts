import { isRecord } from '../../shared/kit/is-record.ts';
import { LEAD_FIELDS } from '../plan/lead.ts';
import { propertiesOf, type Schema, schemasAt, textOf } from './schema-at.ts';
import { type Spot, spotAt } from './spot.ts';

export interface Completion {
  readonly label: string;
  /** The same in a few words, as a list of completions shows it. */
  readonly detail: string;
  /** More, in Markdown. */
  readonly about: string;
  /** The text that is inserted: `${1:2 days}` is a place to fill in. */
  readonly snippet: string;
  readonly kind: 'step' | 'key' | 'value' | 'name';
}

export interface Completions {
  /** The text between this offset and the cursor is replaced. */
  readonly from: number;
  readonly items: readonly Completion[];
}

/** Finds what may be written at an offset: by the schema, and inside templates and conditions by the names that there are. */
export function completionsAt(text: string, offset: number, schema: Schema): Completions | null {
  const spot = spotAt(text, offset);
  const names = namesAt(text, spot, offset);
  if (names !== null) return names;
  const items = spot.at === 'key' ? keysAt(schema, spot) : valuesAt(schema, spot);
  const unique = [...new Map(items.map((item) => [item.label, item])).values()];
  return unique.length === 0 ? null : { from: spot.from, items: unique };
}

function keysAt(root: Schema, { path, siblings, column }: Spot): Completion[] {
  const schemas = schemasAt(root, path, siblings);
  const isItem = path.at(-1) === '[]';
  if (isItem && siblings.length === 0)
    return schemas.flatMap((schema) => [...snippetsOf(schema, column), ...wordsOf(schema)]);
  const written = new Set(siblings);
  return schemas.flatMap((schema) =>
    propertiesOf(schema)
      .filter(([key]) => !written.has(key))
      .map(([key, of]) => keyOf(root, key, of, column)),
  );
}

/** A step with all that belongs to it. */
function snippetsOf(schema: Schema, column: number): Completion[] {
  const given = Array.isArray(schema.defaultSnippets) ? schema.defaultSnippets : [];
  return given.filter(isRecord).map(({ label, description, bodyText }) => ({
    label: String(label),
    detail: String(description ?? ''),
    about: textOf(schema),
    snippet: String(bodyText).replaceAll('\n', `\n${' '.repeat(column)}`),
    kind: 'step',
  }));
}

const wordsOf = (schema: Schema): Completion[] =>
  (Array.isArray(schema.enum) ? schema.enum : []).map((word) => ({
    ...{ label: String(word), detail: '', about: textOf(schema), snippet: String(word), kind: 'value' },
  }));

function keyOf(root: Schema, key: string, schema: Schema, column: number): Completion {
  const forms = schemasAt({ ...schema, definitions: root.definitions }, []);
  const isMapping = forms.every(({ type }) => type === undefined || type === 'object');
  const isList = forms.some(({ items }) => items !== undefined);
  const inside = ' '.repeat(column + 2);
  const rest =
    isList && !forms.some(({ type }) => type === 'string') ? `\n${inside}- ` : isMapping ? `\n${inside}` : ' ';
  return { label: key, detail: exampleOf(schema), about: textOf(schema), snippet: `${key}:${rest}`, kind: 'key' };
}

function valuesAt(root: Schema, { path }: Spot): Completion[] {
  return schemasAt(root, path).flatMap((schema) => [
    ...wordsOf(schema),
    ...(Array.isArray(schema.examples) ? schema.examples : []).flatMap((example) =>
      isRecord(example) || Array.isArray(example) || example === null
        ? []
        : [{ ...asValue(example), detail: 'for example', about: textOf(schema), kind: 'value' as const }],
    ),
  ]);
}

/** Quoted where YAML would read something else. */
function asValue(value: unknown): Pick<Completion, 'label' | 'snippet'> {
  const text = String(value);
  const isPlain = typeof value !== 'string' || /^[A-Za-z0-9][\w ./@+~-]*$/.test(text);
  return { label: text, snippet: isPlain ? escaped(text) : escaped(JSON.stringify(text)) };
}

const escaped = (text: string): string => text.replace(/[\\$}]/g, (sign) => `\\${sign}`);

const exampleOf = ({ examples }: Schema): string => {
  const first: unknown = Array.isArray(examples) ? examples[0] : undefined;
  return first === undefined || isRecord(first) || Array.isArray(first) ? '' : String(first);
};

const STATES: Readonly<Record<string, string>> = {
  connected: 'we are connected',
  invited: 'the invitation is out',
  replied: 'they have answered',
  label: 'how their answer was labeled',
  has_email: 'an address is known',
  degree: 'how far away they are: 1, 2 or 3',
  premium: 'they pay for the network',
  last_step: 'the id of the step before',
};
const CONDITIONS = new Set(['if', 'until']);

/** Names, inside `{{ … }}` and in conditions. */
function namesAt(text: string, { path, at, typed, from }: Spot, offset: number): Completions | null {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  const [, word] = /\{\{[^{}|]{0,200}?([\w.]{0,200})$/.exec(line) ?? [];
  const declared = varsOf(text);
  if (word !== undefined) {
    const names = [
      ...LEAD_FIELDS.map((name) => named(name, 'of the person')),
      ...declared.map((name) => named(name, 'variable')),
      ...['job.title', 'job.company', 'job.location'].map((name) => named(name, 'of the job')),
      ...['sender.name', 'sender.email'].map((name) => named(name, 'of the sender')),
    ];
    return { from: offset - word.length, items: names };
  }
  if (at !== 'value' || !CONDITIONS.has(path.at(-1) ?? '')) return null;
  const [written = ''] = /[\w.]{0,200}$/.exec(typed) ?? [];
  const names = [
    ...Object.entries(STATES).map(([name, about]) => named(`state.${name}`, about)),
    ...LEAD_FIELDS.map((name) => named(`lead.${name}`, 'of the person')),
    ...declared.map((name) => named(`vars.${name}`, 'variable')),
  ];
  return { from: from + typed.length - written.length, items: names };
}

const named = (name: string, detail: string): Completion => ({
  label: name,
  detail,
  about: '',
  snippet: name,
  kind: 'name',
});

/** The keys below `vars`, as they are written. */
function varsOf(text: string): string[] {
  const [, flow, block] = /^vars:[ \t]*(?:\{([^}\n]*)\}|[^\n]*((?:\n(?:[ \t]+[^\n]*|[ \t]*))*))/m.exec(text) ?? [];
  return [
    ...(flow ?? block ?? '').matchAll(flow === undefined ? /^[ \t]+([A-Za-z_]\w*):/gm : /([A-Za-z_]\w{0,63})\s{0,8}:/g),
  ].map(([, name = '']) => name);
}
