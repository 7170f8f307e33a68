import type { Metric } from './arm-person.ts';
import type { ArmChoice } from './optimized-split.ts';

const DID: Readonly<Record<Metric, string>> = {
  accepted: 'accepted',
  replied: 'replied',
  positive: 'replied positively',
};

/** Why a person took an arm, in one sentence without its period. */
export function sayChoice({ arm, shares, seen }: ArmChoice, metric: Metric): string {
  const share = shares[arm] ?? 0;
  if (share >= 1) return `Takes arm ${arm}: all new people go there, since it is proven better`;
  const rows = Object.entries(seen).toSorted(([one], [other]) => Number(other === arm) - Number(one === arm));
  const found = rows.map(([name, { judged, successes }]) => `${successes} of ${judged} of ${name}`).join(', ');
  const nobody = rows.every(([, { judged }]) => judged === 0);
  const why = nobody ? 'nobody is judged yet' : `${found} have ${DID[metric]} so far`;
  return `Takes arm ${arm}: ${Math.round(share * 100)} % of new people go there, since ${why}`;
}
