import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { examplesFor, prepared } from './examples.ts';
import { judgeModels } from './judge-models.ts';
import { labeledTexts } from './labeled-texts.ts';
import { trainModel } from './train-model.ts';

const WEIGHTS = join(import.meta.dirname, '../../../../src/shared/mail/learned/weights.ts');

/**
 * Trains the models of `src/shared/mail/learned` with every labeled text of the repository; `--judge` writes nothing and prints how they do on texts of
 * sources that they were not trained with.
 */
async function run(): Promise<void> {
  const without = process.argv.find((one) => one.startsWith('--without='))?.split('=')[1];
  const texts = prepared((await labeledTexts()).filter(({ source }) => source !== without));
  if (process.argv.includes('--judge')) {
    const only = process.argv.find((one) => one.startsWith('--only='))?.split('=')[1];
    for (const line of judgeModels(texts, only)) process.stdout.write(`${line}\n`);
    return;
  }
  const weights = {
    wish: trainModel(examplesFor('wish', texts)),
    machine: trainModel(examplesFor('machine', texts)),
  };
  const head = `import type { KeptModel } from './linear-model.ts';\n\n/** Made by \`npm run train:meaning\`, from ${texts.length} texts. */\n`;
  writeFileSync(
    WEIGHTS,
    `${head}export const WEIGHTS: Readonly<Record<'wish' | 'machine', KeptModel>> = ${JSON.stringify(weights)};\n`,
  );
}

await run();
