import { Button } from '@mantine/core';
import classes from '../sequences.module.css';
import type { Saving } from './use-draft.ts';

/** Two have worked on one draft: both texts are there, and one of the two writers decides. */
export function DraftConflict({ saving: { conflict, saveMine, takeTheirs } }: { readonly saving: Saving }) {
  if (conflict === null) return null;
  const { theirs, says } = conflict;
  return (
    <div className={classes.notice} role="alert">
      <p>
        {says} Your text is still here.{' '}
        <Button size="compact-xs" variant="default" onClick={saveMine}>
          Save mine{theirs === null ? '' : ' over it'}
        </Button>{' '}
        {theirs !== null && (
          <Button size="compact-xs" variant="default" onClick={takeTheirs}>
            Take theirs in its place
          </Button>
        )}
      </p>
      {theirs !== null && (
        <details>
          <summary>What {theirs.author} has saved</summary>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it. */}
          <pre className={classes.theirs} tabIndex={0}>
            {theirs.text}
          </pre>
        </details>
      )}
    </div>
  );
}
