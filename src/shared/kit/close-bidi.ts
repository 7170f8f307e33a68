import { isRecord } from './is-record.ts';

const [PDF, PDI] = ['\u202c', '\u2069'];
/** Controls that open a direction, with what ends them: an embedding or override, or an isolate. */
const OPENED_BY: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...'\u202a\u202b\u202d\u202e'].map((control) => [control, PDF])),
  ...Object.fromEntries([...'\u2066\u2067\u2068'].map((control) => [control, PDI])),
};
const CONTROLS = /[\u202a-\u202e\u2066-\u2069]/;
/**
 * Characters that end a paragraph, and with it whatever is open; a page that draws a line break as a blank knows nothing of
 * that.
 */
const ENDS_PARAGRAPH = new Set(['\n', '\r', '\u0085', '\u2029']);

/**
 * Makes a text that turns around no text beside it: each control of direction that it leaves open is closed at its end and at the end of each line, and none closes what it has not
 * opened. By itself it reads as before (https://unicode.org/reports/tr9, X1 to X7).
 */
export function closeBidi(text: string): string {
  if (!CONTROLS.test(text)) return text;
  let closed = '';
  let open: string[] = [];
  const closeAll = () => {
    closed += open.reverse().join('');
    open = [];
  };
  for (const character of text) {
    const opens = OPENED_BY[character];
    if (opens !== undefined) open.push(opens);
    else if (character === PDF && open.at(-1) !== PDF) continue;
    else if (character === PDF) open.pop();
    else if (character === PDI) {
      const isolate = open.lastIndexOf(PDI);
      if (isolate < 0) continue;
      // It also closes what was opened within.
      open.length = isolate;
    } else if (ENDS_PARAGRAPH.has(character)) closeAll();
    closed += character;
  }
  closeAll();
  return closed;
}

/** Closes every text in a value of JSON, but for the fields named in `keys`: their texts go back to where they came from. */
export function closeBidiIn(value: unknown, keys: ReadonlySet<string> = NONE): unknown {
  if (typeof value === 'string') return closeBidi(value);
  if (Array.isArray(value)) return value.map((each) => closeBidiIn(each, keys));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, keys.has(name) ? each : closeBidiIn(each, keys)]),
  );
}

const NONE: ReadonlySet<string> = new Set();
