import { didYouMean } from '../../../language/sequence/check/near-miss.ts';
import { DAY, HOUR, MINUTE } from '../../../shared/kit/duration.ts';
import { isRecord } from '../../../shared/kit/is-record.ts';
import { fail, ok, type Result } from '../../../shared/kit/result.ts';
import { type Delay, parseDelay } from './delay.ts';

export interface Rate {
  /** From 0 to 1. */
  readonly rate: number;
  readonly after: Delay;
}

/** The rates of what people and the network do. */
export interface Rates {
  /** The share of those invited who accept. */
  readonly accept: Rate;
  /** The share of messages, InMails and emails that are answered. */
  readonly reply: Rate;
  /** The share of InMails that are declined. */
  readonly refused: Rate;
  /** The share of emails that bounce. */
  readonly bounce: Rate;
  /** The share of emails that are answered by a click on unsubscribe. */
  readonly unsubscribe: Rate;
  /** The share of messages, InMails and emails that are answered by an absence note. */
  readonly away: Rate;
  /** The share of replies that a person of ours labels `interested`. */
  readonly interested: Rate;
  /** The share of the other replies that are labeled `not_interested`. */
  readonly not_interested: Rate;
  /** The share of leads who are connected from the start. */
  readonly connected: Rate;
  /** The share of leads who cannot be invited. */
  readonly impossible_invite: Rate;
  /** The share of leads who can be reached by InMail. */
  readonly inmail_possible: Rate;
  /** The share of leads for whom `enrich: email` finds an address. */
  readonly email_found: Rate;
  /** The share of leads who have a post to like. */
  readonly latest_post: Rate;
  /** The share of tasks that are approved; the others are rejected. */
  readonly task: Rate;
  /** The share of texts under review that are approved; the others are rejected. */
  readonly review: Rate;
}

export type RateName = keyof Rates;

const at = (rate: number, ms = 0): Rate => ({ rate, after: { kind: 'fixed', ms } });

/** 30 % accept after 2 days, 10 % reply, and 30 % of these are interested; else nothing goes wrong. */
export const DEFAULT_RATES: Rates = Object.freeze({
  accept: at(0.3, 2 * DAY),
  reply: at(0.1, DAY),
  refused: at(0, DAY),
  bounce: at(0, 5 * MINUTE),
  unsubscribe: at(0, DAY),
  away: at(0, MINUTE),
  interested: at(0.3, 4 * HOUR),
  not_interested: at(0, 4 * HOUR),
  connected: at(0),
  impossible_invite: at(0),
  inmail_possible: at(1),
  email_found: at(1),
  latest_post: at(1),
  task: at(1, 4 * HOUR),
  review: at(1, HOUR),
});

const RATE_NAMES = Object.keys(DEFAULT_RATES).filter(isRateName);

function isRateName(name: string): name is RateName {
  return Object.hasOwn(DEFAULT_RATES, name);
}

/** `0.4`, `40%`, `0.4 after 3 days`, `40% after 1h..3d`, a number, or `{rate, after}`. */
function readRate(name: string, given: unknown): Result<Rate, string> {
  if (!isRateName(name)) {
    const meant = didYouMean(name, RATE_NAMES) || `there are ${RATE_NAMES.join(', ')}`;
    return fail(`there is no rate "${name}"; ${meant}`);
  }
  const { rate: text, after } = partsOf(given);
  const rate = typeof text === 'number' ? text : readShare(text);
  if (rate === null || !(rate >= 0 && rate <= 1)) {
    return fail(`the rate ${name} must be a number from 0 to 1, or a percentage, such as 0.3, 30% or 30% after 2 days`);
  }
  const delay = after === undefined ? DEFAULT_RATES[name].after : typeof after === 'string' ? parseDelay(after) : null;
  if (delay === null) return fail(`the delay of ${name} must be a time such as 2 days, 1h..3d or ~1 day`);
  return ok({ rate, after: delay });
}

function partsOf(given: unknown): { rate: unknown; after?: unknown } {
  if (isRecord(given) && 'rate' in given) {
    return 'after' in given && given.after !== undefined
      ? { rate: given.rate, after: given.after }
      : { rate: given.rate };
  }
  if (typeof given !== 'string') return { rate: given };
  const [rate, ...rest] = given.split(/\s+after\s+|@/);
  return rest.length === 0 ? { rate } : { rate, after: rest.join(' ') };
}

function readShare(text: unknown): number | null {
  const match = typeof text === 'string' ? /^\s*(\d{1,3}(?:\.\d+)?|\.\d+)\s*(%?)\s*$/.exec(text) : null;
  return match ? Number(match[1]) / (match[2] ? 100 : 1) : null;
}

/** The defaults with the given ones over them; every problem at once. */
export function readRates(given: Readonly<Record<string, unknown>>): Result<Rates, readonly string[]> {
  const problems: string[] = [];
  const rates: { -readonly [name in RateName]: Rate } = { ...DEFAULT_RATES };
  for (const [name, value] of Object.entries(given)) {
    const read = readRate(name, value);
    if (!read.ok) problems.push(read.error);
    else if (isRateName(name)) rates[name] = read.value;
  }
  return problems.length > 0 ? fail(problems) : ok(rates);
}
