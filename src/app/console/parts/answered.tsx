import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorNotice } from './error-notice.tsx';
import classes from './parts.module.css';

interface AnsweredProps<Data> {
  readonly query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  /** Rows that stand in its place until it is there. */
  readonly rows?: number;
  readonly children: (data: Data) => ReactNode;
}

/** Shows what a query has answered. Once something is shown it stays: an error of a later look is the connection's to tell. */
export function Answered<Data>({ query: { data, error, refetch }, rows = 3, children }: AnsweredProps<Data>) {
  if (data !== undefined) return children(data);
  if (error !== null) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  return (
    <div role="status" aria-label="Reading">
      {Array.from({ length: rows }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same.
        <div key={at} className={classes.skeleton} />
      ))}
    </div>
  );
}
