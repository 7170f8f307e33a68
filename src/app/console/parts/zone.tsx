import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { isZone } from './format-time.ts';

const OWN = Intl.DateTimeFormat().resolvedOptions().timeZone;
const KEPT_AS = 'overture.zone';

interface Zones {
  /** The reader's. */
  readonly own: string;
  /** The zone of the schedule that the page is about; null: it is about none, or about several. */
  readonly schedule: string | null;
  /** In which the times of this page are told. */
  readonly shown: string;
  readonly prefersOwn: boolean;
  prefer(whose: 'own' | 'schedule'): void;
  setSchedule(zone: string | null): void;
}

const ZoneContext = createContext<Zones | null>(null);

/** A page tells all its times in one zone, and names it. */
export function ZoneProvider({ children }: { readonly children: ReactNode }) {
  const [schedule, setSchedule] = useState<string | null>(null);
  const [prefersOwn, setPrefersOwn] = useState(() => localStorage.getItem(KEPT_AS) !== 'schedule');
  const zones = useMemo(
    (): Zones => ({
      own: OWN,
      schedule,
      shown: prefersOwn || schedule === null ? OWN : schedule,
      prefersOwn,
      prefer(whose) {
        localStorage.setItem(KEPT_AS, whose);
        setPrefersOwn(whose === 'own');
      },
      setSchedule,
    }),
    [schedule, prefersOwn],
  );
  return <ZoneContext value={zones}>{children}</ZoneContext>;
}

export function useZones(): Zones {
  const zones = useContext(ZoneContext);
  if (zones === null) throw new Error('no ZoneProvider is above this component');
  return zones;
}

/** Said by a page whose times belong to one schedule. */
export function useScheduleZone(zone: string | null | undefined): void {
  const { setSchedule } = useZones();
  const known = zone && isZone(zone) ? zone : null;
  useEffect(() => {
    setSchedule(known);
    return () => setSchedule(null);
  }, [known, setSchedule]);
}
