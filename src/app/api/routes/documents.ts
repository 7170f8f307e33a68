import type { FastifyInstance } from 'fastify';
import { DOCS_POLICY } from '../../../shared/html/docs-style.ts';
import { createOpenApiDocument, type OpenApiDocument } from '../../api-contract/openapi/create-openapi-document.ts';
import type { ApiDeps } from '../context.ts';
import { docsPage } from '../docs/docs-page.ts';
import { readVersion } from '../read-version.ts';
import { serve } from '../serve.ts';

/** How many addresses the page is cached for: anybody may make up more. */
const KEPT_PAGES = 10;

/** The description of the API, which needs no key: as data, and as a page to read. */
export function addDocumentRoutes(app: FastifyInstance, { package_root }: ApiDeps): void {
  const version = readVersion(package_root);
  // Made when it is first asked for: it takes as long as the rest of the start.
  let made: OpenApiDocument | undefined;
  const document = (): OpenApiDocument => {
    made ??= createOpenApiDocument({ version });
    return made;
  };

  serve(app, 'getOpenApi', ({ reply }) => {
    reply.header('Cache-Control', 'no-cache').header('Access-Control-Allow-Origin', '*');
    return document();
  });

  const pages = new Map<string, string>();
  app.get('/api/docs', ({ protocol, host }, reply) => {
    // As the reader wrote it, so that the commands of the page can be copied.
    const url = `${protocol}://${host}`;
    const page = pages.get(url) ?? docsPage(document(), url);
    if (pages.size < KEPT_PAGES) pages.set(url, page);
    return reply
      .headers({ 'content-security-policy': DOCS_POLICY, 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(page);
  });
}
