import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

const FILES = [
  { name: 'style', file: 'connect.css', type: 'text/css; charset=utf-8' },
  { name: 'script', file: 'connect.js', type: 'text/javascript; charset=utf-8' },
] as const;

/** Serves the style and the script of the pages under names that hold their digest; returns their paths below the pages. */
export function serveAssets(scope: FastifyInstance, packageRoot: string): { style: string; script: string } {
  const served = FILES.map(({ name, file, type }) => {
    const content = readFileSync(join(packageRoot, 'src/v2/service/hosted-pages/assets', file));
    const digest = createHash('sha256').update(content).digest('hex').slice(0, 12);
    const path = `/assets/${file.replace('.', `.${digest}.`)}`;
    scope.get(path, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=31536000, immutable').type(type).send(content),
    );
    return [name, path] as const;
  });
  return Object.fromEntries(served) as Record<(typeof FILES)[number]['name'], string>;
}
