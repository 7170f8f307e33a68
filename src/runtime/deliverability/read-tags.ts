/** `v=DMARC1; p=none` as a map, as DKIM (RFC 6376) and DMARC (RFC 7489) write their records; names in lower case. */
export function readTags(record: string): ReadonlyMap<string, string> {
  const tags = new Map<string, string>();
  for (const part of record.split(';')) {
    const equals = part.indexOf('=');
    if (equals > 0) tags.set(part.slice(0, equals).trim().toLowerCase(), part.slice(equals + 1).trim());
  }
  return tags;
}
