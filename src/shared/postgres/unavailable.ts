import pg from 'pg';

/** Why Postgres cannot do what it is asked, whatever that is: nothing is wrong with the question, and it may be asked again later. */
const UNAVAILABLE = [
  'disk_full',
  'disk_broken',
  'read_only',
  'out_of_memory',
  'out_of_shared_memory',
  'out_of_connections',
  'out_of_resources',
  'shutdown',
  'migrated',
  'unreachable',
] as const;
export type Unavailable = (typeof UNAVAILABLE)[number];

export const isUnavailable = (word: unknown): word is Unavailable => UNAVAILABLE.some((one) => one === word);

/**
 * Reasons by SQLSTATE: class 53 (insufficient resources), its disk, writes where none are taken, and what a stop or a crash
 * makes of every connection (57P).
 */
const BY_CODE: Readonly<Record<string, Unavailable>> = {
  '53000': 'out_of_resources',
  '53100': 'disk_full',
  '53200': 'out_of_memory',
  '53300': 'out_of_connections',
  '53400': 'out_of_resources',
  '58030': 'disk_broken',
  '25006': 'read_only',
  '57P01': 'shutdown',
  '57P02': 'shutdown',
  '57P03': 'shutdown',
};

interface Said {
  /** A whole sentence without its full stop. */
  readonly text: string;
  readonly fix: string;
  /** Wall seconds after which asking again may work. */
  readonly retry_after: number;
}

const SAID: Readonly<Record<Unavailable, Said>> = {
  disk_full: {
    text: 'The disk of Postgres is full, so nothing can be written; what was written before is kept',
    fix: 'Make room on that disk, or give Postgres a larger one; everything goes on by itself then.',
    retry_after: 60,
  },
  disk_broken: {
    text: 'Postgres cannot read or write its disk',
    fix: 'Look at the log of Postgres and of its machine: the disk may be failing. Back up what can still be read.',
    retry_after: 60,
  },
  read_only: {
    text: 'Postgres takes no writes: it is read-only, as whoever hosts it makes it when its disk is full, and as a standby is',
    fix: 'Make room or give it a larger disk, and connect to the primary.',
    retry_after: 60,
  },
  out_of_memory: {
    text: 'Postgres has no memory left for this',
    fix: 'Give its machine more memory, or lower what else runs there and work_mem.',
    retry_after: 10,
  },
  out_of_shared_memory: {
    text: 'Postgres has no memory left that processes share which help each other with one statement',
    fix: 'Give its machine a larger /dev/shm, of 256 MB and more: that is shm_size of a container.',
    retry_after: 10,
  },
  out_of_connections: {
    text: 'Postgres has no connection left',
    fix: 'Raise max_connections, run fewer roles, or put a pooler before it.',
    retry_after: 5,
  },
  out_of_resources: {
    text: 'Postgres has run into a limit of its machine or of its settings',
    fix: 'The log of Postgres says which: often files that one process may have open, or temp_file_limit.',
    retry_after: 10,
  },
  shutdown: {
    text: 'Postgres is being stopped or started',
    fix: 'Wait until it is back; if it does not come back, its own log says why.',
    retry_after: 5,
  },
  migrated: {
    text: 'A migration has just changed a table that was in use',
    fix: 'Ask again: what was prepared for the table as it was is prepared anew.',
    retry_after: 1,
  },
  unreachable: {
    text: 'Postgres cannot be reached',
    fix: 'Look whether it runs, and where DATABASE_URL leads; its own log says why it ended, often a full disk.',
    retry_after: 5,
  },
};

/** For people: what is the matter, and what to do. */
export const describeUnavailable = (why: Unavailable): Said => SAID[why];

/** Causes within causes; more would be a circle. */
const DEEPEST = 5;

/** Failures of a connection to Postgres. The same codes come from connections to others. */
const broken = new WeakSet<Error>();

/** Why Postgres could not do it, where this error or what caused it says so; null: something else is wrong. */
export function unavailableBy(error: unknown): Unavailable | null {
  for (let at = error, depth = 0; at instanceof Error && depth < DEEPEST; at = at.cause, depth++) {
    if (isOfSharedMemory(at)) return 'out_of_shared_memory';
    const why = 'code' in at && typeof at.code === 'string' ? BY_CODE[at.code] : undefined;
    if (why !== undefined) return why;
    if (isStalePlan(at)) return 'migrated';
    if (broken.has(at)) return 'unreachable';
  }
  return null;
}

/** Memory that processes share is a file to Postgres, so it gives the code of a full disk where there is none left. */
const isOfSharedMemory = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '53100' && error.file === 'dsm_impl.c';

/** Postgres refuses what was prepared before a table changed: `cached plan must not change result type`, in whatever language it says so. */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '0A000' && error.routine === 'RevalidateCachedQuery';

type Tell = (why: Unavailable) => void;
const listeners = new Set<Tell>();

/** Has `tell` called for every statement of this process that Postgres could not do. Ends with the returned function. */
export function onUnavailable(tell: Tell): () => void {
  listeners.add(tell);
  return () => void listeners.delete(tell);
}

/** Tells those who listen what another thread could not do. */
export function tellUnavailable(why: Unavailable): void {
  for (const tell of listeners) tell(why);
}

/** Listens to a statement or a connect beside whoever waits for it: the promise itself is handed on as it is. */
export function notingUnavailable<T>(asked: Promise<T>): Promise<T> {
  asked.catch((error: unknown) => {
    if (error instanceof Error && isOfConnection(error)) broken.add(error);
    const why = unavailableBy(error);
    if (why !== null) tellUnavailable(why);
  });
  return asked;
}

/**
 * Tells an error of the connection: what the driver says of the wire has neither an SQLSTATE nor the class of an error in what
 * it was given or has read.
 */
const isOfConnection = (error: Error): boolean =>
  !(error instanceof pg.DatabaseError) && (error.constructor === Error || error instanceof AggregateError);
