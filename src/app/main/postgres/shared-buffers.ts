import { totalmem } from 'node:os';

const MB = 1024 ** 2;

/** Bytes of memory that there is for this process and those that it starts: those of the machine, or of a container that has less. */
const memoryHere = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

const LEAST = 128;
const MOST = 1024;

/** The default of Postgres, with which it starts nearly anywhere. */
export const LEAST_SHARED_BUFFERS = `${LEAST}MB`;

/**
 * So much of its tables Postgres keeps itself, and need not ask the system for, and check, each time that it reads them: a sixteenth of the memory, since much else runs beside it.
 * It takes no more of that than it has tables.
 */
export const sharedBuffers = (memory = memoryHere()): string =>
  `${Math.min(MOST, Math.max(LEAST, Math.floor(memory / 16 / MB)))}MB`;
