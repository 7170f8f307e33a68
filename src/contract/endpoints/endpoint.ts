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
export function defineEndpoint<
  Definition extends Pick<EndpointDefinition, 'method' | 'path' | 'summary' | 'action'> & Partial<EndpointDefinition>,
>(definition: Definition) {
  return Object.freeze({
    category: null,
    answers: 'envelope',
    query: null,
    body: null,
    data: null,
    credits: 0,
    ...definition,
  } as const);
}
