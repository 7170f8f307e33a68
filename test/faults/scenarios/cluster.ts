import { readdirSync, readFileSync } from 'node:fs';
import { finding } from '../invariants/finding.ts';
import type { Run, Scenario } from '../scenario.ts';
import { killNow } from '../system/process.ts';
import { V2_TIMEOUT } from '../system/start-system.ts';

/** Longer than a step's lease, than the client's timeout, and than what counts as proof: late writes must be refused. */
const FROZEN_MS = V2_TIMEOUT * 1000 * 3;
const CUT_MS = 8000;

interface Fault {
  readonly what: string;
  readonly play: () => Promise<void>;
}

/** Each part of a cluster is killed, frozen and cut off once, in an order of the seed's, while people are under way. */
export const clusterParts: Scenario = {
  name: 'cluster-parts',
  about: 'each worker, API, V2 service, Temporal and Postgres of a cluster killed, frozen and cut off in turn',
  cluster: true,
  load: { leads: 240, speed: 480, accounts: 8 },
  async play(run) {
    const { system, load, random, fault, pause, say, finishedShare } = run;
    const faults = faultsOf(run)
      .map((one) => ({ ...one, turn: random.next() }))
      .toSorted((left, right) => left.turn - right.turn);
    let played = 0;
    for (const { what, play } of faults) {
      if ((await finishedShare()) === 1) break;
      await pause(random.whole(300, 2500));
      fault(what);
      say(what);
      await play();
      played++;
    }
    await system.speedUp(load.speed * 9);
    const missing = faults.slice(played).map(({ what }) => `everybody had come to an end before: ${what}`);
    return [finding('parts', 'each part was hit while people were under way', { faults: played }, missing)];
  },
};

function faultsOf({ system, random, pause }: Run): readonly Fault[] {
  const frozen = async (pids: readonly number[]) => {
    for (const pid of pids) killNow(pid, 'SIGSTOP');
    await pause(FROZEN_MS + random.whole(0, 3000));
    for (const pid of pids) killNow(pid, 'SIGCONT');
  };
  const cut = async (link: { down(): Promise<void>; up(): Promise<void> }) => {
    await link.down();
    await pause(CUT_MS + random.whole(0, 4000));
    await link.up();
  };
  const roles = system.roles.flatMap((role): Fault[] => [
    {
      what: `kill -9 of ${role.name}`,
      async play() {
        await role.kill();
        await pause(random.whole(0, 1500));
        await role.start();
      },
    },
    { what: `SIGSTOP of ${role.name}`, play: () => frozen([role.pid() ?? []].flat()) },
    {
      what: `${role.name} cut off from Postgres`,
      play: async () => {
        const way = system.ways_to_postgres.get(role);
        if (way) await cut(way);
      },
    },
  ]);
  const links = Object.entries(system.links).map(
    ([name, link]): Fault => ({ what: `${name} cut off`, play: () => cut(link) }),
  );
  const servers: Fault[] = [
    {
      what: 'kill -9 of Postgres',
      async play() {
        await system.killPostgres();
        await pause(random.whole(0, 3000));
        await system.startPostgres();
      },
    },
    { what: 'SIGSTOP of Postgres', play: () => frozen(withChildren(system.postgres().pid)) },
    {
      what: 'kill -9 of Temporal',
      async play() {
        await system.killTemporal();
        await pause(random.whole(0, 3000));
        await system.startTemporal();
      },
    },
    { what: 'SIGSTOP of Temporal', play: () => frozen([system.temporal().pid]) },
    {
      what: "kill -9 of Temporal's Postgres",
      async play() {
        await system.killTemporalPostgres();
        await pause(random.whole(0, 3000));
        await system.startTemporalPostgres();
      },
    },
    { what: "SIGSTOP of Temporal's Postgres", play: () => frozen(withChildren(system.temporalPostgresPid() ?? 0)) },
  ];
  return [...roles, ...links, ...servers];
}

/** A server of Postgres is a process for each connection. */
function withChildren(pid: number): readonly number[] {
  const parentOf = (other: string): number => {
    try {
      // The name, in brackets, may hold anything: the fields begin behind it.
      return Number(readFileSync(`/proc/${other}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
    } catch {
      return 0;
    }
  };
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === pid);
  return [pid, ...children.map(Number)];
}
