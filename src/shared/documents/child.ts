import { constants, setPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { findContacts } from './find-contacts.ts';
import { readText, Unreadable } from './read-text.ts';

/** The message to the process that reads one file. */
interface Asked {
  readonly bytes: Uint8Array;
  readonly country: string | null;
  readonly memory_bytes: number;
}

/** A thread looks at the memory: whatever is unpacked is in buffers, which the limit of the heap does not bound, and this one is busy then. */
const WATCH = `
  const { workerData: most } = require('node:worker_threads');
  setInterval(() => { if (process.memoryUsage.rss() > most) process.kill(process.pid, 'SIGKILL'); }, 10);`;

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.once('disconnect', () => process.exit(0));
process.once('message', ({ bytes, country, memory_bytes }: Asked) => {
  const watch = new Worker(WATCH, { eval: true, workerData: memory_bytes });
  watch.once('online', () => void read(bytes, country));
});

async function read(bytes: Uint8Array, country: string | null): Promise<void> {
  try {
    process.send?.(findContacts(await readText(bytes), country));
  } catch (error) {
    process.send?.({ reason: error instanceof Unreadable ? error.message : 'it is broken' });
  }
}
