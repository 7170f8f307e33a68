import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { StartProgress } from '../campaigns/begin/start-progress.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { KeyList } from './key-list.tsx';
import { Navigation } from './navigation.tsx';
import classes from './shell.module.css';
import { useKeys } from './use-keys.ts';

const CommandPalette = lazy(() =>
  import('./command-palette.tsx').then(({ CommandPalette }) => ({ default: CommandPalette })),
);

/** The frame around every page: the way to it, what the server says of itself, and what is asked by keys. */
export function Shell() {
  const [isAsking, ask] = useState(false);
  const [isListing, list] = useState(false);
  const [isOpen, open] = useState(false);
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useKeys({ onAsk: () => ask(true), onList: () => list(true) });

  // Whoever goes on by keyboard or hears the page begins at its top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is what it waits for.
  useEffect(() => {
    if (!isFirst.current) main.current?.focus();
    isFirst.current = false;
    open(false);
  }, [pathname]);

  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#main">
        Skip to the page
      </a>
      <Navigation isOpen={isOpen} onToggle={() => open(!isOpen)} onAsk={() => ask(true)} onList={() => list(true)} />
      <div className={classes.page}>
        <ConnectionNotice />
        {pathname !== '/new-campaign' && <StartProgress className={classes.notice} />}
        <main id="main" ref={main} tabIndex={-1} className={classes.main}>
          <Suspense fallback={null}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      {isAsking && (
        <Suspense fallback={null}>
          <CommandPalette onClose={() => ask(false)} />
        </Suspense>
      )}
      <KeyList isOpen={isListing} onClose={() => list(false)} />
    </div>
  );
}
