import type { ReactNode } from 'react';
import classes from './accounts.module.css';

interface SectionProps {
  readonly title: string;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

export function Section({ title, isWide = false, children }: SectionProps) {
  return (
    <section className={`${classes.section} ${isWide ? classes.wide : ''}`} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
