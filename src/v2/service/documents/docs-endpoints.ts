import { curl, type FieldRow, fieldRows, fieldTable, heading, json, prose } from '../../../shared/html/docs-parts.ts';
import { type Html, html } from '../../../shared/html/html.ts';
import type { OpenApiDocument } from '../../contract/openapi/create-openapi-document.ts';
import type { Operation, Parameter } from '../../contract/openapi/operation.ts';
import { KEY_HEADER } from './docs-introduction.ts';

export function endpointArticle(document: OpenApiDocument, method: string, path: string, operation: Operation): Html {
  const parameters = operation.parameters.flatMap((one) => ('in' in one ? [one] : []));
  const body = operation.requestBody?.content['application/json'];
  const answer = operation.responses[200];
  const [type = '', media] = Object.entries(answer?.content ?? {})[0] ?? [];
  const url = (document.servers[0]?.url ?? '') + filled(path, parameters);
  return html`<article>${heading(3, operation.operationId, operation.operationId)}
<p class="call"><span class="method ${method}">${method}</span> ${path}</p>${prose(operation.description)}
${rowsOf(parameters, 'path', 'Path')}${rowsOf(parameters, 'query', 'Query')}${rowsOf(parameters, 'header', 'Headers')}
${body && fieldTable('Body', fieldRows(body.schema))}
<div class="pair"><div><h4>Request</h4>${curl(method, url, { key: KEY_HEADER, body: body?.example })}</div><div><h4>Answer</h4>${
    type === 'application/json'
      ? json(media?.example)
      : media?.example === undefined
        ? prose(answer?.description ?? '')
        : html`<pre tabindex="0"><code>${String(media.example)}</code></pre>`
  }</div></div></article>`;
}

export function eventArticle(type: string, operation: Operation): Html {
  const media = operation.requestBody?.content['application/json'];
  return html`<article>${heading(3, `event-${type}`, type)}${prose(`${operation.summary}.`)}
${Object.entries(media?.examples ?? {}).map(([channel, { value }]) => html`<h4>${channel}</h4>${json(value)}`)}</article>`;
}

export const headerTable = (operation: Operation): Html | null =>
  rowsOf(
    operation.parameters.flatMap((one) => ('in' in one ? [one] : [])),
    'header',
    'Headers of every POST',
  );

function rowsOf(parameters: readonly Parameter[], place: Parameter['in'], title: string): Html | null {
  const rows = parameters.filter((one) => one.in === place).map((one): FieldRow => ({ ...one }));
  return fieldTable(title, rows);
}

/** The path and query of the example. */
function filled(path: string, parameters: readonly Parameter[]): string {
  const exampleFor = (name: string) => String(parameters.find((one) => one.name === name)?.example ?? name);
  const query = parameters.filter((one) => one.in === 'query' && one.example !== undefined);
  const words = query.map((one) => `${one.name}=${encodeURIComponent(String(one.example))}`).join('&');
  return path.replace(/\{(\w+)\}/g, (_, name: string) => exampleFor(name)) + (words === '' ? '' : `?${words}`);
}
