import { Link } from '@tanstack/react-router';
import { useMay } from '../data/who.ts';
import { PAGES } from './pages.ts';
import classes from './shell.module.css';
import { SideFoot, ZoneOfPage } from './side-foot.tsx';
import { useCounts } from './use-counts.ts';

interface NavigationProps {
  /** On a phone: whether the list is unfolded. */
  readonly isOpen: boolean;
  onToggle(): void;
  onAsk(): void;
  onList(): void;
}

/** The way to every page, with how much of each needs somebody. */
export function Navigation({ isOpen, onToggle, onAsk, onList }: NavigationProps) {
  const may = useMay();
  const counts = useCounts();
  return (
    <header className={classes.side} data-open={isOpen}>
      <div className={classes.brand}>
        <Link to="/">Overture</Link>
        <span className={classes.phoneZone}>
          <ZoneOfPage />
        </span>
        <button type="button" className={`${classes.menu} ${classes.quiet}`} aria-expanded={isOpen} onClick={onToggle}>
          Menu
        </button>
      </div>
      <button type="button" className={classes.search} onClick={onAsk}>
        <span>Search or do …</span>
        <kbd aria-hidden>⌘K</kbd>
      </button>
      <nav aria-label="Pages" className={classes.links}>
        {PAGES.filter(({ needs }) => may(needs)).map(({ title, to, counts: counted }) => (
          <Link
            key={to}
            to={to}
            className={classes.link}
            activeOptions={{ exact: to === '/' }}
            activeProps={{ 'aria-current': 'page' }}
          >
            <span>{title}</span>
            {counted !== undefined && counts[counted] !== null && (
              <span className={classes.count} title={`${counts[counted]} need somebody`}>
                {counts[counted]}
                <span hidden> need somebody</span>
              </span>
            )}
          </Link>
        ))}
      </nav>
      <SideFoot onList={onList} />
    </header>
  );
}
