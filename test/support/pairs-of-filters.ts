/** Values of the filters of a list that many, few or none of those have whom `fillMillion` makes, `skewed`. */
export type FilterValues = Readonly<Record<string, readonly (string | number | boolean)[]>>;
export type Filter = Readonly<Record<string, string | number | boolean>>;

export const OF_ENROLLMENTS: FilterValues = {
  sequence: ['million', 'none'],
  version: [1],
  status: ['queued', 'active', 'finished', 'needs_person', 'paused'],
  outcome: ['replied', 'done', 'none'],
  campaign_id: ['cmp_00', 'cmp_03', 'cmp_08', 'cmp_19'],
  account_id: ['acc_0', 'acc_3', 'acc_8', 'acc_35', 'acc_none'],
  node: ['invite', 'none'],
  replied: [true, false],
  waiting_on: ['acc_0'],
};
export const OF_PEOPLE: FilterValues = {
  ...OF_ENROLLMENTS,
  arm: ['long', 'own', 'none'],
  label: ['interested', 'none', 'wrong_person'],
  tag: ['often', 'rare'],
  suppressed: [true, false],
};

/** Each value by itself, and with each of every other filter. */
export function* pairsOf(values: FilterValues): Generator<Filter> {
  const names = Object.keys(values);
  for (const [n, one] of names.entries())
    for (const value of values[one] ?? []) {
      yield { [one]: value };
      for (const other of names.slice(n + 1))
        for (const another of values[other] ?? []) yield { [one]: value, [other]: another };
    }
}

/** As in a query: `status=queued&replied=true`. */
export const queryOf = (filter: Filter): string =>
  new URLSearchParams(Object.entries(filter).map(([name, value]) => [name, String(value)])).toString();
