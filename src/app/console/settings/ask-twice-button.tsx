import { Button } from '@mantine/core';
import { useState } from 'react';

interface AskTwiceButtonProps {
  /** A verb: `Revoke`. */
  readonly does: string;
  readonly what: string;
  readonly isPending: boolean;
  onConfirm(): void;
}

/** For what cannot be undone and touches nobody: it asks back once, and forgets that when one goes elsewhere. */
export function AskTwiceButton({ does, what, isPending, onConfirm }: AskTwiceButtonProps) {
  const [isAsked, setAsked] = useState(false);
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={`${isAsked ? `Really ${does.toLowerCase()}` : does} ${what}`}
      loading={isPending}
      onBlur={() => setAsked(false)}
      onClick={() => (isAsked ? onConfirm() : setAsked(true))}
    >
      {isAsked ? 'Really?' : does}
    </Button>
  );
}
