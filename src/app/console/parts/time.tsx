import { useNow } from '../data/virtual-clock.ts';
import { wallNow } from '../data/wall-clock.ts';
import { formatDistance, formatTime } from './format-time.ts';
import { useZones } from './zone.tsx';

/** A moment in the zone of the page; hovering shows it in the other one, too. */
export function Time({ at, distance = false }: { readonly at: string; readonly distance?: boolean }) {
  const now = useNow();
  const away = distance && now !== null ? ` (${formatDistance(Date.parse(at), now)})` : '';
  return <Moment at={at} now={now} away={away} />;
}

/** The same of what has no virtual time: what people of ours did, and their keys and sessions. */
export const WallTime = ({ at }: { readonly at: string }) => <Moment at={at} now={wallNow()} />;

interface MomentProps {
  readonly at: string;
  /** Epoch milliseconds, by which the year is left out; null: not known yet. */
  readonly now: number | null;
  readonly away?: string;
}

function Moment({ at, now, away }: MomentProps) {
  const { own, schedule, shown } = useZones();
  const moment = Date.parse(at);
  const zones = [...new Set([shown, own, schedule ?? 'UTC'])];
  return (
    <time dateTime={at} title={zones.map((zone) => `${formatTime(moment, zone, now)} ${zone}`).join('\n')}>
      {formatTime(moment, shown, now)}
      {away}
    </time>
  );
}
