interface OptOuts {
  readonly added: number;
  readonly present: number;
  readonly nameless: number;
  readonly pending: number;
}

/** Says of the people whom a list says itself not to contact how they were put on the do-not-contact list. */
export function optOutsInWords({ added, present, nameless, pending }: OptOuts): string {
  const all = added + present + nameless + pending;
  const parts = [
    said(added, ['was put on the do-not-contact list', 'were put on the do-not-contact list']),
    said(present, ['was on it already', 'were on it already']),
    said(nameless, ['has no name that can be read', 'have no name that can be read']),
    said(pending, ['is still to be put there', 'are still to be put there']),
  ];
  return `The list says not to contact ${number(all)} ${all === 1 ? 'person' : 'people'}: ${parts.filter(Boolean).join(', ')}`;
}

const said = (count: number, [one, many]: readonly [string, string]): string =>
  count === 0 ? '' : `${number(count)} ${count === 1 ? one : many}`;

const number = (count: number): string => count.toLocaleString('en');
