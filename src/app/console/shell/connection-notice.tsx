import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { connection } from '../data/connection.ts';
import { useUnavailable } from '../data/readiness.ts';
import { useStore } from '../data/store.ts';
import { wallNow } from '../data/wall-clock.ts';
import { formatTime } from '../parts/format-time.ts';
import { useZones } from '../parts/zone.tsx';
import classes from './shell.module.css';

/** A restart of the server is over sooner; nobody needs to hear of it. */
const UNSAID = 2000;

/** How this tab and the server stand to each other, where that is not as it should be: it is away, cannot save anything, has another clock, or has become another one. */
export function ConnectionNotice() {
  const { lostSince, isOutdated, clockIsBehind } = useStore(connection);
  const { own } = useZones();
  const unavailable = useUnavailable();
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    if (lostSince === null) return setLost(false);
    const timer = setTimeout(() => setLost(true), Math.max(0, lostSince + UNSAID - Date.now()));
    return () => clearTimeout(timer);
  }, [lostSince]);
  return (
    <div role="status">
      {isLost && lostSince !== null && (
        <p className={classes.notice}>
          Not reachable since {formatTime(lostSince, own, null)}, trying again. What you see is from before; what you
          typed stays.
        </p>
      )}
      {!isLost && unavailable !== null && <p className={classes.notice}>{unavailable}</p>}
      {clockIsBehind !== 0 && (
        <p className={classes.notice}>
          The clock of this computer is wrong: it says {formatTime(Date.now(), own, null)}, and the server's{' '}
          {formatTime(wallNow(), own, null)}. This page goes by the server's.
        </p>
      )}
      {isOutdated && (
        <p className={classes.notice}>
          The server has a newer console than this tab.
          <Button size="compact-xs" onClick={() => location.reload()}>
            Load it
          </Button>
        </p>
      )}
    </div>
  );
}
