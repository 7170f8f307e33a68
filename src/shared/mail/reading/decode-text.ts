import { analyse } from 'chardet';
import iconv from 'iconv-lite';
import { oddness } from './oddness.ts';

/** Sample that is looked at where the charset has to be found out. */
const MOST_LOOKED_AT = 20_000;

/**
 * The text of a part, by its charset's label where that is right; where it is missing, unknown, or gives what nobody writes, by the charset that fits.
 * Never throws.
 */
export function decodeText(bytes: Uint8Array, label: string): string {
  const named = label
    .trim()
    .replace(/^["']|["']$/g, '')
    .toLowerCase();
  if (/^(?:utf-?16|utf-?32|ucs-?2|utf-?7)/.test(named)) return decodeAs(bytes, named) ?? latin(bytes);
  if (!bytes.some((byte) => byte >= 0x80)) return bytes.includes(ESCAPE) ? ofEscapes(bytes) : latin(bytes);
  return strictly(bytes, 'utf-8') ?? decodeAs(bytes, fittingCharset(bytes, named)) ?? latin(bytes);
}

const ESCAPE = 0x1b;
const latin = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes);

/** Seven bits with escape sequences: ISO-2022, whatever it is called. */
function ofEscapes(bytes: Uint8Array): string {
  const text = latin(bytes);
  if (text.includes('\u001b$)C')) return ofShifts(bytes);
  const isJapanese = ['$', '(J', '(I', '(B'].some((to) => text.includes(`\u001b${to}`));
  return isJapanese ? (decodeAs(bytes, 'iso-2022-jp') ?? text) : text;
}

/** ISO-2022-KR: EUC-KR without its eighth bits, between shifts. */
function ofShifts(bytes: Uint8Array): string {
  let shifted = false;
  const wide: number[] = [];
  for (const byte of bytes) {
    if (byte === SHIFT_OUT || byte === SHIFT_IN) shifted = byte === SHIFT_OUT;
    else wide.push(shifted && byte > SPACE ? byte | 0x80 : byte);
  }
  const text = decodeAs(Uint8Array.from(wide), 'euc-kr') ?? latin(bytes);
  return text.replaceAll('\u001b$)C', '');
}

const [SHIFT_OUT, SHIFT_IN, SPACE] = [0x0e, 0x0f, 0x20];

/** Those of one byte that programs write without saying so. The likeliest first. */
const OF_ONE_BYTE = [
  ...['windows-1252', 'windows-1250', 'windows-1251', 'windows-1254', 'iso-8859-2'],
  ...['koi8-r', 'cp850', 'cp852', 'ibm866'],
];
/** Labels that say nothing: bytes above seven bits that are not UTF-8 contradict them. */
const SAYS_NOTHING = /^(?:|utf-?8|(?:us-)?ascii|ansi_x3\.4-1968|unknown-8bit|8bit|default|x-unknown|unknown)$/;

/** How much speaks for a charset, in the measure of `oddness`: what the mail itself says, and the detector of charsets. */
const TRUST = { label: 4, default_label: 2, detector: 3, order: 0.1 };
/** Labels that programs put where they were told nothing. */
const IS_DEFAULT = /^(?:iso-8859-1|latin-?1|windows-1252|cp1252)$/;

function fittingCharset(bytes: Uint8Array, label: string): string {
  const sample = bytes.subarray(0, MOST_LOOKED_AT);
  const detected = new Map(analyse(sample).map(({ name, confidence }) => [canonical(name), confidence]));
  const claims = SAYS_NOTHING.test(label) ? [] : [label];
  const [highest] = [...detected].toSorted(([, one], [, other]) => other - one);
  const candidates = new Set([...claims, ...[...detected.keys()], ...OF_ONE_BYTE]);
  const scored = [...candidates].flatMap((charset, place) => {
    const text = decodeAs(sample, charset);
    if (text === null) return [];
    const said = charset !== label ? 0 : IS_DEFAULT.test(label) ? TRUST.default_label : TRUST.label;
    const found = ((detected.get(canonical(charset)) ?? 0) / 100) * TRUST.detector;
    return [{ charset, score: oddness(text) - said - found + place * TRUST.order }];
  });
  const [best] = scored.toSorted((one, other) => one.score - other.score);
  return best?.charset ?? highest?.[0] ?? 'windows-1252';
}

/** The detector's names of what is a part of another one that programs mean by it. */
function canonical(name: string): string {
  const lower = name.toLowerCase();
  if (lower === 'iso-8859-1') return 'windows-1252';
  return lower === 'iso-8859-9' ? 'windows-1254' : lower;
}

/** Null: nobody here knows this charset. */
function decodeAs(bytes: Uint8Array, charset: string): string | null {
  try {
    return new TextDecoder(known(charset)).decode(bytes);
  } catch {
    return iconv.encodingExists(charset) ? iconv.decode(bytes, charset) : null;
  }
}

/** `iso-2022-jp-ms`, `x-mac-roman-…`: what is behind the name of a charset does not make it another one. */
function known(charset: string): string {
  if (/^iso-2022-jp/.test(charset)) return 'iso-2022-jp';
  if (/^(?:cp|ms|windows-)?(?:932|31j)$|^x-ms-cp932$/.test(charset)) return 'shift_jis';
  return charset;
}

function strictly(bytes: Uint8Array, charset: string): string | null {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}
