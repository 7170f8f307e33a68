import {
  curl,
  type FieldRow,
  fieldRows,
  fieldTable,
  heading,
  inline,
  json,
  prose,
  type ShownSchema,
  typeOf,
} from '../../../shared/html/docs-parts.ts';
import { type Html, html } from '../../../shared/html/html.ts';
import type {
  DocumentedOperation,
  DocumentedResponse,
  OpenApiDocument,
  Parameter,
} from '../../api-contract/openapi/create-openapi-document.ts';
import { anchorOf } from './docs-records.ts';

/** The header in the commands that the page shows; `$OVERTURE_KEY` stands for the key. */
const KEY_HEADER = 'Authorization: Bearer $OVERTURE_KEY';

/** Words for what users may do who are limited to some accounts. */
const LIMITED = { own: ', for the own accounts', shared: '', all: ', for all accounts' } as const;

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly operation: DocumentedOperation;
}

export function operationArticle(document: OpenApiDocument, { method, path, operation }: Call, url: string): Html {
  const { operationId, summary, description = '', requestBody } = operation;
  const scope = operation['x-scope'];
  const role = operation['x-role'];
  const parameters = parametersOf(document, operation);
  const body = requestBody?.content['application/json'];
  const files = Object.entries(requestBody?.content ?? {}).filter(([type]) => type !== 'application/json');
  const key = scope === undefined ? null : KEY_HEADER;
  return html`<article>${heading(3, operationId, summary)}
<p class="call"><span class="method ${method}">${method}</span> ${path}</p>
<ul class="facts"><li><b>Scope</b> ${scope ?? 'no key needed'}</li>${role && html`<li><b>Role</b> ${role}${LIMITED[operation['x-accounts'] ?? 'all']}</li>`}<li><b>In the client</b> ${operationId}</li></ul>
${prose(description)}
${tableOf(parameters, 'path', 'Path')}${tableOf(parameters, 'query', 'Query')}${tableOf(parameters, 'header', 'Headers')}
${body && fieldTable('Body', fieldRows(body.schema), anchorOf)}
${files.map(([type, { schema }]) => prose(`Or \`${type}\`: ${schema.description ?? 'as it is'}`))}
${answersOf(document, operation)}
<div class="pair"><div><h4>Request</h4>${curl(method, url + exampleOf(path, parameters), { key, body: body?.example })}</div>${exampleAnswer(operation)}</div></article>`;
}

function parametersOf({ components }: OpenApiDocument, { parameters }: DocumentedOperation): Parameter[] {
  return parameters.flatMap((one) => {
    if (!('$ref' in one)) return [one];
    const shared = components.parameters[one.$ref.split('/').at(-1) ?? ''];
    return shared ? [shared] : [];
  });
}

function tableOf(parameters: readonly Parameter[], place: Parameter['in'], title: string): Html | null {
  const rows = parameters.filter((one) => one.in === place);
  return fieldTable(
    title,
    rows.map(({ description = '', ...one }): FieldRow => ({ ...one, description })),
    anchorOf,
  );
}

/** Every status: what it answers with, or the codes of its problem. */
function answersOf(document: OpenApiDocument, { responses }: DocumentedOperation): Html {
  const rows = Object.entries(responses).map(([status, response]) => {
    const { description, content = {} } = responseOf(document, response);
    const schema = content['application/json']?.schema;
    const others = Object.keys(content).filter((type) => !/^application\/(problem\+)?json$/.test(type));
    return html`<dt><code>${status}</code> ${inline(description)}</dt>${schema && html`<dd>${shapeOf(schema)}</dd>`}${others.map((type) => html`<dd><code>${type}</code></dd>`)}`;
  });
  return html`<h4>Answers</h4><dl>${rows}</dl>`;
}

/** A record by its name; of what has none, its fields. */
function shapeOf(schema: ShownSchema): Html {
  return fieldTable('Fields', fieldRows(schema), anchorOf) ?? html`<p>${typeOf(schema, anchorOf)}</p>`;
}

function responseOf(
  { components }: OpenApiDocument,
  response: DocumentedResponse | { readonly $ref: string },
): DocumentedResponse {
  if (!('$ref' in response)) return response;
  return components.responses[response.$ref.split('/').at(-1) ?? ''] ?? { description: '' };
}

function exampleAnswer({ responses }: DocumentedOperation): Html | null {
  for (const response of Object.values(responses)) {
    if ('$ref' in response) continue;
    const example = response.content?.['application/json']?.example;
    if (example !== undefined) return html`<div><h4>Answer</h4>${json(example)}</div>`;
  }
  return null;
}

/** The path and query of the example. */
function exampleOf(path: string, parameters: readonly Parameter[]): string {
  const given = (name: string) => parameters.find((one) => one.name === name)?.example;
  return path.replace(/\{(\w+)\}/g, (_, name: string) => String(given(name) ?? `<${name}>`));
}
