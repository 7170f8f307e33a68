import { type Rates, readRates } from '../../../core/simulate/people/rates.ts';
import { readStart } from '../../../core/simulate/start.ts';
import { CodedError } from '../../../shared/kit/coded-error.ts';

export const wrongUse = (message: string, fix: string): CodedError => new CodedError('wrong_use', message, { fix });

export function readCount(option: string, text: string, least: number, most: number): number {
  const count = /^\d{1,13}$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (count >= least && count <= most) return count;
  throw wrongUse(
    `${option} ${text} is not a whole number from ${least} to ${most}`,
    `Write ${option} ${Math.min(most, Math.max(least, 100))}, for example.`,
  );
}

export function readStartOption(text: string): string {
  const start = readStart(text);
  if (start !== null) return start;
  throw wrongUse(`--start ${text} is not a day`, 'Write it as 2026-01-05, or 2026-01-05 09:00.');
}

export function readRateOptions(options: readonly string[]): Rates {
  const given: Record<string, string> = {};
  for (const option of options) {
    const [name = '', ...rest] = option.split('=');
    if (rest.length === 0) {
      throw wrongUse(`--rate ${option} has no value`, 'Write a name and a share, like --rate accept=0.4.');
    }
    given[name.trim()] = rest.join('=').trim();
  }
  const rates = readRates(given);
  if (rates.ok) return rates.value;
  throw wrongUse(
    rates.error.join('; '),
    'Write a name and a share, like --rate accept=0.4 or --rate "reply=10% after 1 day".',
  );
}
