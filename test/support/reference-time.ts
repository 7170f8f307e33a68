/** The time of the fixed work on the reference machine, in milliseconds of CPU time. */
const FIXED_MS = 4;

interface Bounds {
  /** Milliseconds of the reference machine that are to be kept below: once they are, it is not tried again. */
  readonly most: number;
  /** The best counts, since compiling and collecting garbage are part of the first ones. */
  readonly tries?: number;
}

/**
 * CPU milliseconds that work takes, as they would be on one certain machine, so that a slow or busy one fails no test: its time is held
 * against that of fixed work of the same kind, done right beside it, so that whoever disturbs the one disturbs the other.
 */
export async function referenceTime(work: () => unknown, { most, tries = 5 }: Bounds): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let tried = 0; tried < tries && best > most; tried++) {
    const begun = process.cpuUsage();
    await work();
    const spent = since(begun);
    // The fixed work takes longer than most of what is measured: it is done where it may matter that the machine is slower than ever before.
    best = Math.min(best, spent / fastestSeen());
    if (best > most) best = Math.min(best, spent / slowness());
  }
  return best;
}

/** How many times as long as the reference machine this one takes just now. */
export function slowness(): number {
  // Compiled once, it takes the same time ever after.
  for (; warmUps > 0; warmUps--) fixedWork();
  const seen = bestOf(3) / FIXED_MS;
  fastest = Math.min(fastest, seen);
  return seen;
}

/** As `slowness`, in the best moment so far. */
function fastestSeen(): number {
  for (; looks > 0; looks--) slowness();
  return fastest;
}

function bestOf(times: number): number {
  const spent = Array.from({ length: times }, () => {
    const begun = process.cpuUsage();
    fixedWork();
    return since(begun);
  });
  return Math.min(...spent);
}

function since(begun: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(begun);
  return (user + system) / 1000;
}

const TEXT = 'From: Ada Lovelace <ada@mail.example>, "Grace" <grace@x.example>; '.repeat(1_000);
let kept = 0;
let warmUps = 20;
let looks = 3;
let fastest = Number.POSITIVE_INFINITY;

/** Does what readers of text do: go from letter to letter, look with expressions, cut, join. */
function fixedWork(): void {
  let copy = '';
  for (let at = 0; at < TEXT.length; at++) {
    const letter = TEXT.charAt(at);
    copy += letter === '\n' ? ' ' : letter;
  }
  const addresses = [...copy.matchAll(/[\w.]{1,64}@[\w.]{1,64}/g)].map(([address]) => address.toUpperCase());
  const words = copy.split(/\s+/).map((word) => word.replace(/[aeiou]/g, (vowel) => `${vowel}.`));
  // Kept, so that it is not optimized away.
  kept = (kept + JSON.stringify([addresses, words]).length) % 1_000;
}
