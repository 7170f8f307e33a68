import type { ReactNode } from 'react';
import classes from './parts.module.css';

export type Tone = 'plain' | 'good' | 'warn' | 'bad';

/** A state in a word. */
export function Tag({ tone = 'plain', children }: { readonly tone?: Tone; readonly children: ReactNode }) {
  return (
    <span className={classes.tag} data-tone={tone}>
      {children}
    </span>
  );
}
