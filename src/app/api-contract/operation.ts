import type { z } from 'zod';

/** Scopes of a key: `write` and `send` may also read, `send` alone answers people, `admin` may do everything. */
export const SCOPES = ['read', 'write', 'send', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

/** Roles of the people of a team; each may do what those before it may. */
export const ROLES = ['viewer', 'operator', 'editor', 'owner'] as const;
export type Role = (typeof ROLES)[number];

export const TAGS = {
  sequences: 'What happens to a person, step by step, in versions.',
  enrollments: 'One person in one sequence.',
  campaigns: 'Many people in one sequence, from one source.',
  people: 'Whom the engine knows.',
  conversations: 'What people and we have written to each other, and what is to be done about it.',
  control: 'Pause, resume and stop, of one or of many.',
  tasks: 'What waits for a person to decide.',
  'do-not-contact': 'Who gets nothing, ever.',
  accounts: 'The sender accounts, their calendars and their mails.',
  events: 'What the V2 service reported, and what was looked for because it might not have.',
  webhooks: 'Events, sent to other systems as they happen.',
  access: 'Users, keys, sessions, and who changed what.',
  clock: 'What time it is in the world of this engine.',
  operations: 'Whether it runs, and how.',
} as const;
export type Tag = keyof typeof TAGS;

/** One route of the engine: all that the server checks, the documents say and the client knows of it. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `/api/enrollments/{id}` */
  readonly path: `/${string}`;
  readonly tag: Tag;
  /** Null: no key is needed. */
  readonly scope: Scope | null;
  /**
   * The least role that may call it, where that is not what follows from the scope: `read` viewer, `send` operator, `write`
   * editor, `admin` owner.
   */
  readonly role?: Role;
  /**
   * For users who are limited to some sender accounts. `own`: it sees and changes what belongs to these alone, and all else is not there; the route
   * is handed `within` and filters by it. `shared`: it is about nothing that belongs to an account. Absent: they may not call it.
   */
  readonly accounts?: 'own' | 'shared';
  /** The operation is no GET, and yet asks only: the audit log has no line of it. */
  readonly only_asks?: true;
  /**
   * The operation computes for seconds or minutes: so many at once are under way, and a client waits for it longer than for
   * others.
   */
  readonly slow?: true;
  /** One line, as in a table of contents. */
  readonly summary: string;
  readonly description?: string;
  readonly query?: z.ZodObject;
  /** JSON. Absent: there is none. */
  readonly body?: z.ZodType;
  /** The body may be left out, and then means `{}`. */
  readonly body_optional?: true;
  /** The file that may come instead of JSON: its media types, and what they are. */
  readonly file?: { readonly types: readonly string[]; readonly description: string; readonly example?: string };
  /** The JSON of the answer by status; null where it has none. */
  readonly answers: Readonly<Record<number, z.ZodType | null>>;
  /** A good answer holds a secret: it is given once, and never stored. */
  readonly secret_answer?: true;
  /** Media types that a 200 may have instead of JSON. */
  readonly other_types?: readonly string[];
  /** The codes of the problems that this route has of its own, by status; all others follow from what it takes. */
  readonly problems?: Readonly<Record<number, readonly string[]>>;
  readonly example?: Example;
}

/** An exchange that fits the schemas; what it asks can be asked as it is, but for ids. */
export interface Example {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: unknown;
  readonly answer?: unknown;
}

export const operations = <const Set extends Readonly<Record<string, Operation>>>(set: Set): Set => set;

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** The parameters of the path: `/{name}/versions/{version}` has `name` and `version`. */
export type ParamsOf<O extends Operation> = { readonly [Name in NamesIn<O['path']>]: string };

/** The query as a route reads it. */
export type QueryOf<O extends Operation> = O extends { readonly query: infer Query extends z.ZodType }
  ? z.output<Query>
  : Record<never, never>;

/** The query as it is asked: what has a default can be left out. */
export type QueryInputOf<O extends Operation> = O extends { readonly query: infer Query extends z.ZodObject }
  ? { readonly [Name in keyof z.input<Query>]: z.output<Query>[Name & keyof z.output<Query>] | undefined }
  : Record<never, never>;

export type BodyOf<O extends Operation> = O extends { readonly body: infer Body extends z.ZodType }
  ? z.output<Body>
  : undefined;

export type BodyInputOf<O extends Operation> = O extends { readonly body: infer Body extends z.ZodType }
  ? z.input<Body>
  : undefined;

/** The JSON of its answers, as it goes over the wire. */
export type AnswerOf<O extends Operation> = {
  [Status in keyof O['answers']]: O['answers'][Status] extends z.ZodType ? z.output<O['answers'][Status]> : undefined;
}[keyof O['answers']];

/**
 * Pattern of a value in a path for `{id}` or `{name}`: neither empty nor a step in the path (`.`, `..`), without slashes and
 * blanks. Programs and proxies take such steps before they ask, and the request would be another one.
 */
export const PATH_VALUE = /^(?!\.{1,2}$)[^/\\\s]{1,500}$/;

/** Lists the media types of an operation's body, JSON first; none: it has no body. */
export const mediaTypesOf = ({ method, body, file }: Operation): string[] => [
  ...(method !== 'GET' && body !== undefined ? ['application/json'] : []),
  ...(file?.types ?? []),
];

/** `{id}` and `{name}` of a path, in their order. */
export const paramNames = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
