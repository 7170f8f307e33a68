import { Button } from '@mantine/core';
import classes from '../sequences.module.css';
import { LineDifference } from './line-difference.tsx';
import type { Saving } from './use-draft.ts';

interface DraftConflictProps {
  readonly saving: Saving;
  /** The text with which one's own began: what the other has changed in it is what differs. */
  readonly began: string;
}

/** Two have worked on one draft: both texts are there, and one of the two writers decides. */
export function DraftConflict({ saving: { conflict, saveMine, takeTheirs }, began }: DraftConflictProps) {
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
          <summary>What {theirs.author} has changed</summary>
          <LineDifference from={began} to={theirs.text} />
        </details>
      )}
    </div>
  );
}
