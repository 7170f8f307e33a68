import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { isOurKey } from '../parts/is-our-key.ts';
import { PAGES } from './pages.ts';

/** Wall milliseconds between `g` and the letter of a page. */
const TOGETHER = 1500;

/** The keys that work on every page. They are heard before those of the page, to which the letter after `g` would mean something else. */
export function useKeys({ onAsk, onList }: { onAsk(): void; onList(): void }): void {
  const navigate = useNavigate();
  const handlers = useRef({ onAsk, onList });
  handlers.current = { onAsk, onList };
  useEffect(() => {
    // The time of an event begins with the page: zero is not long ago where the page has just been opened.
    let goesSince = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        handlers.current.onAsk();
        return;
      }
      if (!isOurKey(event)) return;
      const page = PAGES.find(({ key }) => key === event.key);
      if (event.key === '?') handlers.current.onList();
      else if (event.key === 'g') goesSince = event.timeStamp;
      else if (page !== undefined && event.timeStamp - goesSince < TOGETHER) {
        event.preventDefault();
        goesSince = Number.NEGATIVE_INFINITY;
        void navigate({ to: page.to });
      }
    };
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, [navigate]);
}
