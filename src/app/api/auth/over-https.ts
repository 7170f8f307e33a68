import type { FastifyRequest } from 'fastify';
import type { ApiDeps } from '../context.ts';

/** Tells whether others come by https: then no cookie goes over the wire without it. */
export const overHttps = (deps: ApiDeps, request: FastifyRequest): boolean =>
  request.protocol === 'https' || deps.public_url?.startsWith('https:') === true;
