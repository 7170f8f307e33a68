/** A name a person is known by, normalized so that equal people have equal values. */
export interface Identity {
  readonly kind: 'slug' | 'profile_id' | 'urn' | 'email' | 'phone' | 'conversation';
  readonly value: string;
}

// The network's member ids: case-sensitive, unlike slugs, which are lower case.
const MEMBER_ID = /^AC[A-Za-z][A-Za-z0-9_-]{8,}$/;
const PROFILE_PATH = /^\/(?:in|pub|sales\/(?:lead|people))\/([^/,]+)/i;
const EMAIL = /^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@.,;<>"]+$/;

/**
 * The identity in a profile URL of either form, a slug, a member id or a urn; null when it is none of these. Host, scheme,
 * query, case, trailing slash and locale suffix do not matter.
 */
export function profileIdentity(text: string): Identity | null {
  const given = text.trim();
  if (/^urn:[a-z0-9][a-z0-9-]*:.+$/i.test(given)) return { kind: 'urn', value: given };
  const segment = lastName(given);
  if (segment === null) return null;
  if (MEMBER_ID.test(segment) && /[A-Z]/.test(segment.slice(2))) return { kind: 'profile_id', value: segment };
  const slug = segment.normalize('NFC').toLowerCase();
  return /^[\p{L}\p{N}\p{M}\p{So}%_.~'’-]{1,150}$/u.test(slug) ? { kind: 'slug', value: slug } : null;
}

function lastName(given: string): string | null {
  if (!/[/:?#\s]/.test(given)) return given === '' ? null : decoded(given);
  try {
    const path = new URL(/^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `https://${given}`).pathname;
    const name = PROFILE_PATH.exec(path)?.[1];
    return name === undefined ? null : decoded(name);
  } catch {
    return null;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function emailIdentity(text: string): Identity | null {
  const value = text.trim().toLowerCase();
  return EMAIL.test(value) && value.length <= 254 ? { kind: 'email', value } : null;
}

/** International form where the number has one (`+33…` or `0033…`), else its digits. */
export function phoneIdentity(text: string): Identity | null {
  const value = text
    .trim()
    .replace(/^tel:/i, '')
    // The zero that is only dialled inside the country.
    .replace(/^((?:\+|00).*?)\(0\)/, '$1')
    .replace(/[\s().\-/\u2010-\u2015]/g, '')
    .replace(/^00/, '+');
  return /^\+?\d{5,15}$/.test(value) ? { kind: 'phone', value } : null;
}

/**
 * The one who is on the other side of a conversation of ours. An answer carries the author's member id alone, and somebody who
 * was never visited is known by a slug: then the conversation is all that tells whose answer it is.
 */
export const conversationIdentity = (accountId: string, conversationId: string): Identity => ({
  kind: 'conversation',
  value: `${accountId}/${conversationId}`,
});

/** As text: what locks, and events that wait for a name, go by. */
export const identityKey = (identity: Identity): string => `${identity.kind}:${identity.value}`;
