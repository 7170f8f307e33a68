/** Those picked, with one more or one less. */
export function turned(picked: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(picked);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Those picked, and all of the list between two of its items; where one of the two is not in it any more, the last alone. */
export function pickedTo(
  picked: ReadonlySet<string>,
  ids: readonly string[],
  from: string | undefined,
  to: string,
): ReadonlySet<string> {
  const [one, other] = [ids.indexOf(from ?? to), ids.indexOf(to)];
  const between = one < 0 || other < 0 ? [to] : ids.slice(Math.min(one, other), Math.max(one, other) + 1);
  return new Set([...picked, ...between]);
}
