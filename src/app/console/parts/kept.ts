const keyOf = (name: string): string => `overture.${name}`;

/** What somebody has typed and not sent: it outlives a reload, a closed tab and another build of the page. This tab's own, else what a tab that is closed has left. */
export function readKept(name: string): unknown {
  for (const storage of [sessionStorage, localStorage]) {
    const found = parse(storage.getItem(keyOf(name)));
    if (found !== null) return found;
  }
  return null;
}

export function keep(name: string, value: object): void {
  const written = JSON.stringify(value);
  for (const storage of [sessionStorage, localStorage]) {
    // Full or forbidden: what was typed is on the page still.
    try {
      storage.setItem(keyOf(name), written);
    } catch {}
  }
}

export function forgetKept(name: string): void {
  for (const storage of [sessionStorage, localStorage]) storage.removeItem(keyOf(name));
}

function parse(written: string | null): unknown {
  try {
    return written === null ? null : JSON.parse(written);
  } catch {
    return null;
  }
}
