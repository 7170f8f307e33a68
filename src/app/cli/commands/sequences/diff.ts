import { Command } from 'commander';
import { z } from 'zod';
import type { Plan } from '../../../../language/plan/plan.ts';
import { CodedError } from '../../../../shared/kit/coded-error.ts';
import { isRecord } from '../../../../shared/kit/is-record.ts';
import { createApiClient } from '../../api-client.ts';
import { EXIT, printJson, printText } from '../../print.ts';
import { compileFile } from '../../sequence-file.ts';

// The plan is our own API's: what is looked at is that there is one.
const plan = z.custom<Plan>((value) => isPlan(value));

const isPlan = (value: unknown): boolean =>
  isRecord(value) && 'nodes' in value && 'start' in value && 'schedule' in value;

export function diffCommand(): Command {
  return new Command('diff')
    .description('show what changed in a sequence: against its published version, or another file (offline)')
    .argument('<file>', 'the old file; with one file alone, the new text of a published sequence')
    .argument('[other]', 'the new file')
    .option('--against <version>', 'the published version to compare with, instead of the current one')
    .option('--json', 'print {header, steps, unchanged}')
    .action(
      async (
        file: string,
        other: string | undefined,
        options: { readonly against?: string; readonly json?: boolean },
      ) => {
        if (other !== undefined && options.against !== undefined) {
          throw new CodedError('wrong_use', '--against compares with a published version, not with a file.', {
            fix: 'Leave one of the two out.',
          });
        }
        const first = await compileFile(file, options);
        const second = other === undefined ? null : await compileFile(other, options);
        if (!first || (other !== undefined && !second)) {
          process.exitCode = EXIT.problem;
          return;
        }
        const [before, after] = second
          ? [first.plan, second.plan]
          : [await publishedPlan(first.plan.sequence, options.against), first.plan];
        const { diffPlans } = await import('../../../../language/versions/diff-plans.ts');
        const { formatDiff } = await import('../../../../language/versions/format-diff.ts');
        const diff = diffPlans(before, after);
        if (options.json) printJson(diff);
        else printText(formatDiff(diff));
      },
    );
}

async function publishedPlan(sequence: string, number: string | undefined): Promise<Plan> {
  if (number !== undefined && !/^[1-9]\d*$/.test(number)) {
    throw new CodedError('wrong_use', `--against takes the number of a version, not ${number}.`);
  }
  const api = createApiClient();
  const found = await (number === undefined
    ? api.getSequence({ params: { name: sequence } })
    : api.getSequenceVersion({ params: { name: sequence, version: number } }));
  return plan.parse(found.plan);
}
