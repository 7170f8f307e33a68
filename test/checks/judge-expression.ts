import { runInNewContext } from 'node:vm';
import { RegExpParser, type RegExpSyntaxError, visitRegExpAST } from '@eslint-community/regexpp';
import { check } from 'recheck';
import { referenceTime } from '../support/reference-time.ts';
import type { FoundBy } from './expression-verdicts.ts';

/** The verdict: its time grows in proportion to its text, or else what is wrong, with a text that shows it. */
export type Verdict =
  | { readonly is: 'linear'; readonly found_by: FoundBy }
  | { readonly is: 'not shown linear'; readonly why: string; readonly attack: string };

/** Milliseconds of one proof. The longest takes ten seconds of a machine that does nothing else, and no verdict may depend on what else it does. */
const PATIENCE = 600_000;
const LENGTH = 64 * 1024;
/** Milliseconds after which a trial is taken for one without end, also on a machine that is hundreds of times as slow as the reference. */
const ENDLESS = 30_000;
/** Milliseconds of the reference machine that the worst text found may take, of this length. */
const MOST = 50;

/**
 * Judges by recheck's proof, or by its search for a slow text where a proof would be too large. A text that a search found, or
 * a proof for an expression whose every part has an end (`{0,40}`), so that no place of the text costs more than some constant,
 * decides: it is made 64 KB long, and tried.
 */
export async function judgeExpression(source: string, flags: string): Promise<Verdict> {
  const judged = await check(source, flags, { timeout: PATIENCE });
  if (judged.status === 'safe') return { is: 'linear', found_by: judged.checker === 'automaton' ? 'proof' : 'search' };
  if (judged.status === 'unknown') {
    const why = `no proof in ${PATIENCE / 1000} s (${judged.error.kind})`;
    return { is: 'not shown linear', why, attack: '' };
  }
  const { pumps, suffix } = judged.attack;
  const room = Math.max(1, LENGTH - suffix.length - pumps.reduce((sum, { prefix }) => sum + prefix.length, 0));
  const text = `${pumps
    .map(({ prefix, pump }) => prefix + pump.repeat(Math.ceil(room / pumps.length / Math.max(1, pump.length))))
    .join('')}${suffix}`;
  const { complexity, checker } = judged;
  // A proof says that slow texts exist, and this one need not be the worst. A search has measured one in a machine of its own, which may be wrong.
  const bounded = complexity.type === 'polynomial' && isBounded(source, flags);
  if ((bounded || checker === 'fuzz') && (await isQuick(source, flags, text)))
    return { is: 'linear', found_by: bounded ? 'trial' : 'search' };
  return { is: 'not shown linear', why: complexity.summary, attack: judged.attack.pattern };
}

async function isQuick(source: string, flags: string, text: string): Promise<boolean> {
  const all = flags.includes('g') ? flags : `${flags}g`;
  // One that grows much faster would not end.
  try {
    runInNewContext('text.replace(new RegExp(source, all), "")', { source, all, text }, { timeout: ENDLESS });
  } catch {
    return false;
  }
  return (await referenceTime(() => text.replace(new RegExp(source, all), ''), { most: MOST })) < MOST;
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
