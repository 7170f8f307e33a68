import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Dns } from './dns.ts';

/** RFC 7208, 4.6.4: terms that ask the name servers, in the record and all that it includes. */
export const MOST_LOOKUPS = 10;

export interface SpfReading {
  readonly record: string;
  /** Terms that cost a receiver a look-up. */
  readonly lookups: number;
  /** How the record ends for everybody else: `-all`, `~all`, `?all`, `+all`; null: it does not say. */
  readonly all: '-' | '~' | '?' | '+' | null;
  /** Every name that is reached by `include` or `redirect`. */
  readonly reached: readonly string[];
  readonly has_ptr: boolean;
  /** Reasons for which a receiver treats the record as void (a "permerror"). */
  readonly errors: readonly string[];
  /** Whether the address asked about may send; null: nobody asked, or part of it could not be read. */
  readonly allows: boolean | null;
}

export type SpfAnswer =
  | { readonly kind: 'read'; readonly spf: SpfReading }
  | { readonly kind: 'none' | 'several' | 'unanswered'; readonly records: readonly string[] };

const TERM = /^([-+~?]?)(include|a|mx|ptr|exists|ip4|ip6|all)(?:[:/](.*))?$/i;

/** A domain's SPF record with all that it includes, and whether `address` may send by it. */
export async function evaluateSpf(dns: Dns, domain: string, address: string | null): Promise<SpfAnswer> {
  const first = await findRecord(dns, domain);
  if (first.kind !== 'found') return first;
  const walk: Walk = { dns, address, lookups: 0, reached: [], errors: [], has_ptr: false, is_partial: false };
  const { allows, all } = await readRecord(walk, domain, first.record, [domain]);
  const { lookups, reached, errors, has_ptr, is_partial } = walk;
  if (lookups > MOST_LOOKUPS) errors.push(`it takes ${lookups} look-ups; receivers stop at ${MOST_LOOKUPS}`);
  const known = address === null || (is_partial && !allows) ? null : allows;
  return { kind: 'read', spf: { record: first.record, lookups, all, reached, has_ptr, errors, allows: known } };
}

interface Walk {
  readonly dns: Dns;
  readonly address: string | null;
  lookups: number;
  readonly reached: string[];
  readonly errors: string[];
  has_ptr: boolean;
  is_partial: boolean;
}

async function findRecord(dns: Dns, domain: string) {
  const answer = await dns.txt(domain);
  if (answer.kind !== 'found') return { kind: answer.kind, records: [] } as const;
  const records = answer.records.filter((record) => /^v=spf1( |$)/i.test(record));
  if (records.length > 1) return { kind: 'several', records } as const;
  const [record] = records;
  return record === undefined ? ({ kind: 'none', records } as const) : ({ kind: 'found', record } as const);
}

/** The whole record is read, also behind the term that decides, so that everything wrong is seen. */
async function readRecord(
  walk: Walk,
  domain: string,
  record: string,
  path: readonly string[],
): Promise<{ allows: boolean; all: SpfReading['all'] }> {
  let all: SpfReading['all'] = null;
  let decided: boolean | null = null;
  let redirect: string | null = null;
  for (const text of record.split(/ +/).slice(1)) {
    if (text === '') continue;
    const modifier = /^([a-z][\w.-]*)=(.*)$/i.exec(text);
    if (modifier) {
      if (modifier[1]?.toLowerCase() === 'redirect') redirect = (modifier[2] ?? '').toLowerCase();
      continue;
    }
    const [, sign = '', kind = '', value = ''] = TERM.exec(text) ?? [];
    if (kind === '') {
      walk.errors.push(`"${text}" is not a term of SPF`);
      continue;
    }
    const qualifier = sign === '-' || sign === '~' || sign === '?' ? sign : '+';
    if (kind.toLowerCase() === 'all') {
      all ??= qualifier;
      decided ??= qualifier === '+';
      continue;
    }
    if ((await matches(walk, { kind: kind.toLowerCase(), text, value }, domain, path)) && decided === null) {
      decided = qualifier === '+';
    }
  }
  if (all === null && redirect !== null) {
    const other = await follow(walk, redirect, path, 'redirect');
    return { allows: decided ?? other?.allows ?? false, all: other?.all ?? null };
  }
  return { allows: decided ?? false, all };
}

interface Term {
  readonly kind: string;
  readonly text: string;
  readonly value: string;
}

async function matches(
  walk: Walk,
  { kind, text, value }: Term,
  domain: string,
  path: readonly string[],
): Promise<boolean> {
  if (kind === 'ip4' || kind === 'ip6') return isWithin(walk, value, text);
  walk.lookups += 1;
  if (value.includes('%{')) {
    // A macro depends on the mail: what it matches cannot be known here.
    walk.is_partial = true;
    return false;
  }
  if (kind === 'include') return (await follow(walk, value.toLowerCase(), path, 'include'))?.allows ?? false;
  if (kind === 'ptr') {
    walk.has_ptr = true;
    walk.is_partial = true;
    return false;
  }
  if (walk.address === null) return false;
  // `a`, `a:host`, `a/24`, `a:host/24`, and `mx` and `exists` likewise.
  const isSize = text.includes('/') && !text.includes(':');
  const [host = '', size] = isSize ? [domain, value] : value.split('/');
  const names = kind === 'mx' ? await hostsOf(walk, host || domain) : [host || domain];
  for (const name of names) {
    for (const found of await addressesOf(walk, name)) {
      if (kind === 'exists' || covers(found, size, walk.address)) return true;
    }
  }
  return false;
}

async function follow(walk: Walk, name: string, path: readonly string[], how: 'include' | 'redirect') {
  if (how === 'redirect') walk.lookups += 1;
  if (name.includes('%{')) {
    walk.is_partial = true;
    return null;
  }
  if (path.includes(name)) {
    walk.errors.push(`${how} of ${name} is circular`);
    return null;
  }
  // Well beyond what a receiver reads: a record that unfolds for ever ends here.
  if (walk.lookups > 2 * MOST_LOOKUPS) return null;
  walk.reached.push(name);
  const found = await findRecord(walk.dns, name);
  if (found.kind === 'unanswered') walk.is_partial = true;
  if (found.kind === 'none') walk.errors.push(`${how} names ${name}, which has no SPF record`);
  if (found.kind === 'several') walk.errors.push(`${how} names ${name}, which has several SPF records`);
  return found.kind === 'found' ? readRecord(walk, name, found.record, [...path, name]) : null;
}

async function hostsOf(walk: Walk, domain: string): Promise<readonly string[]> {
  const answer = await walk.dns.mx(domain);
  if (answer.kind === 'unanswered') walk.is_partial = true;
  return answer.kind === 'found' ? answer.records : [];
}

async function addressesOf(walk: Walk, name: string): Promise<readonly string[]> {
  const answer = await walk.dns.addresses(name);
  if (answer.kind === 'unanswered') walk.is_partial = true;
  return answer.kind === 'found' ? answer.records : [];
}

function isWithin(walk: Walk, value: string, text: string): boolean {
  const [network = '', size] = value.split('/');
  if (isIP(network) === 0) {
    walk.errors.push(`"${text}" names no address`);
    return false;
  }
  return walk.address !== null && covers(network, size, walk.address);
}

function covers(network: string, size: string | undefined, address: string): boolean {
  const [one, other] = [ipaddr.parse(network), ipaddr.parse(address)];
  if (one.kind() !== other.kind()) return false;
  const whole = one.kind() === 'ipv4' ? 32 : 128;
  const bits = size === undefined || size === '' ? whole : Number(size);
  return Number.isInteger(bits) && bits >= 0 && bits <= whole && other.match(one, bits);
}
