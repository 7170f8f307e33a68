import { LIMIT_NOUNS } from '../../../language/plan/limit-class.ts';
import type { BindingLimit, Simulation, WhatIf } from '../simulation.ts';
import type { TightLimit } from './tightest-limit.ts';

/** Days in line that are no longer the wait that somebody has written. */
const NOTEWORTHY = 7;

const number = (value: number): string => value.toLocaleString('en-US');

/** The limit in one sentence, with what one more account would change where that is known. Null: it would change nothing. */
export function describeLimit(limit: TightLimit, simulation: Simulation, whatIf: WhatIf | null): BindingLimit | null {
  const { effect, people, instead, from, to, caps } = limit;
  const gain = whatIf === null || effect === 'instead' ? null : gainOf(limit, simulation, whatIf);
  const line =
    limit.days_in_line < NOTEWORTHY ? '' : `, and people wait up to ${limit.days_in_line} days in line for theirs`;
  if (effect === 'reached' && whatIf !== null && gain === null && line === '') return null;
  const what = capsText(limit);
  const many = people === 1 ? '1 person' : `${number(people ?? 0)} people`;
  const does = people === 1 ? instead?.replace(/^(take|end)\b/, '$1s').replace(/^go\b/, 'goes') : instead;
  const sentence = {
    instead: `${what}: ${many} ${does}`,
    held: `${what} ${holds(limit)} ${many} back`,
    reached: `${what} ${holds(limit)} the campaign up from ${from} to ${to}${line}`,
  }[effect];
  return { limit: limit.limit, caps, effect, people, text: `${sentence}${gain === null ? '' : `; ${gain}`}.` };
}

const holds = ({ caps }: TightLimit): string => (caps.length === 1 && caps[0]?.count === 1 ? 'holds' : 'hold');

/** `30 InMails a month`; with several accounts it is each one's. */
function capsText({ limit, caps, accounts }: TightLimit): string {
  const noun = LIMIT_NOUNS[limit];
  const [first, ...others] = caps.map(({ count, per }) => ({ count: number(count), per }));
  if (first === undefined) return `The ${noun} of the account`;
  const one = first.count === '1' ? noun.replace(/s$/, '') : noun;
  const more = others.map(({ count, per }) => ` and ${count} a ${per}`).join('');
  return `${first.count} ${one} a ${first.per}${more}${accounts > 1 ? ` for each of ${accounts} accounts` : ''}`;
}

function gainOf(limit: TightLimit, { finished_at, finished, leads, end }: Simulation, whatIf: WhatIf): string | null {
  if (whatIf.channel !== limit.channel) return null;
  const what = limit.limit === 'inmail' ? 'seat' : `${limit.channel} account`;
  const another = limit.accounts === 1 ? `a second ${what}` : `another ${what}`;
  const ends = whatIf.finished_at?.slice(0, 10);
  if (ends !== undefined && (finished_at === null || ends < finished_at.slice(0, 10)))
    return `${another} ends it on ${ends}`;
  if (ends !== undefined || whatIf.finished <= finished) return null;
  return `with ${another} ${number(whatIf.finished)} instead of ${number(finished)} of ${number(leads)} have ended by ${end}`;
}
