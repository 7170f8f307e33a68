import type { OPERATIONS, OperationName } from '../api-contract/api-operations.ts';
import type { AnswerOf, BodyInputOf, Operation, ParamsOf, QueryInputOf } from '../api-contract/operation.ts';

/** The parts of a request, whichever operation it is for. */
export interface AnyAsked {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly file?: SentFile;
}

/** A body that is no JSON. */
export interface SentFile {
  readonly type: string;
  readonly content: string | Uint8Array<ArrayBuffer> | Blob | AsyncIterable<Uint8Array>;
}

export interface CallOptions {
  /** The key of a POST; without it, the client makes one of its own. */
  readonly idempotency_key?: string;
  readonly signal?: AbortSignal;
  /** Milliseconds to wait for the answer. */
  readonly timeout?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

type NameOf<O extends Operation> = {
  [Name in OperationName]: (typeof OPERATIONS)[Name] extends O ? Name : never;
}[OperationName];

type Params<O extends Operation> = keyof ParamsOf<O> extends never ? object : { readonly params: ParamsOf<O> };
type Query<O extends Operation> = keyof QueryInputOf<O> extends never
  ? object
  : Record<never, never> extends QueryInputOf<O>
    ? { readonly query?: QueryInputOf<O> }
    : { readonly query: QueryInputOf<O> };
type Json<O extends Operation> = O extends { readonly body: object }
  ? O extends { readonly body_optional: true }
    ? { readonly body?: BodyInputOf<O> }
    : { readonly body: BodyInputOf<O> }
  : object;
type Body<O extends Operation> = O extends { readonly file: object } ? Json<O> | { readonly file: SentFile } : Json<O>;

/** The request of one operation: only what it takes, and all that it needs. */
export type AskedOf<Name extends OperationName> = Params<(typeof OPERATIONS)[Name]> &
  Query<(typeof OPERATIONS)[Name]> &
  Body<(typeof OPERATIONS)[Name]>;

export type ResultOf<Name extends OperationName> = AnswerOf<(typeof OPERATIONS)[Name]>;

/** Those that answer with JSON, or with nothing. */
export type CallableName = Exclude<OperationName, NameOf<Operation & { readonly answers: { readonly 200: null } }>>;

/** Those that answer with a page. */
export type ListName = {
  [Name in OperationName]: ResultOf<Name> extends { items: unknown[]; next_cursor: string | null } ? Name : never;
}[OperationName];

export type ItemOf<Name extends ListName> = ResultOf<Name> extends { items: (infer Item)[] } ? Item : never;

/** A list that is asked for some fields. */
export interface FieldsAsked<Field> {
  readonly query: { readonly fields: readonly Field[] };
}
