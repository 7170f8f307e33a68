import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { canonicalJson } from '../../src/language/plan/canonical-json.ts';

/**
 * The ways to a verdict: a proof of recheck's, its search among texts that found no slow one, or a trial, where every part has
 * an end and the worst text that was found, 64 KB of it, is read in time.
 */
const FOUND_BY = ['proof', 'search', 'trial'] as const;

const schema = z.object({
  /** The judge that found them: another one has to judge all of them again. */
  judge: z.string(),
  linear: z.array(z.object({ source: z.string(), flags: z.string(), found_by: z.enum(FOUND_BY) })),
});

export type FoundBy = (typeof FOUND_BY)[number];
export type Verdicts = z.output<typeof schema>;

const FILE = new URL('./linear-expressions.json', import.meta.url);

/** Reads the verdicts that were found once; they are committed, so that no check depends on the time that a proof takes. */
export const readVerdicts = (): Verdicts => schema.parse(JSON.parse(readFileSync(FILE, 'utf8')));

/** One after the other in one order, so that a change shows as what it is, and as the formatter wants it. */
export function writeVerdicts({ judge, linear }: Verdicts): void {
  const lines = linear.map((one) => `    ${canonicalJson(one)}`).toSorted();
  writeFileSync(FILE, `{\n  "judge": ${JSON.stringify(judge)},\n  "linear": [\n${lines.join(',\n')}\n  ]\n}\n`);
  const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');
  execFileSync(process.execPath, [biome, 'format', '--write', fileURLToPath(FILE)]);
}

export const keyOf = ({ source, flags }: { readonly source: string; readonly flags: string }): string =>
  `${flags}/${source}`;

/** Names the version of recheck and of how we ask it. */
export function judgeNow(): string {
  const { version } = createRequire(import.meta.url)('recheck/package.json') as { version: string };
  const rules = readFileSync(new URL('./judge-expression.ts', import.meta.url), 'utf8');
  return `recheck ${version}, rules ${createHash('sha256').update(rules).digest('hex').slice(0, 12)}`;
}
