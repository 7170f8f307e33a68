const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** `<prefix>_` + 10 characters of time + 16 random: ids of one prefix sort by the moment they were made. */
export function newId(prefix: string, at: number = Date.now()): string {
  let time = '';
  for (let rest = Math.max(0, Math.floor(at)), i = 0; i < 10; i++) {
    time = ALPHABET[rest % 32] + time;
    rest = Math.floor(rest / 32);
  }
  const random = crypto.getRandomValues(new Uint8Array(16));
  return `${prefix}_${time}${Array.from(random, (byte) => ALPHABET[byte % 32]).join('')}`;
}
