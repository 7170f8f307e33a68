import { useNow } from '../data/world-clock.ts';
import { formatDistance, formatTime } from './format-time.ts';
import { useZones } from './zone.tsx';

/** A moment in the zone of the page; hovering shows it in the other one, too. */
export function Time({ at, distance = false }: { readonly at: string; readonly distance?: boolean }) {
  const now = useNow();
  const { own, schedule, shown } = useZones();
  const moment = Date.parse(at);
  const text = formatTime(moment, shown, now);
  const zones = [...new Set([shown, own, schedule ?? 'UTC'])];
  const title = zones.map((zone) => `${formatTime(moment, zone, now)} ${zone}`).join('\n');
  return (
    <time dateTime={at} title={title}>
      {text}
      {distance && now !== null ? ` (${formatDistance(moment, now)})` : ''}
    </time>
  );
}
