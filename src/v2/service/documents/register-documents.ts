import type { FastifyInstance, FastifyReply } from 'fastify';
import { stringify } from 'yaml';
import { DOCS_POLICY } from '../../../shared/html/docs-style.ts';
import { createOpenApiDocument, type OpenApiDocument } from '../../contract/openapi/create-openapi-document.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { docsPage } from './docs-page.ts';

/** Serves the OpenAPI document and a page to read, both without a key and made once for each address. */
export function registerDocuments(app: FastifyInstance, { settings }: Pick<ServiceContext, 'settings'>): void {
  const made = new Map<string, string>();
  const send = (reply: FastifyReply, type: string, write: (document: OpenApiDocument) => string) => {
    const key = `${type} ${settings.base_url}`;
    const text = made.get(key) ?? write(createOpenApiDocument({ base_url: settings.base_url }));
    made.set(key, text);
    return reply.header('cache-control', 'no-cache').type(type).send(text);
  };

  app.get('/openapi.json', (_request, reply) =>
    send(reply.header('access-control-allow-origin', '*'), 'application/json; charset=utf-8', (document) =>
      JSON.stringify(document),
    ),
  );
  app.get('/openapi.yaml', (_request, reply) =>
    send(reply.header('access-control-allow-origin', '*'), 'application/yaml; charset=utf-8', (document) =>
      stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 }),
    ),
  );
  app.get('/docs', (_request, reply) => {
    reply.headers({ 'content-security-policy': DOCS_POLICY, 'x-content-type-options': 'nosniff' });
    return send(reply, 'text/html; charset=utf-8', docsPage);
  });
}
