import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_BODIES_FILE } from '../provoke-errors.ts';
import { type Check, finding } from './finding.ts';
import { TEMPORAL_TABLES_FILE } from './note-temporal-tables.ts';

/** Never a good sign, whichever fault was at work. */
const CRASHES = ['unhandledrejection', 'unhandled promise rejection', 'unhandled rejection', 'uncaughtexception'];
/** A good sign only where a worker ran on while Temporal was set back: whoever walks what that one wrote must refuse it. */
const REFUSED_HISTORIES = ['nondeterminism', 'non-deterministic', 'TMPRL1100'];

/** Logs of every part, what Temporal has stored as bytes, and the bodies of errors that the scenario kept. */
export const nothingLeaks: Check = async ({ home, load }) => {
  const files = [
    ...filesIn(join(home, 'logs')),
    ...['temporal.db', 'temporal.db-wal', TEMPORAL_TABLES_FILE, ERROR_BODIES_FILE].map((name) => join(home, name)),
    ...['postgres', 'temporal-postgres'].map((folder) => join(home, folder, 'postgres.log')),
  ].filter((file) => existsSync(file));
  const exceptions: string[] = [];
  let bytes = 0;
  let histories = 0;
  for (const file of files) {
    bytes += statSync(file).size;
    const crashes = load.temporal_set_back ? CRASHES : [...CRASHES, ...REFUSED_HISTORIES];
    const wanted = [...load.canaries, ...(file.endsWith('.log') ? crashes : [])];
    // That its names of workflows are found shows that what is written there can be read as it is.
    if (/temporal\.db|temporal-tables/.test(file)) histories += (await search(file, ['enr:'])).size;
    for (const [text, example] of await search(file, wanted)) {
      exceptions.push(`${file.slice(home.length + 1)} holds ${text}: ${example}`);
    }
  }
  if (histories === 0) exceptions.push('no history of Temporal could be read');
  return finding(
    'I10',
    'no secret and no personal data in logs, histories and errors; nothing unhandled',
    {
      files: files.length,
      megabytes: Math.round(bytes / 1_000_000),
    },
    exceptions,
  );
};

const filesIn = (folder: string) => readdirSync(folder).map((name) => join(folder, name));

/** Which of the texts are there, each with what stands around its first place. */
async function search(file: string, texts: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  const wanted = texts.map((text) => [text, text.toLowerCase()] as const);
  let tail = '';
  for await (const chunk of createReadStream(file, { encoding: 'latin1', highWaterMark: 1 << 20 })) {
    const piece = tail + String(chunk);
    const lower = piece.toLowerCase();
    for (const [text, small] of wanted) {
      const at = found.has(text) ? -1 : lower.indexOf(small);
      if (at >= 0) found.set(text, piece.slice(Math.max(0, at - 120), at + 160).replaceAll(/\s+/g, ' '));
    }
    tail = piece.slice(-200);
  }
  return found;
}
