const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** `<prefix>_` + 10 characters of time + 16 random: ids of one prefix sort by the moment they were made. */
export function newId(prefix: string, at: number = Date.now()): string {
  let time = '';
  for (let rest = Math.max(0, Math.floor(at)), i = 0; i < 10; i++) {
    time = ALPHABET[rest % 32] + time;
    rest = Math.floor(rest / 32);
  }
  if (used === pool.length || source !== crypto.getRandomValues) {
    source = crypto.getRandomValues;
    crypto.getRandomValues(pool);
    used = 0;
  }
  let random = '';
  for (const end = used + RANDOM; used < end; used++) random += ALPHABET[(pool[used] ?? 0) % 32];
  return `${prefix}_${time}${random}`;
}

/** Letters of each that are random. */
const RANDOM = 16;
/** The system is asked for many at once: it takes as long for one id as for two hundred. */
const pool = new Uint8Array(RANDOM * 256);
let used = pool.length;
/** Whoever puts another source in its place means what is drawn from then on. */
let source: typeof crypto.getRandomValues | undefined;
