import { Liquid } from 'liquidjs';
import { formatDate } from './format-date.ts';
import { LETTER_FILTERS } from './letter-filters.ts';
import { MAX_OUTPUT, OUTPUT_TOO_LONG } from './longest-output.ts';

/** The filters of Liquid that a text of outreach has a use for; each is deterministic and cheap. */
export const FILTERS = [
  'append',
  'capitalize',
  'date',
  'default',
  'downcase',
  'first',
  'join',
  'last',
  'prepend',
  'remove',
  'replace',
  'replace_first',
  'size',
  'slice',
  'split',
  'strip',
  'strip_newlines',
  'truncate',
  'truncatewords',
  'upcase',
  'url_encode',
] as const;

const ALLOWED: ReadonlySet<string> = new Set(FILTERS);

/** Refuses a value that has fields of its own, as a saved answer may: a person would read `[object Object]`. */
export function printable(value: unknown): unknown {
  const parts: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (parts.some((part) => typeof part === 'object' && part !== null && !(part instanceof Date))) {
    throw new Error('the value has fields of its own; name one of them');
  }
  return value;
}

function capped(value: unknown): unknown {
  if (typeof value === 'string' && value.length > MAX_OUTPUT) throw new Error(OUTPUT_TOO_LONG);
  return value;
}

/**
 * Liquid cut down to variables, filters and `if`: no loops, includes, assignments or raw blocks, so that what a template
 * needs can be known without running it. An empty text counts as absent in `if`, as people expect of a form field.
 */
function createLiquid(escaping: boolean): Liquid {
  const liquid = new Liquid({
    // `parseTemplate` refuses those that are not listed, and says which there are.
    strictFilters: false,
    strictVariables: true,
    lenientIf: true,
    ownPropertyOnly: true,
    jsTruthy: true,
    cache: false,
    // Only the filters of dates ask for it, and `date` is our own; else the system is asked, which takes a tenth of a command's start.
    locale: 'en-US',
    templates: {},
    parseLimit: 256 * 1024,
    renderLimit: 1000,
    memoryLimit: 1_000_000,
  });
  const { escape: escapeHtml } = liquid.filters;
  if (escaping && typeof escapeHtml === 'function') {
    // The last filter of every output.
    liquid.options.outputEscape = function (this: ThisParameterType<typeof escapeHtml>, value: unknown) {
      return String(escapeHtml.call(this, printable(value)));
    };
  }
  for (const tag of Object.keys(liquid.tags)) if (tag !== 'if') delete liquid.tags[tag];
  for (const [name, filter] of Object.entries(liquid.filters)) {
    if (!ALLOWED.has(name)) {
      liquid.unregisterFilter(name);
      continue;
    }
    const own = LETTER_FILTERS[name] ?? filter;
    if (typeof own !== 'function') continue;
    liquid.registerFilter(name, function (...args) {
      return capped(own.apply(this, args));
    });
  }
  liquid.registerFilter('date', (value: unknown, format: unknown, zone: unknown) => formatDate(value, format, zone));
  return liquid;
}

export const textLiquid = createLiquid(false);
export const htmlLiquid = createLiquid(true);
