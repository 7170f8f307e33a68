import { useState } from 'react';

/** Those of a sequence that has a name now. What is kept under the name already stays. */
export function moveTestsText(from: string, to: string): void {
  const written = localStorage.getItem(keyOf(from));
  if (written === null) return;
  try {
    if (localStorage.getItem(keyOf(to)) === null) localStorage.setItem(keyOf(to), written);
  } catch {}
  localStorage.removeItem(keyOf(from));
}

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
