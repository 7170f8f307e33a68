import { type ReactNode, useEffect } from 'react';
import classes from './parts.module.css';

interface PageFrameProps {
  readonly title: string;
  /** Beside the title: what it is, in a few words. */
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  /** Below the title: filters, or the ways to its parts. */
  readonly bar?: ReactNode;
  /** The body scrolls itself, as a table does. */
  readonly isFixed?: boolean;
  readonly children: ReactNode;
}

/** The frame of every page: its title, in the tab too, what can be done with it, and its body. */
export function PageFrame({ title, about, actions, bar, isFixed = false, children }: PageFrameProps) {
  useEffect(() => {
    document.title = `${title} · Overture`;
  }, [title]);
  return (
    <div className={`${classes.frame} ${isFixed ? classes.fixed : ''}`}>
      <div className={classes.head}>
        <h1 className={`${classes.title} ${classes.clamped}`} title={title}>
          {title}
        </h1>
        <div className={classes.about}>{about}</div>
        <div className={classes.actions} data-acts>
          {actions}
        </div>
      </div>
      {bar !== undefined && <div className={classes.bar}>{bar}</div>}
      <div className={classes.body}>{children}</div>
    </div>
  );
}
