import type { z } from 'zod';
import type { LoginBody } from '../contract/endpoints/login-body.ts';
import { MANAGEMENT } from '../contract/endpoints.ts';

type Management = typeof MANAGEMENT;

/** The endpoints without an action that answer with an envelope, by the name that `metadata.action` gives them. */
export type ManagementName = {
  [E in keyof Management]: Management[E]['answers'] extends 'envelope' ? E : never;
}[keyof Management];

type InPath<Path> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | InPath<Rest> : never;
/** Whole numbers are written as such; the wire has texts. */
type QueryValues<Query> = {
  readonly [Name in keyof Query]: Query[Name] | (Name extends 'limit' | 'offset' ? number : never);
};

type PathOf<E extends ManagementName> = [InPath<Management[E]['path']>] extends [never]
  ? { readonly path?: never }
  : { readonly path: Readonly<Record<InPath<Management[E]['path']>, string>> };
type QueryOf<E extends ManagementName> = Management[E]['query'] extends z.ZodType
  ? { readonly query?: QueryValues<z.input<Management[E]['query']>> }
  : { readonly query?: never };
type BodyOf<E extends ManagementName> = E extends 'login'
  ? { readonly body: LoginBody }
  : Management[E]['body'] extends z.ZodType
    ? { readonly body: z.input<Management[E]['body']> }
    : { readonly body?: never };

/** The arguments of one endpoint, in the types of the contract. */
export type ManagementCall<E extends ManagementName> = PathOf<E> &
  QueryOf<E> &
  BodyOf<E> & { readonly signal?: AbortSignal };

export type ManagementData<E extends ManagementName> = Management[E]['data'] extends z.ZodType
  ? z.output<Management[E]['data']>
  : never;

/** Path and query of a call, ready for the wire. */
export function managementPath(
  name: ManagementName,
  call: { readonly path?: object | undefined; readonly query?: object | undefined },
): string {
  const values: Readonly<Record<string, string>> = { ...call.path };
  const path = MANAGEMENT[name].path.replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(values[part] ?? ''));
  const query = Object.entries(call.query ?? {}).filter(([, value]) => value !== undefined);
  return query.length === 0
    ? path
    : `${path}?${new URLSearchParams(query.map(([field, value]) => [field, String(value)]))}`;
}
