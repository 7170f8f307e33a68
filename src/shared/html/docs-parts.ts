import { type Html, html } from './html.ts';

/** As much of JSON Schema as a page shows. */
export interface ShownSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, ShownSchema>>;
  readonly items?: ShownSchema;
  readonly anyOf?: readonly ShownSchema[];
  readonly oneOf?: readonly ShownSchema[];
}

/** Running text with `code` and **bold**; blank lines part paragraphs. */
export function prose(text: string): Html[] {
  return text
    .split(/\n{2,}/)
    .filter((paragraph) => /\S/.test(paragraph))
    .map((paragraph) => html`<p>${inline(paragraph)}</p>`);
}

export function inline(text: string): Html[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (part.startsWith('`') && part.length > 1) return html`<code>${part.slice(1, -1)}</code>`;
    if (part.startsWith('**')) return html`<b>${part.slice(2, -2)}</b>`;
    return html`${part}`;
  });
}

export const json = (value: unknown): Html =>
  html`<pre tabindex="0"><code>${JSON.stringify(value, null, 2)}</code></pre>`;

export const heading = (level: 2 | 3, id: string, text: string): Html =>
  level === 2
    ? html`<h2 id="${id}">${text}<a class="anchor" href="#${id}" aria-label="Link to ${text}">#</a></h2>`
    : html`<h3 id="${id}">${text}<a class="anchor" href="#${id}" aria-label="Link to ${text}">#</a></h3>`;

export interface FieldRow {
  readonly name: string;
  readonly schema: ShownSchema;
  readonly required: boolean;
  readonly description: string;
}

/** Rows of the fields of an object, in its order; alternatives of a body are merged. */
export function fieldRows(schema: ShownSchema): FieldRow[] {
  const variants = schema.oneOf ?? schema.anyOf;
  if (!schema.properties && variants) {
    const rows = variants.flatMap(fieldRows);
    return rows.filter((row, index) => rows.findIndex((one) => one.name === row.name) === index);
  }
  return Object.entries(schema.properties ?? {}).map(([name, field]) => ({
    name,
    schema: field,
    required: schema.required?.includes(name) ?? false,
    description: field.description ?? '',
  }));
}

/** `anchorOf`: where on the page a schema that is referred to by its name stands; without it, nowhere. */
export function fieldTable(title: string, rows: readonly FieldRow[], anchorOf?: AnchorOf): Html | null {
  if (rows.length === 0) return null;
  return html`<h4>${title}</h4><div class="scroll" tabindex="0" role="region" aria-label="${title}"><table class="fields"><thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Default</th><th scope="col">Meaning</th></tr></thead><tbody>${rows.map((row) => fieldLine(row, anchorOf))}</tbody></table></div>`;
}

type AnchorOf = (name: string) => string;

const fieldLine = ({ name, schema, required, description }: FieldRow, anchorOf?: AnchorOf): Html =>
  html`<tr><td><code>${name}</code></td><td class="type">${typeOf(schema, anchorOf)}${required && html`<br><span class="need">required</span>`}</td><td>${schema.default !== undefined && html`<code>${defaultText(schema.default)}</code>`}</td><td>${inline(description)}</td></tr>`;

const defaultText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** How a type reads. */
export function typeOf(schema: ShownSchema, anchorOf?: AnchorOf): Html {
  const [name] = schema.$ref?.split('/').slice(-1) ?? [];
  if (name !== undefined) return anchorOf ? html`<a href="#${anchorOf(name)}">${name}</a>` : html`${name}`;
  if (schema.const !== undefined) return html`${String(schema.const)}`;
  if (schema.enum) return html`${schema.enum.map(String).join(' | ')}`;
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return eitherOf(either.map((one) => typeOf(one, anchorOf)));
  if (Array.isArray(schema.type)) return html`${schema.type.join(' or ')}`;
  if (schema.type === 'array') return schema.items ? html`list of ${typeOf(schema.items, anchorOf)}` : html`list`;
  return html`${schema.type === undefined ? 'anything' : String(schema.type)}`;
}

function eitherOf(types: readonly Html[]): Html {
  const [first, ...others] = new Map(types.map((type) => [type.markup, type])).values();
  return html`${first}${others.map((type) => html` or ${type}`)}`;
}

/** A command that can be copied. `key`: the header that holds it, where one is needed. */
export function curl(
  method: string,
  url: string,
  { key, body }: { readonly key: string | null; readonly body?: unknown },
): Html {
  const parts = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${url}'`,
    ...(key === null ? [] : [`-H "${key}"`]),
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`]),
  ];
  return html`<pre tabindex="0"><code>${parts.join(' \\\n  ')}</code></pre>`;
}
