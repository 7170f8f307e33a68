import type { Point } from './layout.ts';

/** A curve through the middles of its pieces, so that bends are round. */
export function curve(points: readonly Point[]): string {
  const [first, ...rest] = points;
  const last = rest.at(-1);
  if (!first || !last) return '';
  const bends = rest.slice(0, -1).map((point, index) => {
    const next = rest[index + 1] ?? last;
    const middle = index === rest.length - 2 ? last : { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 };
    return `Q${point.x} ${point.y} ${middle.x} ${middle.y}`;
  });
  return `M${first.x} ${first.y} ${bends.length > 0 ? bends.join(' ') : `L${last.x} ${last.y}`}`;
}
