import { Button } from '@mantine/core';
import type { Sent } from '../../data/send-file.ts';
import { useStore } from '../../data/store.ts';
import { cancelStart, starting } from './starting.ts';

/** How far a start is whose file is large; it can be called back until all of it has arrived. */
export function StartProgress({ className }: { readonly className?: string | undefined }) {
  const now = useStore(starting);
  if (now?.progress == null) return null;
  const { name, progress, hasArrived } = now;
  return (
    <div className={className} role="status">
      {hasArrived ? (
        `The file of ${name} has arrived; its rows are being kept. The page may be closed.`
      ) : (
        <SentSoFar progress={progress} name={name} onCancel={cancelStart} />
      )}
    </div>
  );
}

interface SentSoFarProps {
  readonly progress: Sent;
  readonly name: string;
  onCancel(): void;
}

/** How much of a file is sent, and a button that calls it back. */
export function SentSoFar({ progress: { sent, of }, name, onCancel }: SentSoFarProps) {
  const share = of === 0 ? 0 : sent / of;
  return (
    <>
      <progress value={share} max={1} aria-label={`How much of the file of ${name} is sent`} />{' '}
      {Math.floor(100 * share)} % of {megabytes(of)} sent for {name}{' '}
      <Button size="compact-xs" variant="default" onClick={onCancel}>
        Cancel
      </Button>
    </>
  );
}

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;
