import type { FastifyRequest } from 'fastify';
import { isRecord } from '../../../shared/kit/is-record.ts';
import { invalidParams } from '../answers/service-error.ts';
import type { Owner } from '../context/owner.ts';

export function ownerOf(request: FastifyRequest): Owner {
  const owner = request.call.owner;
  if (!owner) throw new Error('the route was registered without its admission check');
  return owner;
}

/** The body as an object; empty bodies are an empty object, anything else is refused. */
export function bodyOf(request: FastifyRequest): Readonly<Record<string, unknown>> {
  const { body } = request;
  if (body === undefined) return {};
  if (!isRecord(body)) throw invalidParams('body: must be a JSON object');
  return body;
}

export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? request.url;
}
