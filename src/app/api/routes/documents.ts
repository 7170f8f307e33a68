import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { createOpenApiDocument, type OpenApiDocument } from '../../api-contract/openapi/create-openapi-document.ts';
import type { ApiDeps } from '../context.ts';
import { serve } from '../serve.ts';

const manifest = z.object({ version: z.string() });

/** What describes the API, for whoever has no key yet. */
export function addDocumentRoutes(app: FastifyInstance, { package_root }: ApiDeps): void {
  const { version } = manifest.parse(JSON.parse(readFileSync(join(package_root, 'package.json'), 'utf8')));
  // Made for whoever asks first: it takes as long as the rest of the start.
  let document: OpenApiDocument | undefined;

  serve(app, 'getOpenApi', ({ reply }) => {
    reply.header('Cache-Control', 'no-cache').header('Access-Control-Allow-Origin', '*');
    document ??= createOpenApiDocument({ version });
    return document;
  });
}
