import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { cutText } from '../kit/cut-text.ts';
import { MINUTE, SECOND } from '../kit/duration.ts';
import { isRecord } from '../kit/is-record.ts';

/** A file of a stranger. */
export interface DocumentFile {
  readonly bytes: Uint8Array;
  /** The person's country, ISO 3166-1 alpha-2: numbers without a country are read as numbers there. */
  readonly country: string | null;
}

export type DocumentContacts =
  | { readonly kind: 'read'; readonly emails: readonly string[]; readonly phones: readonly string[] }
  /** `reason` is a part of a sentence: `it is encrypted`. */
  | { readonly kind: 'unreadable'; readonly reason: string };

export interface DocumentLimits {
  readonly file_bytes: number;
  /** Wall time, the start of its process included. */
  readonly time_ms: number;
  /** The most memory of the whole process that reads the file. */
  readonly memory_bytes: number;
}

export const DOCUMENT_LIMITS: DocumentLimits = {
  file_bytes: 10 * 1024 * 1024,
  time_ms: MINUTE / 2,
  memory_bytes: 512 * 1024 * 1024,
};

const CHILD = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? './child.ts' : './child.js', import.meta.url));
/** More at once would take all of a small machine. */
const AT_ONCE = 2;
let running = 0;
const waiting: (() => void)[] = [];

/**
 * The addresses and numbers in a PDF or Word file, in the order in which they stand there. A process of its own reads it, which knows nothing
 * of ours and ends with the file: one that is a bomb, has no end or is broken costs its time and its memory and nothing else. `child` is what that
 * process runs.
 */
export async function readContacts(
  file: DocumentFile,
  limits: DocumentLimits = DOCUMENT_LIMITS,
  child = CHILD,
): Promise<DocumentContacts> {
  const { byteLength } = file.bytes;
  if (byteLength === 0) return { kind: 'unreadable', reason: 'it is empty' };
  if (byteLength > limits.file_bytes) {
    const most = Math.floor(limits.file_bytes / 1024 / 1024);
    return { kind: 'unreadable', reason: `it has more than ${most} MB` };
  }
  while (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  running += 1;
  try {
    return await readInChild(file, limits, child);
  } finally {
    running -= 1;
    waiting.shift()?.();
  }
}

function readInChild(
  { bytes, country }: DocumentFile,
  { time_ms, memory_bytes }: DocumentLimits,
  script: string,
): Promise<DocumentContacts> {
  return new Promise((resolve, reject) => {
    const child = fork(script, [], {
      execArgv: [
        `--max-old-space-size=${Math.floor(memory_bytes / 2 / 1024 / 1024)}`,
        ...(script.endsWith('.ts') ? ['--import', 'tsx'] : []),
      ],
      // No key and no address of ours is there to be read.
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    let answer: DocumentContacts | null = null;
    const timer = setTimeout(() => {
      answer ??= { kind: 'unreadable', reason: `reading it takes more than ${Math.round(time_ms / SECOND)} seconds` };
      child.kill('SIGKILL');
    }, time_ms);
    child.once('error', reject);
    child.once('message', (message) => {
      answer ??= contactsIn(message);
      child.kill('SIGKILL');
    });
    child.once('exit', () => {
      resolve(answer ?? { kind: 'unreadable', reason: 'reading it takes too much memory' });
      clearTimeout(timer);
    });
    child.send({ bytes, country, memory_bytes }, (error) => {
      // It ended before it had the file; `exit` says so.
      if (error) child.kill('SIGKILL');
    });
  });
}

/** Checks the answer of the process: what reads a stranger's file is not believed either. */
function contactsIn(message: unknown): DocumentContacts {
  if (!isRecord(message)) return { kind: 'unreadable', reason: 'it cannot be read' };
  if (typeof message.reason === 'string') return { kind: 'unreadable', reason: cutText(message.reason, 200) };
  const texts = (given: unknown): string[] =>
    Array.isArray(given) ? given.filter((one) => typeof one === 'string' && one.length <= 254).slice(0, 20) : [];
  return { kind: 'read', emails: texts(message.emails), phones: texts(message.phones) };
}
