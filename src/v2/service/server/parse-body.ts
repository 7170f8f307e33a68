import { invalidParams, type ServiceError } from '../answers/service-error.ts';

/** Deeper than any call needs, and far from what would exhaust the stack of whoever walks it. */
const MAX_DEPTH = 64;

/** U+0000 in a JSON text; an escaped backslash before `u0000` is no escape. */
const NULL_ESCAPE = /(?<!\\)(?:\\\\)*\\u0000/;
const SURROGATE_ESCAPE = /(?<!\\)(?:\\\\)*\\ud[89a-f]/i;

/** A request's text as JSON; an empty one is no body. Throws INVALID_PARAMS for what no part of the service could store. */
export function parseBody(text: string): unknown {
  if (text === '') return undefined;
  if (NULL_ESCAPE.test(text)) throw noNullCharacters('body');
  const body = parseJson(text);
  if (isDeeper(body, MAX_DEPTH)) throw invalidParams(`body: nested deeper than ${MAX_DEPTH} levels`);
  // Written again, pairs are characters and only halves are still escapes.
  if (SURROGATE_ESCAPE.test(text) && SURROGATE_ESCAPE.test(JSON.stringify(body))) {
    throw invalidParams('body: must not contain half of a character (a lone surrogate)');
  }
  return body;
}

/** Postgres stores no text with one; no id, name or message needs one. */
export function noNullCharacters(location: string): ServiceError {
  return invalidParams(`${location}: must not contain null characters`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidParams('body: must be JSON, and this is malformed');
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inside) => isDeeper(inside, levels - 1));
}
