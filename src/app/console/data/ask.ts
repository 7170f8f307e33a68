import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryClient,
  type QueryFilters,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { ApiProblem } from '../../api-client/api-problem.ts';
import type { AnyAsked, AskedOf, CallableName, ItemOf, ListName, ResultOf } from '../../api-client/asked.ts';
import { tellProblem } from '../parts/tell.tsx';
import { client } from './client.ts';

type Given<Name extends CallableName> =
  Record<never, never> extends AskedOf<Name> ? [asked?: AskedOf<Name>] : [asked: AskedOf<Name>];

/** A query by its operation: its key begins with the name, so that events can say which operations to ask again. */
export const ask = <Name extends CallableName>(name: Name, ...[asked]: Given<Name>) =>
  queryOptions({
    queryKey: [name, asked ?? {}] as const,
    // The client reads the answer by the operation of this name.
    queryFn: ({ signal }) => client.call(name, asked, { signal }) as Promise<ResultOf<Name>>,
  });

export interface ListPage<Name extends ListName> {
  readonly items: readonly ItemOf<Name>[];
  readonly next_cursor: string | null;
  readonly count?: { readonly value: number; readonly exact: boolean };
}

const PAGE_SIZE = 100;

/** A list by its operation, page by page as somebody scrolls. */
export const askPages = <Name extends ListName>(name: Name, ...[asked]: Given<Name>) =>
  infiniteQueryOptions({
    queryKey: [name, 'pages', asked ?? {}] as const,
    queryFn: ({ pageParam, signal }) => {
      const { query, ...rest }: AnyAsked = asked ?? {};
      const paged = { limit: PAGE_SIZE, count: true, ...query, ...(pageParam === null ? {} : { cursor: pageParam }) };
      // The client reads the answer by the operation of this name.
      return client.call(name, { ...rest, query: paged }, { signal }) as Promise<ListPage<Name>>;
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    // While another filter is asked, what fitted the last one stays.
    placeholderData: keepPreviousData,
  });

interface Once {
  /** For what must not be done twice when somebody asks again after an answer that was lost. */
  readonly idempotency_key?: string;
  /** Milliseconds, where more is sent than a moment takes. */
  readonly timeout?: number;
}

/**
 * Something that changes. Whatever it was, what is on the screen is asked again; an error says itself, and what was typed stays where it is.
 */
export function useChange<Name extends CallableName>(name: Name) {
  const queries = useQueryClient();
  const change = useMutation({
    mutationKey: [name],
    mutationFn: ({ idempotency_key, timeout, ...asked }: AskedOf<Name> & Once) => {
      const options = {
        ...(idempotency_key === undefined ? {} : { idempotency_key }),
        ...(timeout === undefined ? {} : { timeout }),
      };
      return client.call(name, asked, options) as Promise<ResultOf<Name>>;
    },
    onSuccess: () => askAgain(queries),
    onError: (error) => {
      tellProblem(error);
      // The role may have been taken away meanwhile.
      if (error instanceof ApiProblem && error.status === 403) askAgain(queries, new Set(['getMe']));
    },
  });
  /** Asks what the change would do: `asked` says `dry_run`. */
  const rehearse = (asked: AskedOf<Name>) => client.call(name, asked) as Promise<ResultOf<Name>>;
  return { ...change, rehearse };
}

/** All that is on the screen, or what comes from these operations. */
export function askAgain(queries: QueryClient, names?: ReadonlySet<string>): void {
  void queries.invalidateQueries(comesFrom(names));
}

/** An answer of one of these operations is on its way. */
export const isAsking = (queries: QueryClient, names: ReadonlySet<string>): boolean =>
  queries.isFetching(comesFrom(names)) > 0;

const comesFrom = (names?: ReadonlySet<string>): QueryFilters => ({
  predicate: ({ queryKey: [name] }) => names === undefined || (typeof name === 'string' && names.has(name)),
});
