import type { Evidence } from './evidence.ts';
import type { Sign } from './sign.ts';

/** Names of fields that programs set which answer for somebody, and nothing else does: `X-Autoreply`, `X-MDaemon-AutoResponder`, `X-Vacation`. */
const OF_AUTORESPONDERS = /-(?:auto-?(?:repl|respon|generat)|vacation|ooo\b|fc-machinegenerated$)/;
/** Asks others not to answer, and stands in what people write, too. */
const SUPPRESSES = 'x-auto-response-suppress';

const isOfAutoresponders = (name: string): boolean =>
  name.startsWith('x-') && name !== SUPPRESSES && OF_AUTORESPONDERS.test(name);

/** Fields of other uses that say so in a value of their own. */
const AUTOMATIC_FIELDS: readonly (readonly [name: string, value: RegExp])[] = [
  ['precedence', /^auto[_-]?reply/i],
  ['x-precedence', /^auto[_-]?reply/i],
  ['preference', /auto_?reply/i],
  // Exchange's out-of-office rules; another rule may forward what a person wrote.
  ['x-ms-exchange-generated-message-source', /^mailbox rules agent$/i],
  ['x-post-messageclass', /autoresponder/i],
  ['delivered-to', /^autoresponder$/i],
  ['x-delivered-to', /^autoresponder$/i],
  // Postfix Admin, iCloud, Unix `vacation`, Salesforce, GLPI.
  ['x-loop', /\bvacation\b|auto-?(?:repl|respon)/i],
  ['x-apple-action', /^vacation\b/i],
  ['delivered-by-the-graces-of', /\bvacation\b/i],
  ['x-sfdc-emailcategory', /autoresponse$/i],
  ['x-glpi-message', /^autoresponse/i],
];

const LOOKED_AT: ReadonlySet<string> = new Set([
  ...['auto-submitted', 'content-type', 'return-path', 'list-unsubscribe', 'list-unsubscribe-post', 'list-post'],
  ...['x-mailer', 'user-agent'],
  ...AUTOMATIC_FIELDS.map(([name]) => name),
]);

/** Whether a field, by its name in lower case, is looked at here. */
export const isLookedAt = (name: string): boolean => LOOKED_AT.has(name) || isOfAutoresponders(name);

/**
 * Reads the signs that the headers give. Not among them: `X-Auto-Response-Suppress`, which asks others not to answer,
 * `Precedence`, and `auto-forwarded`, which tells of a hop. Programs and relays set all three on what people write.
 */
export function headerSigns({ headers, sender, is_answer }: Evidence): (Sign | null)[] {
  const header = (name: string): string => (headers.get(name) ?? '').trim();
  return [
    submitted(header('auto-submitted'), is_answer),
    /^multipart\/report\b/i.test(header('content-type'))
      ? { sign: 'report', seen: shown(header('content-type')) }
      : null,
    autoresponder(headers),
    nobodysAddress(sender),
    returnPath(headers),
    ...ofLists(headers, is_answer),
  ];
}

/** RFC 3834, section 5: a keyword, then perhaps comments and parameters. */
function submitted(value: string, isAnswer: boolean): Sign | null {
  const keyword = /^[a-z-]{1,40}/.exec(value.replace(/^\([^()]{0,200}\)\s?/, '').toLowerCase())?.[0] ?? '';
  const seen = `Auto-Submitted: ${shown(value)}`;
  switch (keyword) {
    case '':
    case 'auto-forwarded':
      return null;
    case 'no':
      return { sign: 'says_no_machine', seen };
    case 'auto-replied':
      return { sign: 'auto_replied', seen };
    case 'auto-generated':
    case 'auto-notified':
      return { sign: isAnswer ? 'answers_generated' : 'auto_generated', seen };
    default:
      return { sign: 'answers_generated', seen };
  }
}

function autoresponder(headers: Evidence['headers']): Sign | null {
  const found = [...headers].find(([name, value]) => isOfAutoresponders(name) && !DENIES.test(value));
  const [name, value] =
    found ??
    AUTOMATIC_FIELDS.map(([field, says]) => [field, headers.get(field) ?? '', says] as const).find(([, text, says]) =>
      says.test(text.trim()),
    ) ??
    [];
  return name === undefined ? null : { sign: 'autoresponder_header', seen: `${name}: ${shown(value ?? '')}` };
}

const DENIES = /^\s*(?:no|none|false|0)\s*$/i;

/** In many languages: do not answer. */
const NOBODY =
  /^(?:(?:do[-_.]?)?no[nt]?[-_.]?(?:reply|respond\w{0,4}|rispondere|responda|responder|svar)|(?:ne|nie|nao|ei|niet|nicht|kein\w?|ingen|ikke|inte)[-_.]?(?:pas[-_.]?)?(?:repon\w{0,4}|antwort\w{0,4}|odpowiada\w|responda|responder|vastat\w?|svar\w?|beantwoorden|antwoorden)|neodpovidat|mailer[-_.]?daemon|mail[-_.]?daemon|bounces?|auto[-_.]?(?:reply|respond\w{0,3}|responder|mat\w{0,4}|confirm|notify|answer)|notifications?|newsletters?|alerts?|robot|daemon|noreply\w{0,20})(?:[-+_.=][^@]{0,200})?@/i;

const nobodysAddress = (sender: string | null): Sign | null =>
  sender !== null && NOBODY.test(sender) ? { sign: 'nobodys_address', seen: sender } : null;

function returnPath(headers: Evidence['headers']): Sign | null {
  const path = headers.get('return-path')?.trim();
  return path !== undefined && /^<\s*>$/.test(path) ? { sign: 'no_return_path', seen: 'Return-Path: <>' } : null;
}

function ofLists(headers: Evidence['headers'], isAnswer: boolean): (Sign | null)[] {
  if (isAnswer || !headers.has('list-unsubscribe')) return [];
  // A list on which people discuss has an address to write to.
  if (headers.has('list-post')) return [];
  const isBulk = /one-click/i.test(headers.get('list-unsubscribe-post') ?? '');
  return [{ sign: 'list', seen: 'List-Unsubscribe' }, isBulk ? { sign: 'bulk', seen: 'List-Unsubscribe-Post' } : null];
}

const shown = (value: string): string => value.replace(/\s+/g, ' ').slice(0, 80);
