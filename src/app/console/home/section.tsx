import type { ReactNode } from 'react';
import { useId } from 'react';
import classes from './home.module.css';

interface SectionProps {
  readonly title: string;
  readonly count?: ReactNode;
  readonly children: ReactNode;
}

/** A part of the home page under its heading. */
export function Section({ title, count, children }: SectionProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id}>
        {title} {count !== undefined && <span className={classes.count}>{count}</span>}
      </h2>
      {children}
    </section>
  );
}
