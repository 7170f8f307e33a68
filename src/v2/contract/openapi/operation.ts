import type { JsonSchema } from './json-schema.ts';

/** As much of an operation of OpenAPI 3.1 as this document has. */
export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly parameters: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, Response>>;
  readonly callbacks?: Readonly<Record<string, Readonly<Record<string, { readonly post: Operation }>>>>;
}

export interface Reference {
  readonly $ref: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description: string;
  readonly schema: JsonSchema;
  readonly example?: unknown;
}

export interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, Reference | { readonly schema: JsonSchema }>>;
  readonly content?: Content;
}

/** Bodies by media type. */
export type Content = Readonly<Record<string, Media>>;

export interface Media {
  readonly schema: JsonSchema;
  readonly example?: unknown;
  /** Examples by their titles. */
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
