import { useState } from 'react';
import classes from './sequences.module.css';
import { Difference } from './versions/difference.tsx';

interface PublishedSinceProps {
  readonly name: string;
  /** The version that the text started from; null: there was none. */
  readonly began: number | null;
  readonly version: number;
}

/** Somebody has published since the text was begun: what they changed, and that nothing of the text is lost. */
export function PublishedSince({ name, began, version }: PublishedSinceProps) {
  const [isOpen, open] = useState(false);
  return (
    <div className={classes.notice}>
      <p role="status">
        {began === null ? 'You began with none' : `You began with version ${began}`}; version {version} was published
        since. Your text is kept: publishing shows what differs.
      </p>
      {began !== null && (
        <details onToggle={(event) => open(event.currentTarget.open)}>
          <summary>
            What changed from version {began} to {version}
          </summary>
          {isOpen && <Difference name={name} from={began} to={version} />}
        </details>
      )}
    </div>
  );
}
