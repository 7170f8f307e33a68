import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ask } from './ask.ts';

const TICK = 5000;

/** Virtual time, which everything but the page itself goes by; it moves on by itself. Null: not known yet. */
export function useNow(): number | null {
  const { data, dataUpdatedAt } = useQuery({ ...ask('getClock'), staleTime: 60_000 });
  const [, tick] = useState(0);
  const speed = data?.speed ?? 1;
  useEffect(() => {
    const timer = setInterval(() => tick((ticks) => ticks + 1), speed > 1 ? TICK / 5 : TICK);
    return () => clearInterval(timer);
  }, [speed]);
  return data === undefined ? null : Date.parse(data.now) + (Date.now() - dataUpdatedAt) * data.speed;
}
