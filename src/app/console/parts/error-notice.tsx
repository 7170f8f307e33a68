import { Button } from '@mantine/core';
import classes from './parts.module.css';
import { sayProblem } from './say-problem.ts';

/** Says what happened and what was kept, and offers another try. */
export function ErrorNotice({ error, onRetry }: { readonly error: unknown; onRetry(): void }) {
  const { title, text } = sayProblem(error);
  return (
    <div className={classes.error} role="alert">
      <h2>{title}</h2>
      <p>{text}</p>
      <Button variant="default" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
