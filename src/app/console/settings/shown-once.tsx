import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from './settings.module.css';

interface ShownOnceProps {
  /** The words about the secret: what it is and what it is for. */
  readonly says: ReactNode;
  readonly secret: string;
  onClose(): void;
}

/** Shows what the server shows this once: it stays until somebody has put it away. */
export function ShownOnce({ says, secret, onClose }: ShownOnceProps) {
  const [isCopied, setCopied] = useState(false);
  // A page that was not opened by https has no clipboard.
  const copy = () =>
    void navigator.clipboard?.writeText(secret).then(
      () => setCopied(true),
      () => undefined,
    );
  return (
    <div className={classes.once} role="status">
      <p>{says} It is shown this once.</p>
      <code>{secret}</code>
      <span>
        <Button size="compact-sm" variant="default" onClick={copy}>
          {isCopied ? 'Copied' : 'Copy'}
        </Button>{' '}
        <Button size="compact-sm" variant="subtle" onClick={onClose}>
          I have kept it
        </Button>
      </span>
    </div>
  );
}
