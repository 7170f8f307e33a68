import { writeFile } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { createApiClient } from '../../api-client.ts';
import type { Drawn } from '../../draw-sequence.ts';
import { EXIT, printJson, printLine, printText } from '../../print.ts';
import { compileFile } from '../../sequence-file.ts';

interface Options {
  readonly format: 'svg' | 'mermaid';
  readonly out?: string;
  readonly live?: boolean;
  readonly json?: boolean;
}

export function graphCommand(): Command {
  return new Command('graph')
    .description('draw a sequence: every step, branch and end')
    .argument('<sequence>', 'a YAML file; with --live the name of a published sequence')
    .addOption(new Option('--format <format>', 'what to draw').choices(['svg', 'mermaid']).default('svg'))
    .option('--out <file>', 'write it there instead of printing it')
    .option('--live', 'ask the running engine, and show how many people are at each step now')
    .option('--json', 'print {sequence, svg, mermaid}, with --live also {version, counts}')
    .action(async (sequence: string, options: Options) => {
      const drawn = options.live ? await drawLive(sequence) : await drawFile(sequence, options.json ?? false);
      if (!drawn) {
        process.exitCode = EXIT.problem;
        return;
      }
      if (options.json) return printJson(drawn);
      const text = drawn[options.format];
      if (options.out === undefined) return printText(text.trimEnd());
      await writeFile(options.out, text);
      printLine(`${drawn.sequence}: drawn into ${options.out}`);
    });
}

async function drawLive(name: string): Promise<Drawn> {
  return createApiClient().getSequenceGraph({ params: { name } });
}

/** Null after the diagnostics were printed. */
async function drawFile(file: string, json: boolean): Promise<Drawn | null> {
  const plan = (await compileFile(file, { json }))?.plan;
  if (!plan) return null;
  const { drawSequence } = await import('../../draw-sequence.ts');
  return drawSequence(plan);
}
