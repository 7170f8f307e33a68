import { useEffect, useState } from 'react';
import type { ResultOf } from '../../api-client/asked.ts';

/** Wall milliseconds between two looks. */
const LOOK_EVERY = 20_000;

/** Why the database takes no writes, as a sentence for people; null: it takes them. Looks again and again, since what cannot be written no event tells of. */
export function useUnavailable(): string | null {
  const [unavailable, setUnavailable] = useState<string | null>(null);
  useEffect(() => {
    let isOver = false;
    const look = async () => {
      const found = await readUnavailable();
      if (!isOver && found !== undefined) setUnavailable(found);
    };
    void look();
    const timer = setInterval(() => void look(), LOOK_EVERY);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, []);
  return unavailable;
}

/** Asked past the client: a 503 is the answer here, and is not asked for again. Undefined: nobody says. */
async function readUnavailable(): Promise<string | null | undefined> {
  try {
    const answer: Partial<ResultOf<'getReadiness'>> = await (await fetch('/readyz')).json();
    return answer.unavailable === null ? null : answer.unavailable?.text;
  } catch {
    return undefined;
  }
}
