import { CodedError } from '../../shared/kit/coded-error.ts';
import type { OperationName } from '../api-contract/api-operations.ts';
import type { EngineEvent } from '../api-contract/engine-events.ts';
import { type Operation, PATH_VALUE } from '../api-contract/operation.ts';
import { ApiProblem } from './api-problem.ts';
import type {
  AnyAsked,
  AskedOf,
  CallableName,
  CallOptions,
  FieldsAsked,
  ItemOf,
  ListName,
  ResultOf,
  SentFile,
} from './asked.ts';
import type { KnownContract } from './known-contract.ts';
import { readEvents } from './read-events.ts';
import { streamOf } from './stream-of.ts';
import { pauseAfter, whenAgain } from './when-again.ts';

/** The address of an engine, and the key to it. */
export interface ClientAddress {
  /** `http://127.0.0.1:4400`; on the engine's own page, the empty text. */
  readonly base_url: string;
  /** `ovk_…`; absent on the engine's own page, where the session counts. */
  readonly key?: string;
}

export interface ClientOptions extends ClientAddress {
  /** In place of the one that the runtime has. */
  readonly fetch?: Fetch;
  /** Milliseconds to wait for an answer, unless a call says otherwise; 30 s. What computes for long (simulations, forecasts, experiments, test runs) has 5 minutes. */
  readonly timeout?: number;
  /**
   * How often a request is made again whose answer did not come, or was 429, 502 or 503; 2. `Retry-After` is heeded up to 30 s. A POST goes out again
   * with the same idempotency key, and waits for the answer to the first one where that is still at work.
   */
  readonly retries?: number;
}

export type Fetch = (url: string, request: Carried) => Promise<Response>;

/** The request that a carrier sends: as much of `RequestInit` as the client uses. */
export interface Carried {
  readonly method: Operation['method'];
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: SentFile['content'];
  readonly signal: AbortSignal;
}

/** A function for every operation that answers with JSON: `client.getEnrollment({ params: { id } })`. */
type Calls = {
  readonly [Name in CallableName]: (Name extends ListName ? Parts<Name> : unknown) & Whole<Name>;
};

/** Asks for some fields of a list's items, and gives items that have these alone. */
type Parts<Name extends ListName> = <const Field extends keyof ItemOf<Name>>(
  asked: AskedOf<Name> & FieldsAsked<Field>,
  options?: CallOptions,
) => Promise<Omit<ResultOf<Name>, 'items'> & { items: Pick<ItemOf<Name>, Field>[] }>;

type Whole<Name extends CallableName> =
  Record<never, never> extends AskedOf<Name>
    ? (asked?: AskedOf<Name>, options?: CallOptions) => Promise<ResultOf<Name>>
    : (asked: AskedOf<Name>, options?: CallOptions) => Promise<ResultOf<Name>>;

export interface Client extends Calls {
  /** Any operation, by its name; what it answers with is checked but not known beforehand. */
  call(name: OperationName, asked?: AnyAsked, options?: CallOptions): Promise<unknown>;
  /** The answer as it is: for those that are files. Problems are thrown here too. */
  raw(name: OperationName, asked?: AnyAsked, options?: CallOptions): Promise<Response>;
  /** Every item of a list, page by page; with `fields`, these of each. */
  each<Name extends ListName, const Field extends keyof ItemOf<Name>>(
    name: Name,
    asked: AskedOf<Name> & FieldsAsked<Field>,
    options?: CallOptions,
  ): AsyncGenerator<Pick<ItemOf<Name>, Field>>;
  each<Name extends ListName>(name: Name, asked?: AskedOf<Name>, options?: CallOptions): AsyncGenerator<ItemOf<Name>>;
  /** Gives what happens, as it happens; a stream that breaks is taken up where it broke. */
  events(from?: { readonly last_event_id?: string; readonly signal?: AbortSignal }): AsyncGenerator<EngineEvent>;
}

const TIMEOUT = 30_000;
const SLOW_TIMEOUT = 300_000;
const RETRIES = 2;

/** The engine's API, by what is known of its contract. */
export const clientOf = (contract: KnownContract, options: ClientOptions): Client =>
  clientAt(contract, async () => options, options);

/** Makes a client of an engine that is looked for before each call. */
export function clientAt(
  contract: KnownContract,
  find: () => Promise<ClientAddress>,
  options: Omit<ClientOptions, keyof ClientAddress>,
): Client {
  const { timeout = TIMEOUT, retries = RETRIES } = options;
  const carry: Fetch = options.fetch ?? carryByFetch;

  const ask = async (name: OperationName, asked: AnyAsked = {}, given: CallOptions = {}) => {
    const operation = contract.routeOf(name);
    const { base_url, key } = await find();
    const url = base_url.replace(/\/$/, '') + addressOf(operation, asked);
    const { body, type } = bodyOf(asked);
    const headers = {
      ...given.headers,
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(type === undefined ? {} : { 'content-type': type }),
      ...(operation.method === 'POST' ? { 'idempotency-key': given.idempotency_key ?? newKey() } : {}),
    };
    // A stream can be sent once.
    const tries = isParts(body) ? 1 : retries + 1;
    const patience = given.timeout ?? (operation.slow ? Math.max(timeout, SLOW_TIMEOUT) : timeout);
    const until = Date.now() + patience * tries;
    for (let tried = 1; ; ) {
      const signals = [
        // A timer for an answer without an end would outlive it.
        ...(Number.isFinite(patience) ? [AbortSignal.timeout(patience)] : []),
        ...(given.signal ? [given.signal] : []),
      ];
      const init = {
        ...{ method: operation.method, headers, signal: AbortSignal.any(signals) },
        ...(body === undefined ? {} : { body }),
      };
      let pause = pauseAfter(tried);
      try {
        const answer = await carry(url, init);
        const again = await whenAgain(answer, tried);
        const isOver = again === null || Date.now() + again.pause > until;
        if (isOver || (again.kind === 'later' && tried >= tries))
          return { answer: await goodOrProblem(contract, answer, base_url), base_url };
        if (again.kind === 'later') tried += 1;
        pause = again.pause;
        await answer.body?.cancel();
      } catch (error) {
        if (error instanceof CodedError || given.signal?.aborted) throw error;
        if (tried >= tries) throw unreachable(error, base_url, patience);
        tried += 1;
      }
      await slept(pause, given.signal);
    }
  };

  const raw: Client['raw'] = async (...asked) => (await ask(...asked)).answer;
  const call: Client['call'] = async (name, asked, given) => {
    const { answer, base_url } = await ask(name, asked, given);
    return contract.readAnswer(name, answer, asked?.query?.fields, base_url);
  };

  const calls = Object.fromEntries(
    contract.names.map((name) => [name, (asked?: AnyAsked, given?: CallOptions) => call(name, asked, given)]),
  );
  // Its calls are made of a list of names, of which types know nothing: answers have the types of the contract that they were read by.
  return {
    ...calls,
    ...{ call, raw },
    each: (name: ListName, asked?: AnyAsked, given?: CallOptions) => each(call, name, asked, given),
    events: (from: Parameters<typeof readEvents>[2]) => readEvents(contract, raw, from),
  } as unknown as Client;
}

/** Throws what the signal was aborted with. */
async function slept(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal?.addEventListener('abort', done);
  });
  signal?.throwIfAborted();
}

/** The runtime's own `fetch`. */
export function carryByFetch(url: string, { body, ...request }: Carried): Promise<Response> {
  if (body === undefined) return fetch(url, request);
  if (!isParts(body)) return fetch(url, { ...request, body });
  // Of a stream: it is sent before the answer begins.
  return fetch(url, Object.assign({ ...request, body: streamOf(body) }, { duplex: 'half' }));
}

const isParts = (body: SentFile['content'] | undefined): body is AsyncIterable<Uint8Array> =>
  typeof body === 'object' && Symbol.asyncIterator in body;

async function* each(call: Client['call'], name: ListName, asked: AnyAsked = {}, given?: CallOptions) {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const query = { ...asked.query, ...(cursor === undefined ? {} : { cursor }) };
    // A page of the contract, which `call` has checked.
    const page = (await call(name, { ...asked, query }, given)) as {
      readonly items: readonly unknown[];
      readonly next_cursor: string | null;
    };
    yield* page.items;
    cursor = page.next_cursor;
  }
}

function addressOf({ path }: Pick<Operation, 'path'>, { params = {}, query = {} }: AnyAsked): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = params[name];
    if (value === undefined) throw new CodedError('wrong_use', `${path} needs ${name}.`);
    if (!PATH_VALUE.test(value)) {
      throw new CodedError('wrong_use', `${JSON.stringify(value)} cannot be the ${name} in ${path}.`, {
        fix: `Give the ${name} as the API has told it: it is never empty, "." or "..", and has neither slashes nor blanks.`,
      });
    }
    return encodeURIComponent(value);
  });
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => (one === undefined ? [] : [[name, String(one)]])),
  );
  return pairs.length === 0 ? filled : `${filled}?${new URLSearchParams(pairs)}`;
}

function bodyOf({ body, file }: AnyAsked): { readonly body?: SentFile['content']; readonly type?: string } {
  if (file !== undefined) return { body: file.content, type: file.type };
  return body === undefined ? {} : { body: JSON.stringify(body), type: 'application/json' };
}

async function goodOrProblem(contract: KnownContract, answer: Response, base_url: string): Promise<Response> {
  if (answer.ok) return answer;
  const problem = contract.readProblem(await answer.json().catch(() => null));
  if (problem !== null) throw new ApiProblem(problem);
  throw new CodedError('unreachable', `${base_url} answered ${answer.status}, which does not look like Overture.`, {
    fix: 'Check the address: another program may listen there.',
  });
}

function unreachable(cause: unknown, base_url: string, timeout: number): CodedError {
  const isLate = cause instanceof Error && cause.name === 'TimeoutError';
  return isLate
    ? new CodedError('unreachable', `${base_url} has not answered within ${timeout / 1000} seconds.`, {
        fix: 'It may still be working on it: check before you ask for the same again.',
        cause,
      })
    : new CodedError('unreachable', `The API at ${base_url} does not answer.`, { cause });
}

/** A page that was not opened by https has no `randomUUID`. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
