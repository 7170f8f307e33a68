import type { JsonSchema } from '../../contract/openapi/json-schema.ts';
import { type Html, html } from '../hosted-pages/templates/html.ts';

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
  readonly schema: JsonSchema;
  readonly required: boolean;
  readonly description: string;
}

/** Rows of the fields of an object, in its order; alternatives of a body are merged. */
export function fieldRows(schema: JsonSchema): FieldRow[] {
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

export function fieldTable(title: string, rows: readonly FieldRow[]): Html | null {
  if (rows.length === 0) return null;
  return html`<h4>${title}</h4><div class="scroll" tabindex="0" role="region" aria-label="${title}"><table class="fields"><thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Default</th><th scope="col">Meaning</th></tr></thead><tbody>${rows.map(fieldLine)}</tbody></table></div>`;
}

const fieldLine = ({ name, schema, required, description }: FieldRow): Html =>
  html`<tr><td><code>${name}</code></td><td class="type">${typeText(schema)}${required && html`<br><span class="need">required</span>`}</td><td>${schema.default !== undefined && html`<code>${defaultText(schema.default)}</code>`}</td><td>${inline(description)}</td></tr>`;

const defaultText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** How a type reads in a table. */
function typeText(schema: JsonSchema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? 'object';
  if (schema.const !== undefined) return String(schema.const);
  if (schema.enum) return schema.enum.map(String).join(' | ');
  const either = schema.anyOf ?? schema.oneOf;
  if (either) return [...new Set(either.map(typeText))].join(' or ');
  if (Array.isArray(schema.type)) return schema.type.join(' or ');
  if (schema.type === 'array') return schema.items ? `list of ${typeText(schema.items)}` : 'list';
  return schema.type ?? 'anything';
}

/** A command that can be copied; `$API_KEY` stands for the key. */
export function curl(method: string, url: string, body?: unknown): Html {
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}'${url}' \\`,
    `  -H "x-api-key: $API_KEY"${body === undefined ? '' : ' \\'}`,
    ...(body === undefined
      ? []
      : [
          `  -H 'Content-Type: application/json' \\`,
          `  -d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`,
        ]),
  ];
  return html`<pre tabindex="0"><code>${lines.join('\n')}</code></pre>`;
}
