import { bareText } from '../../../../shared/identity/bare-text.ts';

/** The sandbox network's addresses. `.example` is reserved, so none of them can ever reach a real person. */
export const HOST = 'professional.example';

export const profileUrl = (publicIdentifier: string): string =>
  `https://${HOST}/in/${encodeURIComponent(publicIdentifier)}`;
export const profileIdUrl = (memberId: string): string => `https://${HOST}/in/${memberId}`;
export const memberUrn = (memberId: string): string => `urn:member:${memberId}`;
export const leadUrn = (leadId: string): string => `urn:lead:${leadId}`;
export const leadUrl = (leadId: string): string => `https://${HOST}/sales/lead/${leadId}`;
export const companyUrl = (publicIdentifier: string): string => `https://${HOST}/company/${publicIdentifier}`;
export const jobUrl = (jobId: string): string => `https://${HOST}/jobs/view/${jobId}`;
export const pictureUrl = (memberId: string): string => `https://media.${HOST}/pictures/${memberId}.jpg`;

export const invitationUrn = (invitationId: number): string => `urn:invitation:${invitationId}`;

/** The id in an invitation's urn, or the bare id; null for anything else. */
export const invitationId = (reference: string): string | null =>
  /^(?:urn:(?:[\w-]+:)*)?(\d{1,15})$/.exec(reference.trim())?.[1] ?? null;

/**
 * The slug or id in a reference to a person: a profile URL of either form (also without scheme, with `www.`, with a
 * query), a lead URL, an urn, or the bare slug or id. Null for an URL that is no profile of this network.
 */
export function referenceKey(reference: string): string | null {
  const text = bareText(reference);
  if (text === '') return null;
  if (/^urn:/i.test(text))
    return (
      text
        .slice(text.lastIndexOf(':') + 1)
        .replace(/^\(/, '')
        .split(/[,)]/, 1)[0] || null
    );
  return keyIn(text, /^\/(?:in|sales\/lead|sales\/people)\/([^/,]+)/);
}

/** The slug in a reference to a company: the URL of its page, or the bare slug; null for any other URL. */
export const companyKey = (reference: string): string | null =>
  keyIn(reference.trim(), /^\/(?:company|showcase)\/([^/]+)/)?.toLowerCase() ?? null;

/** The same of a school. */
export const schoolKey = (reference: string): string | null =>
  keyIn(reference.trim(), /^\/(?:school|company)\/([^/]+)/)?.toLowerCase() ?? null;

/** Returns what `path` captures from an URL of this network; a text that is no URL is a key itself. */
function keyIn(text: string, path: RegExp): string | null {
  if (!text.includes('/')) return text;
  const address = /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return null;
  const url = new URL(address);
  if (!/^https?:$/.test(url.protocol)) return null;
  if (url.hostname !== HOST && !url.hostname.endsWith(`.${HOST}`)) return null;
  const key = path.exec(url.pathname)?.[1];
  if (key === undefined) return null;
  try {
    const plain = decodeURIComponent(key);
    // Postgres takes no text with one.
    return plain.includes('\0') ? null : plain;
  } catch {
    return null;
  }
}

/** Lowercase ASCII words joined by hyphens. */
export function slugOf(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f'’.]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
