import type { OutOfOffice } from '../../plan/plan.ts';
import { type CheckContext, readText, sentence, shorten } from '../check/check-context.ts';
import { didYouMean } from '../check/near-miss.ts';
import type { YamlValue } from '../yaml/yaml-value.ts';
import { readSpan } from './read-span.ts';

const UNTIL_BACK = 'wait until back';
const FIX = 'Write `wait until back`, `wait 7 days`, `ignore` or `stop`.';

/** Reads the reaction to an auto-reply. Undefined where that is what happens without the key, so that both give the same plan. */
export function checkOutOfOffice(context: CheckContext, value: YamlValue): OutOfOffice | undefined {
  const text = readText(context, value, '`out_of_office`', '`out_of_office: wait until back`');
  if (!text) return undefined;
  const words = text.value.trim().replace(/\s+/g, ' ');
  if (words === UNTIL_BACK) return undefined;
  if (words === 'ignore' || words === 'stop') return { do: words };
  const span = /^wait ((?:for )?\d.*)$/.exec(words)?.[1]?.replace(/^for /, '');
  if (span !== undefined) {
    const otherwise = readSpan(context, span, text.place, FIX);
    return otherwise === null ? undefined : { do: 'wait', until_back: false, otherwise };
  }
  const near = didYouMean(words, [UNTIL_BACK, 'ignore', 'stop']);
  const message = `"${shorten(words)}" is not something that an automatic reply can do`;
  context.report('SEQ015', text.place, message, near ? sentence(near) : FIX);
  return undefined;
}
