import type { z } from 'zod';
import type { Category } from '../definition.ts';

/** One method and path of the service, under `{base_url}`. */
export interface EndpointDefinition {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `{…}` segments. */
  readonly path: string;
  readonly summary: string;
  /** `metadata.action`; null where the body's `action` is it. */
  readonly action: string | null;
  /** Set on the action endpoints. */
  readonly category: Category | null;
  readonly answers: 'envelope' | 'csv' | 'event_stream' | 'file';
  readonly query: z.ZodType | null;
  readonly body: z.ZodType | null;
  /** `data` of a success; null where it depends on the action, or where the answer is no envelope. */
  readonly data: z.ZodType | null;
  readonly credits: number | 'of_the_action' | 'of_the_login';
}

/** Most endpoints without an action: an envelope, no charge. */
const DEFAULTS = { category: null, answers: 'envelope', query: null, body: null, data: null, credits: 0 } as const;

type Required = Pick<EndpointDefinition, 'method' | 'path' | 'summary' | 'action'>;
/** The type of `{ ...DEFAULTS, ...definition }`. TypeScript would intersect the two, and `null` with a schema is `never`. */
type Completed<Definition> = Readonly<Omit<typeof DEFAULTS, keyof Definition> & Definition>;

export function defineEndpoint<const Definition extends Required & Partial<EndpointDefinition>>(
  definition: Definition,
): Completed<Definition> {
  return Object.freeze({ ...DEFAULTS, ...definition }) as Completed<Definition>;
}
