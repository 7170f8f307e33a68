import type { ReactNode } from 'react';
import { Tag, type Tone } from '../parts/tag.tsx';
import { Time } from '../parts/time.tsx';
import classes from './home.module.css';

interface ProblemProps {
  readonly tone: Tone;
  readonly state: string;
  /** Null: it is not known. */
  readonly since: string | null;
  /** Null: nobody gave a reason. */
  readonly why: ReactNode;
  /** The name of what is in this state, with a link where it has a page. */
  readonly children: ReactNode;
}

/** An entry of a list: what is in which state, since when, and below it why. */
export function Problem({ tone, state, since, why, children }: ProblemProps) {
  return (
    <li>
      <span className={classes.line}>
        <Tag tone={tone}>{state}</Tag> {children}
      </span>
      <span className={classes.when}>
        {since !== null && (
          <>
            since <Time at={since} />
          </>
        )}
      </span>
      {why !== null && <span className={classes.words}>{why}</span>}
    </li>
  );
}
