import { ok, type Result } from '../kit/result.ts';
import { bareText, foldCase } from './bare-text.ts';
import { LONGEST_NAME, type NotRead, notRead, TOO_LONG } from './not-read.ts';

export interface Profile {
  /** `slug`: its name in an address, which may be given up and taken by somebody else. `profile_id`, `urn`: ids of the network, which may not. */
  readonly kind: 'slug' | 'profile_id' | 'urn';
  /** Equal for every address of the profile that tells it by the same name or id. */
  readonly value: string;
  /** The name of the profile in a call: the address as it was given where that leads to the page itself, else its name or id. */
  readonly reference: string;
}

/** The network's ids of people: case counts in them, unlike in slugs. Each of its products has a series of its own (`ACo…`, `ACw…`). */
const MEMBER_ID = /^AC[a-z]AA[A-Za-z0-9_-]{3,}$/;
const SLUG = /^[\p{L}\p{N}\p{M}\p{So}%_.~'’-]{1,150}$/u;
/** The path up to a profile's name: `/in/`, of a mobile page `/mwlite/in/`, of a language `/de/in/`. */
const PATH =
  /^\/+(?:[a-z]{2}(?:[-_][a-z]{2})?\/+|m\/+|mwlite\/+(?:profile\/+)?)?(in|pub|sales\/+(?:lead|people))\/+([^/,]+)/i;
/** An address as nearly all are written, of which a URL would tell nothing else: no label of its host has a form of its own, and its path stays as it is. */
const PLAIN_ADDRESS = /^https?:\/\/(?:(?!xn--)[a-z0-9-]+\.)+[a-z]{2,}\/in\/([\w-]+)\/?$/i;
const OLD_GROUPS = /^\/+pub\/+[^/]+\/+([\da-z]{1,3})\/+([\da-z]{1,3})\/+([\da-z]{1,3})\/*$/i;

/** Words that people write into a column of profiles where they mean no profile. */
const SAYS_NOTHING = new Set(
  [
    'y n x yes no yep nope true false ok none null nil nan na n-a undefined unknown empty blank missing tbd tba todo test',
  ]
    .concat(
      'ja nein kein keine keines unbekannt oui non aucun aucune inconnu si sí não nao sim ninguno ninguna desconocido',
    )
    .concat('nessuno nessuna sconosciuto geen onbekend nej nie tak ano ne igen nem evet hayir hayır да нет є ні')
    .concat(
      'はい いいえ 是 否 有 无 無 예 아니요 - -- --- . .. _ linkedin profile profil url link website http https www',
    )
    .flatMap((words) => words.split(' ')),
);
/** One letter is a mark in a column of marks. */
const SHORTEST_BARE = 2;

/**
 * The profile that a text tells: by its address of whatever form (host, scheme, query, case, language and what follows the name do not matter),
 * by its bare slug, by an id or a urn.
 */
export function readProfile(text: string): Result<Profile, NotRead> {
  if (text.length > LONGEST_NAME) return noProfile(TOO_LONG);
  const given = bareText(text).replace(/^<(.*)>$/, '$1');
  if (/^urn:[a-z0-9][a-z0-9-]*:.+$/i.test(given)) return ok({ ...ofUrn(given), reference: given });
  const isBare = !/[/:?#\s\\]/.test(given);
  const name = isBare ? decoded(given) : nameInAddress(given);
  if (name === null) return noProfile('its address has no /in/ and a name behind it');
  const reference = isBare || leadsToPage(given) ? given : name;
  if (MEMBER_ID.test(name)) return ok({ kind: 'profile_id', value: name, reference });
  const slug = foldCase(name.normalize('NFC'));
  if (SAYS_NOTHING.has(slug)) return noProfile(`“${name}” tells no profile`);
  if (isBare) {
    if (Array.from(slug).length < SHORTEST_BARE) return noProfile(`“${name}” is too short for the name of a profile`);
    if (/^\p{N}+$/u.test(slug)) return noProfile(`“${name}” is a number`);
    if (/\.\p{L}{2,}$/u.test(slug)) return noProfile('it is the address of a site');
  }
  return SLUG.test(slug)
    ? ok({ kind: 'slug', value: slug, reference })
    : noProfile('it has signs that no name of a profile has');
}

/** Equal for a profile's name in whichever case. */
export const slugKey = (name: string): string => foldCase(bareText(name));

const noProfile = (why: string) =>
  notRead('a profile URL')(why, 'the address of their page, such as https://…/in/ada-lovelace');

/** The id is the same in a URL and in urns of whatever kind: `urn:li:fsd_profile:ACoAA…`, `urn:li:fs_salesProfile:(ACwAA…,NAME_SEARCH,x)`. */
function ofUrn(urn: string): Pick<Profile, 'kind' | 'value'> {
  const last = urn.slice(urn.lastIndexOf(':') + 1);
  const id = /^\(?([^,()]+)/.exec(last)?.[1] ?? last;
  if (MEMBER_ID.test(id)) return { kind: 'profile_id', value: id };
  return { kind: 'urn', value: `${urn.slice(0, urn.lastIndexOf(':')).toLowerCase()}:${last}` };
}

function nameInAddress(given: string): string | null {
  const plain = PLAIN_ADDRESS.exec(given)?.[1];
  return plain ?? nameInUrl(given);
}

function nameInUrl(given: string): string | null {
  const address = /^(?:https?:|[a-z][a-z0-9+.-]*:\/\/)/i.test(given)
    ? given
    : `https://${isPath(given) ? 'a/' : ''}${given}`;
  if (!URL.canParse(address)) return null;
  const { protocol, pathname } = new URL(address);
  if (!/^https?:$/.test(protocol)) return null;
  const [, where = '', name] = PATH.exec(pathname) ?? [];
  if (name === undefined) return null;
  // Before they had names of their own: `/pub/ada-lovelace/a7/576/b50` leads to `/in/ada-lovelace-b50576a7`.
  const [, first = '', second = '', third] = /^pub$/i.test(where) ? (OLD_GROUPS.exec(pathname) ?? []) : [];
  const groups = third === undefined ? '' : `-${third.padStart(3, '0')}${second.padStart(3, '0')}${first}`;
  const plain = decoded(name);
  return plain === null ? null : bareText(plain) + groups;
}

/** A service looks for the name where the network's own pages have it. */
const leadsToPage = (given: string): boolean =>
  /^(?:https?:\/\/)?[^/?#@\s]+\/(?:in|sales\/lead|sales\/people)\//.test(given);

/** `in/ada-lovelace`, as the network shows it. */
const isPath = (given: string): boolean => /^\/?(?:in|pub|sales)\//i.test(given);

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
