import { useCallback } from 'react';

interface Pages {
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  fetchNextPage(): unknown;
}

/**
 * Asks for the next page of a list, if there is one. Whatever is asked already is waited for: the library would break it off, and pages
 * that are asked again since something has changed would never come on a slow line. What this gives is another function as soon as it can go on.
 */
export function useNextPage({ hasNextPage, isFetching, fetchNextPage }: Pages): () => void {
  return useCallback(() => {
    if (hasNextPage && !isFetching) void fetchNextPage();
  }, [hasNextPage, isFetching, fetchNextPage]);
}
