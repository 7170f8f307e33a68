import { getRouteApi, Link } from '@tanstack/react-router';
import { useMay } from '../data/who.ts';
import { EmptyState } from '../parts/empty-state.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import classes from './settings.module.css';
import { SETTINGS_PARTS } from './settings-parts.ts';

const route = getRouteApi('/settings');

/** One part of the settings, and the way to the others. */
export function SettingsPage() {
  const { part } = route.useSearch();
  const may = useMay();
  const parts = SETTINGS_PARTS.filter(({ needs }) => may(needs));
  const shown = part === undefined ? parts[0] : parts.find((one) => one.part === part);
  return (
    <PageFrame title={shown?.title ?? 'Settings'} isFixed>
      <div className={classes.settings}>
        <nav className={classes.parts} aria-label="Settings">
          {parts.map((one) => (
            <Link
              key={one.part}
              to="/settings"
              search={{ part: one.part }}
              aria-current={one === shown ? 'page' : undefined}
            >
              {one.title}
            </Link>
          ))}
        </nav>
        <div className={classes.body}>
          {shown === undefined ? (
            <EmptyState says="There is no such part of the settings.">Choose one beside.</EmptyState>
          ) : (
            <shown.Body key={shown.part} />
          )}
        </div>
      </div>
    </PageFrame>
  );
}
