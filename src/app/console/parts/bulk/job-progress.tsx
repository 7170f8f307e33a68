import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../data/ask.ts';
import lists from '../lists.module.css';
import { code } from '../words.ts';

/** How far something is that was asked of many: the events of its people tell of it. */
export function JobProgress({ id, onClose }: { readonly id: string; onClose(): void }) {
  const { data } = useQuery(ask('getControlJob', { params: { id } }));
  if (data === undefined) return null;
  const { action, matched, done, refused } = data;
  const left = Object.entries(refused).map(([name, count]) => `${count} not: ${code(name)}`);
  return (
    <span className={lists.job} role="status">
      {action}: {done.toLocaleString('en')} of {matched.toLocaleString('en')}
      {left.length > 0 && ` (${left.join(', ')})`}
      <Button size="compact-xs" variant="subtle" aria-label="Hide the progress" onClick={onClose}>
        ×
      </Button>
    </span>
  );
}
