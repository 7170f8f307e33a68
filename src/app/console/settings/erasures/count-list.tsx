import classes from './erasures.module.css';

interface CountListProps {
  readonly label: string;
  readonly counts: readonly { readonly what: string; readonly count: number }[];
}

/** Lists counts by what they are of. */
export function CountList({ label, counts }: CountListProps) {
  return (
    <ul className={classes.counts} aria-label={label}>
      {counts.length === 0 && <li>Nothing yet.</li>}
      {counts.map(({ what, count }) => (
        <li key={what}>
          <span>{what.replaceAll('_', ' ')}</span>
          <span>{count.toLocaleString('en')}</span>
        </li>
      ))}
    </ul>
  );
}
