import { RegExpParser, type RegExpSyntaxError, visitRegExpAST } from '@eslint-community/regexpp';
import { check } from 'recheck';
import { referenceTime } from '../support/reference-time.ts';
import type { FoundBy } from './expression-verdicts.ts';

/** Its time grows in proportion to its text, or else what is wrong, with a text that shows it. */
export type Verdict =
  | { readonly is: 'linear'; readonly found_by: FoundBy }
  | { readonly is: 'not shown linear'; readonly why: string; readonly attack: string };

/** Milliseconds of one proof. The longest takes ten seconds of a machine that does nothing else, and no verdict may depend on what else it does. */
const PATIENCE = 600_000;
const LENGTH = 64 * 1024;
/** Milliseconds of the reference machine that the worst text found may take, of this length. */
const MOST = 50;

/**
 * By recheck's proof. Where it finds a slow text for an expression whose every part has an end (`{0,40}`), so that no place of the text costs
 * more than some constant, that text decides: it is made 64 KB long, and tried.
 */
export async function judgeExpression(source: string, flags: string): Promise<Verdict> {
  const judged = await check(source, flags, { timeout: PATIENCE });
  if (judged.status === 'safe') return { is: 'linear', found_by: 'proof' };
  if (judged.status === 'unknown') {
    const why = `no proof in ${PATIENCE / 1000} s (${judged.error.kind})`;
    return { is: 'not shown linear', why, attack: '' };
  }
  const { pumps, suffix } = judged.attack;
  const room = Math.max(1, LENGTH - suffix.length - pumps.reduce((sum, { prefix }) => sum + prefix.length, 0));
  const text = `${pumps
    .map(({ prefix, pump }) => prefix + pump.repeat(Math.ceil(room / pumps.length / Math.max(1, pump.length))))
    .join('')}${suffix}`;
  if (judged.complexity.type === 'polynomial' && isBounded(source, flags) && (await timeOf(source, flags, text)) < MOST)
    return { is: 'linear', found_by: 'trial' };
  return { is: 'not shown linear', why: judged.complexity.summary, attack: judged.attack.pattern };
}

function timeOf(source: string, flags: string, text: string): Promise<number> {
  const all = flags.includes('g') ? flags : `${flags}g`;
  return referenceTime(() => text.replace(new RegExp(source, all), ''), { most: MOST });
}

function isBounded(source: string, flags: string): boolean {
  let bounded = true;
  try {
    const pattern = new RegExpParser({ ecmaVersion: 2025 }).parsePattern(source, 0, source.length, {
      unicode: flags.includes('u'),
      unicodeSets: flags.includes('v'),
    });
    visitRegExpAST(pattern, {
      onQuantifierEnter: ({ max }) => {
        bounded &&= Number.isFinite(max);
      },
    });
  } catch (error) {
    throw new Error(`/${source}/${flags}: ${(error as RegExpSyntaxError).message}`);
  }
  return bounded;
}
