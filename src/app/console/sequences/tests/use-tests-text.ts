import { useState } from 'react';

const keyOf = (name: string): string => `overture.tests.${name}`;

/** The tests of a sequence, as the browser keeps them. */
export function useTestsText(name: string, begun: string) {
  const [tests, set] = useState(() => localStorage.getItem(keyOf(name)) ?? begun);
  const setTests = (text: string) => {
    set(text);
    // Full or forbidden: the text is in the editor still.
    try {
      localStorage.setItem(keyOf(name), text);
    } catch {}
  };
  return { tests, setTests };
}
