import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ask } from '../../data/ask.ts';
import { useMay } from '../../data/who.ts';
import controls from '../../parts/controls.module.css';

/** Only there while a message fits nobody. */
export function UnmatchedLink() {
  const may = useMay();
  const found = useQuery({
    ...ask('listUnmatched', { query: { limit: 1, count: true } }),
    enabled: may('listUnmatched'),
  });
  const count = found.data?.count;
  if (count === undefined || count.value === 0) return null;
  return (
    <Link to="/inbox/unmatched" className={controls.filter}>
      Unmatched {count.value}
      {count.exact ? '' : '+'}
    </Link>
  );
}
