import { isFile } from './hash-request.ts';
import { Problem } from './problem.ts';

interface Parts {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** No request of ours is nested as deep; code that walks a body must not run out of stack. */
const DEEPEST = 64;

/** Postgres stores no NUL in a text: 400 where the address has one, 422 with its path where the body has. */
export function refuseUnkeepable({ params, query, body }: Parts): void {
  if (findNul(params, 0) !== null || findNul(query, 0) !== null) {
    throw new Problem(400, 'invalid_query', 'The address contains a NUL character, which is not allowed.');
  }
  const place = isFile(body) ? null : findNul(body, 0);
  if (place === null) return;
  const errors = [{ field: place.join('.'), message: 'contains a NUL character, which is not allowed' }];
  throw new Problem(422, 'invalid_body', `${place.join('.')}: contains a NUL character, which is not allowed`, {
    errors,
  });
}

/** The way to the first text with a NUL, or null. */
function findNul(given: unknown, depth: number): string[] | null {
  if (typeof given === 'string') return given.includes('\0') ? [] : null;
  if (typeof given !== 'object' || given === null) return null;
  if (depth === DEEPEST) throw new Problem(422, 'invalid_body', `The body is nested deeper than ${DEEPEST} levels.`);
  for (const [name, value] of Object.entries(given)) {
    if (name.includes('\0')) return [name.replaceAll('\0', '')];
    const place = findNul(value, depth + 1);
    if (place !== null) return [name, ...place];
  }
  return null;
}
