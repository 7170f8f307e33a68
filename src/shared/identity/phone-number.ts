import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { ok, type Result } from '../kit/result.ts';
import { bareText, withoutUnseen, withoutWide } from './bare-text.ts';
import { LONGEST_NAME, type NotRead, notRead, TOO_LONG } from './not-read.ts';

export interface PhoneNumber {
  /** E.164, such as `+33612345678`: what is dialed, and equal for every way to write the number. */
  readonly number: string;
  readonly given: string;
}

export interface ReadingOfPhones {
  /** ISO 3166-1 alpha-2: where a number without a country's code is dialed. */
  readonly country?: string | null;
  /** Whoever gives the numbers gives international ones, and may leave the `+` out. */
  readonly international?: boolean;
}

const SIGNS = /^\(?\+?[\d\s().\-/\u2010-\u2015\u2212]+$/;
const BLANKS = /\p{White_Space}+/gu;
/** Forms that a spreadsheet gives a column of numbers: `491511234567.0`, `4.91511234567E+11`. */
const DECIMAL = /^(\+?\d{7,})[.,](\d+)$/;
const SCIENTIFIC = /^(\d)(?:[.,](\d+))?E\+?(\d{1,2})$/i;

/**
 * The number that a text dials. A national one is read by the country; without one it is refused, for a wrong guess is somebody else's number.
 * So is what a spreadsheet has rounded, what may be two numbers, and what may be either a national or an international one.
 */
export function readPhone(text: string, reading: ReadingOfPhones = {}): Result<PhoneNumber, NotRead> {
  const read = readNumber(text, reading);
  return read.ok ? ok({ number: read.value, given: text }) : read;
}

function readNumber(text: string, reading: ReadingOfPhones): Result<string, NotRead> {
  if (text.length > LONGEST_NAME) return noPhone(TOO_LONG);
  const whole = wholeNumber(plainly(text));
  if (!whole.ok) return whole;
  const { given, was_number } = whole.value;
  if (!SIGNS.test(given)) return noPhone('it has more than digits and what groups them');
  if (mayBeTwo(given)) return noPhone('it may be two numbers');
  const digits = given.replace(/[^\d+]/g, '');
  const international = asInternational(digits, reading.international ?? false);
  if (international !== null) return dialable(numberOf(international), 'no country has such a number');
  if (reading.international) return noPhone('it is not in international format', '+33612345678, say');
  const country = countryCode(reading.country);
  return country === null ? withoutCountry(digits) : inCountry(digits, country, was_number);
}

const noPhone = notRead('a phone number');

/** Digits and signs in ASCII, and nothing unseen but single spaces. */
const plainly = (text: string): string =>
  withoutWide(bareText(text))
    .replace(/^'/, '')
    .replace(/^(?:tel|callto|sms):(?:\/\/)?/i, '')
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(BLANKS, ' ')
    .split(' ')
    .map(withoutUnseen)
    .join(' ');

/** The digits of a number that a spreadsheet has written as a decimal one; everything else as it is. */
function wholeNumber(given: string): Result<{ readonly given: string; readonly was_number: boolean }, NotRead> {
  const decimal = DECIMAL.exec(given);
  if (decimal !== null) {
    const [, digits = '', fraction = ''] = decimal;
    return /^0+$/.test(fraction) ? ok({ given: digits, was_number: true }) : noPhone('it has decimals');
  }
  const scientific = SCIENTIFIC.exec(given);
  if (scientific === null) return ok({ given, was_number: false });
  const [, first = '', rest = '', exponent = ''] = scientific;
  // Digits that are not there were rounded away: nobody knows them any more.
  if (rest !== '' && rest.length === Number(exponent)) return ok({ given: first + rest, was_number: true });
  return noPhone('a spreadsheet has rounded it', 'its column as text, and the number in full');
}

/** `+49 151 1234567/8` is two numbers, `0151/1234567` and `06/12/34/56/78` are one. */
function mayBeTwo(given: string): boolean {
  const parts = given.split('/').map((part) => part.replace(/\D/g, '').length);
  if (parts.length === 1 || parts.every((length) => length === 2)) return false;
  const [area = 0, number = 0] = parts;
  return parts.length > 2 || area > 7 || number < 4;
}

function asInternational(digits: string, isInternational: boolean): string | null {
  if (digits.startsWith('+')) return digits;
  if (digits.startsWith('00')) return `+${digits.slice(2)}`;
  return isInternational && /^[1-9]/.test(digits) ? `+${digits}` : null;
}

function countryCode(country: string | null | undefined): CountryCode | null {
  const code = country?.trim().toUpperCase() ?? '';
  const known = code === 'UK' ? 'GB' : code;
  return isSupportedCountry(known) ? known : null;
}

function withoutCountry(digits: string): Result<never, NotRead> {
  const guess = digits.startsWith('0') ? null : numberOf(`+${digits}`);
  const example = guess === null ? '+33612345678, say' : `${guess}, if that is the number`;
  const why = 'it does not begin with + and a country code, and no country says where it is dialed';
  return noPhone(why, `${example}, or give the country`);
}

/** `wasNumber`: a spreadsheet has taken it for one, and with that a `+` or a `0` at its beginning away. */
function inCountry(digits: string, country: CountryCode, wasNumber: boolean): Result<string, NotRead> {
  const none = `${country} has no such number`;
  const national = numberOf(digits, country);
  if (digits.startsWith('0')) return dialable(national, none);
  const international = numberOf(`+${digits}`);
  if (national === null || national === international) {
    return dialable(international !== null && isLikely(international) ? international : null, none);
  }
  if (!isLikely(national)) return dialable(null, none);
  // Who writes it as it is dialed there begins with the zero, where numbers have one.
  const lacksZero = numberOf(`0${digits}`, country) === national;
  const mayLackPlus = wasNumber || lacksZero || digits.startsWith(getCountryCallingCode(country));
  if (international === null || !mayLackPlus || !isLikely(international)) return ok(national);
  return noPhone(`it may be ${national} or ${international}`, 'the one that it is');
}

/** Among the numbers that a country has given out, or longer or shorter by one digit. */
const isLikely = (number: string): boolean =>
  [number, `${number}0`, number.slice(0, -1)].some((one) => parsed(one)?.isValid());

const dialable = (number: string | null, why: string): Result<string, NotRead> =>
  number === null ? noPhone(why, '+33612345678, say: a country code and all digits') : ok(number);

/** As long as a number there may be. */
function numberOf(given: string, country?: CountryCode): string | null {
  const number = parsed(given, country);
  return number?.isPossible() ? number.number : null;
}

const parsed = (given: string, country?: CountryCode) =>
  parsePhoneNumberFromString(given, { extract: false, ...(country && { defaultCountry: country }) });
