import type { ReactNode } from 'react';
import classes from './parts.module.css';

/** Nothing is here: why, and what to do next. */
export function EmptyState({ says, children }: { readonly says: string; readonly children?: ReactNode }) {
  return (
    <div className={classes.empty}>
      <p>{says}</p>
      <p>{children}</p>
    </div>
  );
}
