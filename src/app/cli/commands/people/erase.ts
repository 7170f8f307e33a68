import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Command } from 'commander';
import { CodedError } from '../../../../shared/kit/coded-error.ts';
import { type ApiClient, bodyOf, createApiClient } from '../../api-client.ts';
import { nameOf } from '../../api-shapes.ts';
import { askFirst } from '../../ask-first.ts';
import { findPerson } from '../../find-person.ts';
import { EXIT, printJson, printLine, printNote } from '../../print.ts';
import { timesOf } from '../../times.ts';

interface Options {
  readonly verify?: string;
  readonly out?: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

export function eraseCommand(): Command {
  return new Command('erase')
    .description('erase a person everywhere, with a receipt; or check that a receipt still holds')
    .argument('[who]', 'one person: name or its beginning, email address, profile URL or id')
    .option('--verify <receipt>', 'look again in every table and in Temporal; a file with the receipt, or its id')
    .option('--out <file>', 'write the signed receipt there')
    .option('--dry-run', 'say what would be erased, and change nothing')
    .option('--yes', 'do not ask; needed where nobody can be asked')
    .option('--json', 'print the receipt, or what the check has found')
    .action((who: string | undefined, options: Options) => {
      if (options.verify !== undefined) return verify(options.verify, options);
      if (who !== undefined) return erase(who, options);
      throw new CodedError('wrong_use', 'Nobody was named.', {
        fix: 'Name a person (overture erase ada@acme.example), or a receipt to check (overture erase --verify FILE).',
      });
    });
}

async function erase(who: string, { out, dryRun, yes, json }: Options): Promise<void> {
  const api = createApiClient();
  const person = await findPerson(api, who);
  const params = { id: person.id };
  if (dryRun) {
    const would = await api.eraseLead({ params, query: { dry_run: true } });
    if (json) return printJson(would);
    for (const { what, count } of would.erased) printLine(`${what}: ${count}`);
    return printLine('Nothing has changed.');
  }
  const asked = { question: 'Erase them for good?', words: nameOf(person), yes, count: () => 1, unit: 'person' };
  if ((await askFirst(asked)) === 'declined') {
    printLine('Nothing has changed.');
    process.exitCode = EXIT.problem;
    return;
  }
  const { receipt_id } = await api.eraseLead({ params });
  if (!json)
    printNote(`${receipt_id}: nobody finds them any more, and nothing is sent. Looking for what is left of them …`);
  const receipt = await untilDone(api, receipt_id);
  if (out !== undefined) writeFileSync(out, `${JSON.stringify(receipt, null, 2)}\n`, { mode: 0o600 });
  if (json) return printJson(receipt);
  for (const { what, count } of receipt.erased) printLine(`erased  ${what}: ${count}`);
  for (const { what, why, until } of receipt.kept)
    printLine(`kept    ${what}: ${why}${until ? ` (until ${timesOf({}).named(until)})` : ''}`);
  printLine(`receipt ${receipt.receipt_id}${out === undefined ? '' : `, written to ${out}`}`);
}

async function untilDone(api: ApiClient, id: string) {
  for (let reported: string | null = null; ; await sleep(500)) {
    const { receipt, last_error } = await api.getErasure({ params: { id } });
    if (receipt !== null) return receipt;
    if (last_error !== null && last_error !== reported) printNote(`It does not go on yet: ${last_error}`);
    reported = last_error;
  }
}

async function verify(given: string, { json }: Options): Promise<void> {
  const api = createApiClient();
  const receipt = given.startsWith('era_') ? await storedReceipt(api, given) : readReceipt(given);
  let check = await api.checkReceipt({ body: bodyOf('checkReceipt', { receipt }) });
  while (check.status === 'running') {
    await sleep(250);
    check = await api.getReceiptCheck({ params: { id: check.id } });
  }
  if (!check.ok) process.exitCode = EXIT.problem;
  if (json) return printJson(check);
  if (check.ok) return printLine(`${check.receipt_id} holds: nothing of them was found.`);
  printLine(`${check.receipt_id} does not hold any more:`);
  for (const { where, count } of check.found) printLine(`  ${where}: ${count}`);
}

async function storedReceipt(api: ApiClient, id: string): Promise<unknown> {
  const { receipt } = await api.getErasure({ params: { id } });
  if (receipt !== null) return receipt;
  throw new CodedError('erasure_running', `The erasure ${id} is not done yet: there is no receipt to check.`, {
    fix: 'Wait until it is done; a worker carries it on.',
  });
}

function readReceipt(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new CodedError('wrong_use', `${file} is no receipt.`, {
      fix: 'Give a file with the JSON that `overture erase --json` or `--out` gave, or the id of an erasure (era_…).',
      cause,
    });
  }
}
