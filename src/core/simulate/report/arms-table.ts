import type { ArmFigures } from '../../experiments/count-arms.ts';
import type { OptimizedFigures } from '../../experiments/optimized-figures.ts';
import { sayDivision } from '../../experiments/say-division.ts';
import type { Table } from './page.ts';

/** `people`: what those in it are called. What the answers are is there where somebody says so. */
export function armsTable(
  people: string,
  arms: readonly ArmFigures[],
  optimized: Pick<OptimizedFigures, 'arms'> | null,
): Table {
  const division = sayDivision(optimized);
  const isLabeled = arms.some(({ positive }) => positive !== null);
  return {
    head: [
      ...['Arm', division.title, people, 'Contacted', 'Accepted', 'Replied', ...(isLabeled ? ['Positive'] : [])],
      ...['Unsubscribed', 'Bounced', 'Hours to the reply'],
    ],
    rows: arms.map((arm) => [
      ...[arm.name, division.of(arm), arm.entered, arm.contacted, arm.accepted, arm.replied],
      ...(isLabeled ? [arm.positive ?? ''] : []),
      ...[arm.unsubscribed, arm.bounced, arm.median_hours_to_reply ?? ''],
    ]),
  };
}
