import { randomBytes } from 'node:crypto';
import { HOST } from '../addresses.ts';

export const postUrl = (postId: string): string => `https://${HOST}/feed/update/urn:share:${postId}`;
export const postUrn = (postId: string): string => `urn:activity:${postId}`;
export const commentUrn = (postId: string, commentId: string): string =>
  `urn:comment:(${postUrn(postId)},${commentId})`;
export const postImageUrl = (postId: string, name: string): string =>
  `https://media.${HOST}/posts/${postId}/${encodeURIComponent(name)}`;

/** The number in a reference to a post: its URL, one of its urns, or the bare number. Null for anything else. */
export function postKey(reference: string): string | null {
  const text = reference.trim();
  const bare = /^(?:urn:(?:[\w-]+:)+)?(\d{1,25})$/i.exec(text)?.[1];
  if (bare !== undefined || !text.includes('/')) return bare ?? null;
  const address = /^[a-z]+:\/\//i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, pathname } = new URL(address);
  if (!/^https?:$/.test(protocol) || (hostname !== HOST && !hostname.endsWith(`.${HOST}`))) return null;
  return /(?::|%3A|-(?:activity|share)-)(\d{1,25})(?!\d)/i.exec(pathname)?.[1] ?? null;
}

/** The comment's number in its urn; null where it is no comment of this post. */
export function commentKey(postId: string, urn: string): string | null {
  const [, post, comment = null] = /^urn:comment:\((?:[^:,()]*:)*(\d{1,25}),(\d{1,25})\)$/.exec(urn.trim()) ?? [];
  return post === postId ? comment : null;
}

/** Numbers of this network hold their time, so that later ones are larger; `rest` below 2^22 tells those of one moment apart. */
export const numberAt = (at: number, rest = randomBytes(3).readUIntBE(0, 3) >> 2): string =>
  ((BigInt(Math.floor(at)) << 22n) + BigInt(rest)).toString();

/** When what has this number was made: virtual time, epoch ms. */
export const timeOfNumber = (number: string): number => Number(BigInt(number) >> 22n);
