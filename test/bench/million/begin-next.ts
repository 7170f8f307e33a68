import { readNetworkProfiles } from '../../../src/app/main/read-network-profiles.ts';
import { createBeginning } from '../../../src/runtime/enroll/admission/begin-waiting.ts';
import { createClock } from '../../../src/shared/kit/clock.ts';
import { openDatabase } from '../../../src/shared/postgres/open-database.ts';
import { median } from '../ratio.ts';

const TURNS = 40;

/** Milliseconds of one turn of the loop that lets people begin, after those that had free slots have begun. */
export async function timeOfTurn(url: string): Promise<number> {
  const db = openDatabase(url, { max: 4, plans_once: true });
  try {
    const turn = createBeginning({ db, clock: createClock(), profiles: readNetworkProfiles({}) });
    while (await turn());
    const times: number[] = [];
    for (let n = 0; n < TURNS; n++) {
      const begun = performance.now();
      await turn();
      times.push(performance.now() - begun);
    }
    return median(times);
  } finally {
    await db.close();
  }
}
