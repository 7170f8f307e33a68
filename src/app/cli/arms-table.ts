import type { ArmFigures } from '../../core/experiments/count-arms.ts';
import { formatTable } from './table.ts';

const HEAD = [
  'ARM',
  'WEIGHT',
  'ENTERED',
  'CONTACTED',
  'ACCEPTED',
  'REPLIED',
  'UNSUBSCRIBED',
  'BOUNCED',
  'HOURS TO REPLY',
];

/** What each arm of a split has brought. */
export function armsTable(arms: readonly ArmFigures[]): string {
  const rows = arms.map((arm) => [
    ...[arm.name, arm.weight, arm.entered, arm.contacted, arm.accepted, arm.replied, arm.unsubscribed, arm.bounced],
    arm.median_hours_to_reply ?? '-',
  ]);
  return formatTable(
    HEAD,
    rows.map((row) => row.map(String)),
  );
}
