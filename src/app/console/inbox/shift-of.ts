interface Line {
  readonly id: string;
  readonly last_message: { readonly id: string };
}

/**
 * Counts by how many places a list has moved under whoever reads it from this line on; whoever has written since is elsewhere
 * now, and says nothing of it.
 */
export function shiftOf(before: readonly Line[], now: readonly Line[], first: number, shown: number): number {
  const places = new Map(now.map((line, at) => [line.id, { at, said: line.last_message.id }]));
  for (const [at, line] of before.slice(first, first + shown).entries()) {
    const place = places.get(line.id);
    if (place?.said === line.last_message.id) return place.at - (first + at);
  }
  return 0;
}
