import { useEffect, useRef } from 'react';
import { isOurKey } from './is-our-key.ts';

const STEPS: Readonly<Record<string, number>> = { j: 1, k: -1 };

/** `j` and `k` go to the next and the previous row, wherever the focus is. */
export function useRowKeys(onStep: (step: number) => void): void {
  const latest = useRef(onStep);
  latest.current = onStep;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const step = STEPS[event.key];
      if (step === undefined || !isOurKey(event)) return;
      event.preventDefault();
      latest.current(step);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
