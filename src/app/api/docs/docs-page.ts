import { docsFrame, link } from '../../../shared/html/docs-frame.ts';
import { fieldRows, fieldTable, heading, prose } from '../../../shared/html/docs-parts.ts';
import { type Html, html } from '../../../shared/html/html.ts';
import { capitalized } from '../../../shared/kit/first-letter.ts';
import type { OpenApiDocument } from '../../api-contract/openapi/create-openapi-document.ts';
import { operationArticle } from './docs-operations.ts';
import { anchorOf, recordOr } from './docs-records.ts';

/** The whole API on one page, made from its OpenAPI document; `url` is where the reader found it. */
export function docsPage(document: OpenApiDocument, url: string): string {
  const calls = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const groups = document.tags.map((tag) => ({
    ...tag,
    calls: calls.filter(({ operation }) => operation.tags[0] === tag.name),
  }));
  const records = Object.entries(document.components.schemas);
  const { title, version, description } = document.info;
  return docsFrame({
    title: `${title}'s HTTP API, version ${version}`,
    contents: html`${groups.map(
      (group) => html`<h2>${titled(group.name)}</h2>
<ul>${group.calls.map(({ operation: { operationId, summary } }) => link(operationId, summary))}</ul>`,
    )}
<h2>Records</h2><ul>${records.map(([name]) => link(anchorOf(name), name))}</ul>`,
    main: html`<section><h1>${title}’s HTTP API</h1>${prose(description)}</section>
${groups.map(
  (group) => html`<section>${heading(2, `about-${group.name}`, titled(group.name))}${prose(group.description)}
${group.calls.map((call) => operationArticle(document, call, url))}</section>`,
)}
<section>${heading(2, 'about-records', 'Records')}${prose('What several calls answer with. A later version may add fields: take what you know and leave the rest.')}
${records.map(([name, schema]) => recordArticle(name, recordOr(document, schema)))}</section>
<footer><p>The same as data: <a href="/api/openapi.json">openapi.json</a>.</p></footer>`,
  });
}

function recordArticle(name: string, schema: Parameters<typeof fieldRows>[0]): Html {
  return html`<article>${heading(3, anchorOf(name), name)}${prose(schema.description ?? '')}
${fieldTable(`Fields of ${name}`, fieldRows(schema), anchorOf)}</article>`;
}

const titled = (tag: string): string => capitalized(tag).replaceAll('-', ' ');
