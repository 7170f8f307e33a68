import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import { z } from 'zod';
import { CodedError } from '../../../../shared/kit/coded-error.ts';
import { type ApiClient, createApiClient } from '../../api-client.ts';
import { askFirst, confirm, isTerminal } from '../../ask-first.ts';
import { askForPlan, askToApply } from '../../changes/ask-api.ts';
import { formatApplied, formatChange, surgesOf } from '../../changes/format-change.ts';
import { type AppliedChange, movedBy, type ShownChange } from '../../changes/shapes.ts';
import { EXIT, printJson, printLine, printNote, printText } from '../../print.ts';
import { compileFile, type SequenceFile } from '../../sequence-file.ts';
import { tellsTimes, timesOf, type ZoneOption } from '../../times.ts';

interface Options extends ZoneOption {
  readonly move?: boolean;
  readonly takeOver?: boolean;
  readonly plan?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
}

export function applyCommand(): Command {
  return tellsTimes(new Command('apply'))
    .description('publish a sequence, exactly as its plan showed')
    .argument('<file>', 'YAML file')
    .option('--move', 'move the people inside to the new version')
    .option('--take-over', 'publish although it is kept in the console, and keep it by this file from then on')
    .option('--plan <plan>', 'the plan to apply: its hash, its id, or the file that plan --out wrote')
    .option('--yes', 'do not ask; needed to move people where nobody can be asked')
    .option('--json', 'print what was done')
    .action(async (file: string, options: Options) => {
      const sequence = await compileFile(file, options);
      if (!sequence) {
        process.exitCode = EXIT.problem;
        return;
      }
      const api = createApiClient();
      const name = sequence.plan.sequence;
      if (options.plan !== undefined) {
        const planned = await readPlanName(options.plan);
        if (options.move && planned.move === false) {
          throw new CodedError('wrong_use', 'This plan moves nobody.', {
            fix: 'Make it with: overture plan FILE --move',
          });
        }
        return print(await askToApply(api, name, planned.name, sequence.digest), options);
      }
      const applied = await planAndApply(api, sequence, options);
      if (applied) print(applied, options);
      else process.exitCode = EXIT.problem;
    });
}

/** In a busy sequence somebody goes on between the plan and its being applied. */
const TRIES = 5;

/** Null: nothing has changed, and why was printed. */
async function planAndApply(api: ApiClient, sequence: SequenceFile, options: Options): Promise<AppliedChange | null> {
  for (let left = TRIES; ; left -= 1) {
    const plan = await askForPlan(api, sequence, options);
    if (plan === null) return null;
    if (!options.json) printText(formatChange(plan, timesOf(options)));
    const answer = await isMeant(plan, options);
    if (answer === 'declined') {
      printLine('Nothing has changed.');
      return null;
    }
    try {
      return await askToApply(api, plan.sequence, plan.id ?? plan.hash);
    } catch (error) {
      // Who was asked must see what is otherwise now.
      const isStale = error instanceof CodedError && error.code === 'stale_plan';
      if (!isStale || answer === 'agreed' || left <= 1) throw error;
      printNote('Somebody has moved since; making the plan again.');
    }
  }
}

/**
 * Asks whether the change is meant. A change that moves nobody needs no word where nobody can be asked: it concerns those who
 * are still to come.
 */
function isMeant(plan: ShownChange, { yes }: Options): Promise<'agreed' | 'declined' | 'not_asked'> {
  const count = () => movedBy(plan);
  if (count() > 0) {
    const surges = surgesOf(plan);
    const due = surges.length === 0 ? '' : `; ${surges.join(' ').replace(/\.$/, '')}`;
    return askFirst({ question: 'Apply it?', words: `moved within ${plan.sequence}${due}`, yes, count });
  }
  return yes || !isTerminal() ? Promise.resolve('not_asked') : confirm('Apply it?');
}

function print(applied: AppliedChange, { json }: Options): void {
  if (json) printJson(applied);
  else printText(formatApplied(applied));
}

const saved = z.looseObject({ id: z.string().nullable(), hash: z.string(), move: z.boolean() });

/** A hash or an id as it is; otherwise a file that holds a plan. */
async function readPlanName(given: string): Promise<{ readonly name: string; readonly move?: boolean }> {
  if (/^(sha256:[0-9a-f]{64}|chg_[A-Za-z0-9_-]+)$/.test(given)) return { name: given };
  const text = await readFile(given, 'utf8').catch((cause: unknown) => {
    throw new CodedError('wrong_use', `${given} is neither a plan's hash nor a file.`, {
      fix: 'Give what overture plan printed, or the file that its --out wrote.',
      cause,
    });
  });
  const plan = saved.safeParse(parseJson(text));
  if (!plan.success)
    throw new CodedError('wrong_use', `${given} contains no plan.`, {
      fix: 'Make one: overture plan FILE --out <file>',
    });
  return { name: plan.data.id ?? plan.data.hash, move: plan.data.move };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
