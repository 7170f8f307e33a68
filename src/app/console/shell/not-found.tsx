import { Link } from '@tanstack/react-router';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageFrame } from '../parts/page-frame.tsx';

export function NotFound() {
  return (
    <PageFrame title="There is no such page">
      <EmptyState says="The address leads nowhere. It may be of an earlier version.">
        <Link to="/">Go home</Link>
      </EmptyState>
    </PageFrame>
  );
}
