import { curl, fieldRows, fieldTable, heading, inline, json, prose } from '../../../shared/html/docs-parts.ts';
import { type Html, html } from '../../../shared/html/html.ts';
import type { OpenApiDocument } from '../../contract/openapi/create-openapi-document.ts';
import type { JsonSchema } from '../../contract/openapi/json-schema.ts';
import type { Operation } from '../../contract/openapi/operation.ts';
import type { Refusal } from '../../contract/openapi/refusals.ts';
import { KEY_HEADER } from './docs-introduction.ts';

/** The actions that a category's operation takes, as its discriminator names them. */
export function actionsOf(document: OpenApiDocument, operation: Operation): [string, JsonSchema][] {
  const body = operation.requestBody?.content['application/json']?.schema;
  const mapping = Object.entries(Object(body?.discriminator).mapping ?? {});
  return mapping.flatMap(([action, reference]) => {
    const schema = document.components.schemas[String(reference).split('/').at(-1) ?? ''];
    return schema ? [[action, schema] as [string, JsonSchema]] : [];
  });
}

export function categorySection(document: OpenApiDocument, path: string, operation: Operation): Html {
  const [tag = ''] = operation.tags;
  const [words = ''] = operation.description.split('\n\n');
  return html`<section>${heading(2, tag, title(tag))}<p class="call"><span class="method POST">POST</span> ${path}</p>${prose(words)}
${actionsOf(document, operation).map(([action, schema]) => actionSection(document, path, tag, action, schema, operation))}</section>`;
}

function actionSection(
  document: OpenApiDocument,
  path: string,
  tag: string,
  action: string,
  schema: JsonSchema,
  operation: Operation,
): Html {
  const params = schema.properties?.params ?? {};
  const [summary = ''] = (schema.description ?? '').split('\n\n');
  const channels = listOf<string>(schema['x-channels']);
  const refusals = listOf<Refusal>(schema['x-refusals']);
  return html`<article>${heading(3, `${tag}-${action}`, action)}${prose(summary)}
<ul class="facts"><li><b>Charge</b> ${String(schema['x-charge'])}</li><li><b>Channels</b> ${channels.length === 0 ? 'no account needed' : channels.join(', ')}</li></ul>
${fieldTable('params', fieldRows(params)) ?? html`<p>No params.</p>`}
${refusals.length > 0 && html`<h4>Refusals (422 CHANNEL_ERROR)</h4><div class="scroll"><table><tbody>${refusals.map(({ sub_code, why }) => html`<tr><td><code>${sub_code}</code></td><td>${inline(why)}</td></tr>`)}</tbody></table></div>`}
${examplesOf(operation, action).map(([name, request, answer]) => html`<div class="pair"><div><h4>${name === action ? 'Request' : `Request: ${name.replace(/^\w+: /, '')}`}</h4>${curl('POST', document.servers[0]?.url + path, { key: KEY_HEADER, body: request })}</div><div><h4>Answer</h4>${json(answer)}</div></div>`)}</article>`;
}

/** Examples whose title is the action, or begins with it. */
function examplesOf(operation: Operation, action: string): [string, unknown, unknown][] {
  const requests = operation.requestBody?.content['application/json']?.examples ?? {};
  const answers = operation.responses[200]?.content?.['application/json']?.examples ?? {};
  return Object.entries(requests)
    .filter(([name]) => name === action || name.startsWith(`${action}: `))
    .map(([name, request]) => [name, request.value, answers[name]?.value]);
}

const listOf = <Item>(value: unknown): readonly Item[] => (Array.isArray(value) ? value : []);

export const title = (tag: string): string => tag.charAt(0).toUpperCase() + tag.slice(1);
