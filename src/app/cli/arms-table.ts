import type { ArmFigures } from '../../core/experiments/count-arms.ts';
import type { OptimizedFigures } from '../../core/experiments/optimized-figures.ts';
import { sayDivision } from '../../core/experiments/say-division.ts';
import { formatTable } from './table.ts';

/** Tabulates what each arm of a split has brought, with what the answers are where somebody says so. */
export function armsTable(arms: readonly ArmFigures[], optimized: Pick<OptimizedFigures, 'arms'> | null): string {
  const division = sayDivision(optimized);
  const isLabeled = arms.some(({ positive }) => positive !== null);
  const head = [
    ...['ARM', division.title.toUpperCase(), 'ENTERED', 'CONTACTED', 'ACCEPTED', 'REPLIED'],
    ...(isLabeled ? ['POSITIVE'] : []),
  ];
  const rows = arms.map((arm) => [
    ...[arm.name, division.of(arm), arm.entered, arm.contacted, arm.accepted, arm.replied],
    ...(isLabeled ? [arm.positive ?? '-'] : []),
    ...[arm.unsubscribed, arm.bounced, arm.median_hours_to_reply ?? '-'],
  ]);
  return formatTable(
    [...head, 'UNSUBSCRIBED', 'BOUNCED', 'HOURS TO REPLY'],
    rows.map((row) => row.map(String)),
  );
}
