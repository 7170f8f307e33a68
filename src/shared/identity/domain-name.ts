import { toASCII } from 'tr46';
import { ok, type Result } from '../kit/result.ts';
import { bareText, foldCase, hasUnseen, withoutUnseen } from './bare-text.ts';
import { LONGEST_NAME, type NotRead, notRead, TOO_LONG } from './not-read.ts';

/** The dot of the root at the end of a domain, in whichever script: it changes nothing. */
export const FINAL_DOT = /[.\u3002\uff0e\uff61]$/;
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
/** With no label in punycode (`xn--`), nor any that only looks like it. */
const PLAIN_NAME = /^(?:(?![a-z0-9_]{2}--)[a-z0-9_-]{1,63}(?:\.|$))+$/i;
const UTS_46 = { checkBidi: true, checkJoiners: true, verifyDNSLength: true };
const LONGEST_DOMAIN = 253;
/** A last label for which a URL is taken for an IPv4 address. */
const NUMBER = /^(?:\d+|0x[\da-f]*)$/;

/**
 * A domain in the one form in which name servers know it: ASCII, in lower case, by UTS 46. So Unicode, punycode, full-width letters, decomposed
 * letters and a final dot are one domain; `ß` is not `ss`. It has a dot, and is no IP address.
 */
export function readDomain(text: string): Result<string, NotRead> {
  if (text.length > LONGEST_NAME) return noDomain(TOO_LONG);
  const given = bareText(text);
  if (given === '') return noDomain('it is empty');
  const ascii = asciiDomain(given);
  if (ascii !== null) return ok(ascii);
  const seen = withoutUnseen(given);
  if (hasUnseen(given) && asciiDomain(seen) !== null)
    return noDomain('it has a blank or an invisible letter within', seen);
  return noDomain(given.includes('.') ? 'no name server takes such a name' : 'it has no dot');
}

const noDomain = notRead('a domain such as acme.example');

/** Null where the text is none. */
function asciiDomain(text: string): string | null {
  const name = text.replace(FINAL_DOT, '');
  // Of most names nothing has to be looked up.
  const ascii = PLAIN_NAME.test(name) ? foldCase(name) : toASCII(name, UTS_46);
  if (ascii === null || ascii.length > LONGEST_DOMAIN || visibleDiffers(text)) return null;
  const labels = ascii.split('.');
  const isName = labels.length > 1 && labels.every((label) => LABEL.test(label)) && !NUMBER.test(labels.at(-1) ?? '');
  return isName ? ascii : null;
}

/** UTS 46 drops soft hyphens and the like: who sees the name does not know that they are there. Joiners have a meaning in some scripts. */
const visibleDiffers = (text: string): boolean => hasUnseen(text.replace(/[\u200c\u200d]/g, ''));
