import { floatsIn, numbersIn, timesIn } from '../packed-numbers.ts';
import { inOrder } from './in-order.ts';

/** The people of an arm of a split, counted and packed: an object for each of 400,000 people would take longer than all that is computed of them. */
export interface ArmPeopleRow {
  readonly arm: string;
  readonly entered: number;
  /** Those whom a call that reaches people was done for after they took the arm. */
  readonly contacted: number;
  readonly accepted: number;
  readonly replied: number;
  /** Those whom a label calls positive that was given after it. */
  readonly positive: number;
  readonly unsubscribed: number;
  readonly bounced: number;
  /** Milliseconds from the first contact to the reply, of the two in the middle; null: nobody has replied. */
  readonly median_low: number | null;
  readonly median_high: number | null;
  /** A byte of each whose days are over, in the order of their first contact: the bits of what they did by then. */
  readonly outcomes: Uint8Array;
  /** When each of them was contacted, in epoch milliseconds; empty unless a size is asked for. */
  readonly contacted_at: Float64Array;
}

export interface ArmPeopleFound {
  readonly arms: readonly ArmPeopleRow[];
  /** Those who took an arm when the split asked something else. */
  readonly others: number;
  /** When each of the campaign has left who will never be judged, in epoch milliseconds; empty unless a size is asked for. */
  readonly left: Float64Array;
  /** The arms of those whom an experiment has divided, in the order in which they came; empty unless one is asked for. */
  readonly taken: TakenArms;
}

export interface TakenArms {
  /** The arm of each, as its place in the experiment; -1: it has none of that name. */
  readonly arms: Int16Array;
  /** The shares of new people that held then, of one after the other, in the order of the experiment's arms. */
  readonly shares: Float64Array;
}

export type OutcomeBits = Readonly<Record<'positive' | 'replied' | 'accepted' | 'unsubscribed' | 'bounced', number>>;

/** Everybody who took an arm, as Postgres hands them over: numbers one after the other, in whatever order. */
export interface PackedRow {
  /** Four bytes of each. */
  readonly codes: Buffer | null;
  /** Eight bytes of each who was asked the same and was contacted: when. */
  readonly contacted: Buffer | null;
  /** The same of those: the line by which they took the arm. */
  readonly ids: Buffer | null;
  /** Eight bytes of each of those who have replied: when. */
  readonly replied: Buffer | null;
  /** Eight bytes of each of the campaign who has left without being judged: when. */
  readonly gone: Buffer | null;
  /** Two bytes of each whom an experiment has divided, and eight for each of its arms. */
  readonly taken_arms: Buffer | null;
  readonly taken_shares: Buffer | null;
}

/** So many bits stand before the place of the arm. */
const PLACE = 13;

/** The bits of a person's number beside those of what was done in time, which are the lowest five. */
export const CODE = {
  /** The factor of the same bits, where it was done at all. */
  ever: 1 << 5,
  /** The person took the arm when the split asked the same. */
  asked: 1 << 10,
  contacted: 1 << 11,
  /** The person's days are over. */
  judged: 1 << 12,
  /** The factor of the arm's place, from 1; 0: it is none of the split's. */
  place: 1 << PLACE,
} as const;
const OUTCOMES = CODE.ever - 1;

interface Unpacking {
  readonly arms: readonly string[];
  readonly bits: OutcomeBits;
  readonly sized: boolean;
}

export function unpackArmPeople(row: PackedRow, { arms, bits, sized }: Unpacking): ArmPeopleFound {
  const contacted = timesIn(row.contacted);
  const replied = timesIn(row.replied);
  const counted = arms.map(() => ({ counts: new Uint32Array(CODE.place), replies: [] as number[] }));
  /** The numbers of those who were contacted. */
  const reached = new Int32Array(contacted.length);
  let [others, contact, reply] = [0, 0, 0];
  for (const code of numbersIn(row.codes, 4)) {
    if ((code & CODE.asked) === 0) {
      others++;
      continue;
    }
    const arm = counted[placeOf(code)];
    const kind = code & (CODE.place - 1);
    if (arm) arm.counts[kind] = (arm.counts[kind] ?? 0) + 1;
    if ((code & CODE.contacted) === 0) continue;
    if ((code & (bits.replied * CODE.ever)) !== 0)
      arm?.replies.push((replied[reply++] ?? 0) - (contacted[contact] ?? 0));
    reached[contact++] = code;
  }
  const judged = arms.map(() => ({
    count: 0,
    outcomes: new Uint8Array(contact),
    contacted_at: new Float64Array(sized ? contact : 0),
  }));
  for (const at of inOrder(contacted, numbersIn(row.ids, 8))) {
    const code = reached[at] ?? 0;
    const arm = judged[placeOf(code)];
    if (arm === undefined || (code & CODE.judged) === 0) continue;
    arm.outcomes[arm.count] = code & OUTCOMES;
    if (sized) arm.contacted_at[arm.count] = contacted[at] ?? 0;
    arm.count++;
  }
  return {
    arms: arms.map((arm, n) => {
      const { counts = new Uint32Array(), replies = [] } = counted[n] ?? {};
      const { count = 0, outcomes = new Uint8Array(), contacted_at = new Float64Array() } = judged[n] ?? {};
      return {
        ...{ arm, ...sumUp(counts, bits), ...middleOf(replies) },
        ...{ outcomes: outcomes.slice(0, count), contacted_at: contacted_at.slice(0, count) },
      };
    }),
    others,
    left: timesIn(row.gone),
    taken: {
      arms: Int16Array.from(numbersIn(row.taken_arms, 2), (place) => place - 1),
      shares: floatsIn(row.taken_shares),
    },
  };
}

const placeOf = (code: number): number => (code >>> PLACE) - 1;

/** Counts people of whom something is so, of how many there are of each kind. */
function sumUp(counts: Uint32Array, bits: OutcomeBits) {
  const having = (bit: number): number => {
    let sum = 0;
    for (const [kind, count] of counts.entries()) if (bit === 0 || (kind & bit) !== 0) sum += count;
    return sum;
  };
  const ever = (outcome: keyof OutcomeBits) => having(bits[outcome] * CODE.ever);
  return {
    ...{ entered: having(0), contacted: having(CODE.contacted) },
    ...{ accepted: ever('accepted'), replied: ever('replied'), positive: ever('positive') },
    ...{ unsubscribed: ever('unsubscribed'), bounced: ever('bounced') },
  };
}

function middleOf(times: readonly number[]) {
  const sorted = Float64Array.from(times).sort();
  return {
    median_low: sorted[Math.floor((sorted.length - 1) / 2)] ?? null,
    median_high: sorted[Math.floor(sorted.length / 2)] ?? null,
  };
}
