import { setTimeout as pause } from 'node:timers/promises';
import { createHttpDialer } from '../../../shared/dial/create-http-dialer.ts';
import { THIS_MACHINE } from '../../../shared/dial/policies.ts';
import { SECOND } from '../../../shared/kit/duration.ts';
import { describeUnavailable, type Unavailable } from '../../../shared/postgres/unavailable.ts';
import { type DiskSpace, describeSpace, isLow, readDiskSpace } from '../../main/disk-space.ts';
import { unavailableIn } from '../../main/unavailable-in.ts';

/** Wall milliseconds between two looks. */
const LOOK_EVERY = 5 * SECOND;

interface ResourcesLook {
  readonly at: number;
  /** Why Postgres takes no writes, as the API finds it; null: it takes them. Undefined: the API does not say. */
  readonly unavailable: Unavailable | null | undefined;
  readonly disk: DiskSpace | null;
}

/** Says when Postgres cannot do what it is asked, when it is over, and once when the disk of the home becomes short. */
export function createResourceTeller(folder: string, notice: (line: string) => void): (look: ResourcesLook) => void {
  let outage: { readonly why: Unavailable; readonly since: number } | null = null;
  let wasLow = false;
  return ({ at, unavailable, disk }) => {
    if (unavailable !== undefined && unavailable !== (outage?.why ?? null)) {
      if (unavailable === null && outage !== null)
        notice(`Postgres takes writes again, after ${Math.round((at - outage.since) / SECOND)} s`);
      if (unavailable !== null) {
        const { text, fix } = describeUnavailable(unavailable);
        notice(`${text}. ${fix}`);
      }
      outage = unavailable === null ? null : { why: unavailable, since: outage?.since ?? at };
    }
    if (disk === null || isLow(disk) === wasLow) return;
    wasLow = !wasLow;
    notice(
      wasLow
        ? `Only ${describeSpace(disk)} on the disk of ${folder}`
        : `${describeSpace(disk)} on the disk of ${folder} again`,
    );
  };
}

/** Looks until it is stopped. */
export function watchResources(
  { folder, api_url }: { readonly folder: string; readonly api_url: string },
  notice: (line: string) => void,
): { stop(): void } {
  const ending = new AbortController();
  const tell = createResourceTeller(folder, notice);
  const http = createHttpDialer(THIS_MACHINE);
  const readUnavailable = async (): Promise<Unavailable | null | undefined> => {
    const { body } = await http.request(`${api_url}/readyz`, { signal: ending.signal });
    return unavailableIn(await body.json());
  };
  const watch = async (): Promise<void> => {
    for (;;) {
      const [unavailable, disk] = await Promise.all([readUnavailable().catch(() => undefined), readDiskSpace(folder)]);
      tell({ at: Date.now(), unavailable, disk });
      await pause(LOOK_EVERY, undefined, { signal: ending.signal });
    }
  };
  // Nothing but the end of all breaks a pause off.
  void watch().catch(() => http.destroy());
  return { stop: () => ending.abort() };
}
