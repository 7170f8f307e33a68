export interface FieldsWord {
  readonly words: RegExp;
  readonly instead: string;
  /** Files in which the word means something else. */
  readonly except?: RegExp;
}

/**
 * Words that names once had, with the field's word: the table of the design, as far as a name alone can tell. `place`, `room` and `print`
 * are not among them, since they are plain English in most names.
 */
export const NAMES: readonly FieldsWord[] = [
  { words: /\b(?:bells?|ringing|rang)\b/, instead: 'notify, notifier' },
  { words: /\bgather(?:s|ed|ing)?\b/, instead: 'batch, buffer' },
  { words: /\balarms?\b/, instead: 'interruptible sleep' },
  { words: /\bpaced?\b/, instead: 'token bucket' },
  { words: /\b(?:barred|unconcerned)\b/, instead: 'suppressed, irrelevant' },
  { words: /\btwins?\b/, instead: 'duplicate' },
  { words: /\b(?:ladder|rungs?)\b/, instead: 'probe' },
  { words: /\bbookings?\b/, instead: 'slot' },
  { words: /\btroubl(?:es?|ed)\b/, instead: 'bounce or complaint, failing, outage: whichever it is' },
  { words: /\bwriters?\b/, instead: 'author' },
  // The state of a walk, as histories hold it, has a field of that name.
  {
    words: /\btold\b/,
    instead: 'a name of what it is',
    except: /^(?:(?:src\/core|test)\/engine|src\/runtime\/store\/erasure\/tables)\//,
  },
  { words: /\b(?:standings?|settlements?)\b/, instead: 'status snapshot, position: whichever it is' },
  { words: /\bsettl(?:es?|ed|ing)\b/, instead: 'record, resolve, complete, mark processed: whichever it is' },
  { words: /\b(?:let out|carr(?:y|ied) out)\b/, instead: 'send, execute' },
  { words: /\bnudg(?:es?|ed)\b/, instead: 'wake' },
  { words: /\bfates?\b/, instead: 'migration outcome' },
  { words: /\btouch(?:ed)?\b/, instead: 'sync loop' },
  { words: /\bearly\b/, instead: 'ahead of its time' },
  {
    words: /\bworlds?\b/,
    instead: "virtual time; `world` is the sandbox's alone",
    except: /^(?:src\/v2\/service|test)\//,
  },
  {
    words: /\b(?:turned|turn|was|is|go|sent|send|account) away\b/,
    instead: 'account disconnected, lead out of office: whichever it is',
  },
  {
    words:
      /\b(?:is|was|set|try) held\b|\bheld (?:by|clock|speed|at)\b|\bhold (?:preview|change|scope|word|all|credits|account|class|for)\b/,
    instead: 'pause, backoff, reserve: whichever it is',
  },
];

/** Fields of the API, columns, and what recorded histories hold: the signal `nudge`, the field `nudged` and the activity `settle`. */
const PUBLIC_OR_STORED = [
  ...['standing', 'held_by', 'world_origin', 'world_at', 'settled_at', 'told_at', 'wall_told_at', 'walk_told_at'],
  ...['mail_troubles', 'told_incoming', 'sandbox_worlds', 'hold_credits', 'nudge', 'nudged', 'settle'],
];
/** Promises settle, and MCP has a hint of that name. */
const OF_OTHERS = ['settled', 'allSettled', 'PromiseSettledResult', 'openWorldHint'];
/** Something that writes schemas or messages is a writer. */
const PLAIN_ENGLISH = ['SchemaWriter', 'createSchemaWriter', 'writer', 'StreamMessageWriter'];

/** Names that stay as they are. */
export const KEPT: ReadonlySet<string> = new Set([...PUBLIC_OR_STORED, ...OF_OTHERS, ...PLAIN_ENGLISH]);
/** Columns that stay, whose names would be too vague for code. */
export const KEPT_IN_SQL: ReadonlySet<string> = new Set(['told']);
