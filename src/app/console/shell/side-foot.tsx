import { useMantineColorScheme } from '@mantine/core';
import { connection } from '../data/connection.ts';
import { useStore } from '../data/store.ts';
import { useNow } from '../data/virtual-clock.ts';
import { nameOf, useMe } from '../data/who.ts';
import { formatTime } from '../parts/format-time.ts';
import { useZones } from '../parts/zone.tsx';
import { signOut } from './session.ts';
import classes from './shell.module.css';
import { StopEverything } from './stop-everything.tsx';

const NEXT = { auto: 'light', light: 'dark', dark: 'auto' } as const;

/** In which zone the times of this page are; where its schedule has another one than its reader, it changes to that. */
export function ZoneOfPage() {
  const { shown, own, schedule, prefersOwn, prefer } = useZones();
  if (schedule === null || schedule === own) return `${shown} (yours)`;
  return (
    <button type="button" className={classes.quiet} onClick={() => prefer(prefersOwn ? 'schedule' : 'own')}>
      {shown} ({prefersOwn ? 'yours' : "the schedule's"})
    </button>
  );
}

/** Shows what belongs to no page: the time, who is signed in, how it looks, and the way to stop all. */
export function SideFoot({ onList }: { onList(): void }) {
  const who = useMe();
  const now = useNow();
  const { isLive } = useStore(connection);
  const { shown } = useZones();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <div className={classes.foot}>
      <StopEverything />
      <span title="Virtual time: what everything but this page goes by">
        {now === null ? '…' : formatTime(now, shown, null)}
        <br />
        <ZoneOfPage />
      </span>
      <span role="status">{isLive ? 'Live' : 'Connecting …'}</span>
      <div className={classes.footRow}>
        <button type="button" className={classes.quiet} onClick={onList}>
          Keys
        </button>
        <button type="button" className={classes.quiet} onClick={() => setColorScheme(NEXT[colorScheme])}>
          Look: {colorScheme}
        </button>
      </div>
      {who !== undefined && (
        <div className={classes.footRow}>
          <span title={who.role ?? who.scopes.join(', ')}>{nameOf(who)}</span>
          <button type="button" className={classes.quiet} onClick={() => void signOut()}>
            Sign out
          </button>
        </div>
      )}
    </div>
  );
}
