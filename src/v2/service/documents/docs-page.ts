import { docsFrame, link } from '../../../shared/html/docs-frame.ts';
import { heading, prose } from '../../../shared/html/docs-parts.ts';
import { type Html, html } from '../../../shared/html/html.ts';
import { CATEGORY_PATHS } from '../../contract/endpoints.ts';
import type { OpenApiDocument } from '../../contract/openapi/create-openapi-document.ts';
import type { Operation } from '../../contract/openapi/operation.ts';
import { actionsOf, categorySection, title } from './docs-actions.ts';
import { endpointArticle, eventArticle, headerTable } from './docs-endpoints.ts';
import { INTRODUCTION_LINKS, introduction, v1Section } from './docs-introduction.ts';

interface Call {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

const ALIASES: readonly string[] = Object.values(CATEGORY_PATHS).flatMap(([, ...others]) => others);

/** The whole interface on one page, made from its OpenAPI document: no script, nothing loaded, found by the browser's search. */
export function docsPage(document: OpenApiDocument): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => ({ method: method.toUpperCase(), path, operation })),
  );
  const groups = document.tags.map((tag) => ({
    ...tag,
    calls: calls.filter(({ operation, path }) => operation.tags[0] === tag.name && !ALIASES.includes(path)),
  }));
  const { title: name, version } = document.info;
  return docsFrame({
    title: `${name}, version ${version}`,
    contents: html`<ul>${INTRODUCTION_LINKS.map(([id, text]) => link(id, text))}</ul>
${groups.map((group) => html`<h2>${title(group.name)}</h2><ul>${group.calls.flatMap((call) => linksOf(document, call))}</ul>`)}
<h2>Events</h2><ul>${Object.keys(document.webhooks).map((type) => link(`event-${type}`, type))}</ul>
<h2>Before</h2><ul>${link('v1', 'V1 and V2')}</ul>`,
    main: html`${introduction(document)}
${groups.map((group) => groupSection(document, group))}
${eventsSection(document)}
${v1Section()}
<footer><p>The same as data: <a href="/openapi.json">openapi.json</a>, <a href="/openapi.yaml">openapi.yaml</a>.</p></footer>`,
  });
}

function linksOf(document: OpenApiDocument, { operation }: Call): Html[] {
  const actions = actionsOf(document, operation);
  return actions.length === 0
    ? [link(operation.operationId, operation.operationId)]
    : actions.map(([action]) => link(`${operation.tags[0]}-${action}`, action));
}

function groupSection(
  document: OpenApiDocument,
  group: { readonly name: string; readonly description: string; readonly calls: readonly Call[] },
): Html {
  const [first, ...others] = group.calls;
  if (first && actionsOf(document, first.operation).length > 0) {
    return html`${categorySection(document, first.path, first.operation)}${others.map((call) => articleOf(document, call))}`;
  }
  return html`<section>${heading(2, group.name, title(group.name))}${prose(group.description)}${group.calls.map((call) => articleOf(document, call))}</section>`;
}

const articleOf = (document: OpenApiDocument, { method, path, operation }: Call): Html =>
  endpointArticle(document, method, path, operation);

function eventsSection(document: OpenApiDocument): Html {
  const events = Object.entries(document.webhooks);
  const first = events[0]?.[1].post;
  return html`<section>${heading(2, 'events', 'Events')}
${prose('The same envelopes are POSTed to custom webhooks, streamed and pulled. Tell repeats by `event_id`.')}
${first && prose(first.description)}${first && headerTable(first)}
${events.map(([type, { post }]) => eventArticle(type, post))}</section>`;
}
