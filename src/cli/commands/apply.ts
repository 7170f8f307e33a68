import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { z } from 'zod';
import { CodedError } from '../../kit/coded-error.ts';
import { createApiClient } from '../api-client.ts';
import { askForPlan, askToApply, readValidFile } from '../changes/ask-api.ts';
import { confirm } from '../changes/confirm.ts';
import { formatApplied, formatChange } from '../changes/format-change.ts';
import { EXIT, printJson, printLine } from '../print.ts';

interface Options {
  readonly move?: boolean;
  readonly plan?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

export function applyCommand(): Command {
  return new Command('apply')
    .description('publish a sequence, exactly as a plan of it showed')
    .argument('<file>', 'YAML file')
    .option('--move', 'move the people inside to the new version')
    .option('--plan <plan>', 'the plan to apply: its hash, its id, or the file that plan --out wrote')
    .option('--yes', 'do not ask')
    .option('--json', 'print what was done')
    .action(async (file: string, options: Options) => {
      const sequence = await readValidFile(file);
      if (!sequence) {
        process.exitCode = EXIT.problem;
        return;
      }
      const api = createApiClient();
      const name = sequence.plan.sequence;
      if (options.plan !== undefined) {
        const planned = await readPlanName(options.plan);
        if (options.move && planned.move === false) {
          throw new CodedError('WRONG_USE', 'This plan moves nobody.', {
            fix: 'Make it with: overture plan FILE --move',
          });
        }
        return print(await askToApply(api, name, planned.name, sequence.digest), options);
      }
      const plan = await askForPlan(api, sequence, options.move ?? false);
      if (!options.json) printLine(formatChange(plan));
      if (!(await confirm('Apply it?', options.yes))) {
        printLine('Nothing has changed.');
        process.exitCode = EXIT.problem;
        return;
      }
      print(await askToApply(api, name, plan.id ?? plan.hash), options);
    });
}

function print(applied: Awaited<ReturnType<typeof askToApply>>, { json }: Options): void {
  if (json) printJson(applied);
  else printLine(formatApplied(applied));
}

const saved = z.looseObject({ id: z.string().nullable(), hash: z.string(), move: z.boolean() });

/** A hash or an id as it is; otherwise a file that holds a plan. */
async function readPlanName(given: string): Promise<{ readonly name: string; readonly move?: boolean }> {
  if (/^(sha256:[0-9a-f]{64}|chg_[A-Za-z0-9_-]+)$/.test(given)) return { name: given };
  const text = await readFile(given, 'utf8').catch((cause: unknown) => {
    throw new CodedError('WRONG_USE', `${given} is neither a plan's hash nor a file.`, {
      fix: 'Give what overture plan printed, or the file that its --out wrote.',
      cause,
    });
  });
  const plan = saved.safeParse(parseJson(text));
  if (!plan.success)
    throw new CodedError('WRONG_USE', `${given} holds no plan.`, { fix: 'Write one: overture plan FILE --out <file>' });
  return { name: plan.data.id ?? plan.data.hash, move: plan.data.move };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
