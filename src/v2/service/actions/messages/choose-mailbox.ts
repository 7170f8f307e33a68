/** The facts by which a mailbox of a pool is chosen. */
export interface PooledMailbox {
  readonly holds_thread: boolean;
  readonly home_court: boolean;
  readonly sends_today: number;
  /** Null: the mailbox has no limit. */
  readonly daily_limit: number | null;
  readonly bounce_rate: number;
}

/**
 * The mailbox that a mail goes out from: the one that holds its thread; else one that may still send today; of those the one
 * on the recipient's provider, then the healthiest, then the one with most left of its day. The order of the pool decides
 * between equals. @unspecified
 */
export function chooseMailbox<Mailbox extends PooledMailbox>(pool: readonly Mailbox[]): Mailbox | undefined {
  return pool.toSorted(
    (one, other) =>
      Number(other.holds_thread) - Number(one.holds_thread) ||
      Number(left(other) > 0) - Number(left(one) > 0) ||
      Number(other.home_court) - Number(one.home_court) ||
      one.bounce_rate - other.bounce_rate ||
      compare(left(other), left(one)),
  )[0];
}

const left = ({ daily_limit, sends_today }: PooledMailbox): number =>
  daily_limit === null ? Number.POSITIVE_INFINITY : daily_limit - sends_today;

/** Unlike a difference right for two infinities. */
const compare = (one: number, other: number): number => (one === other ? 0 : one < other ? -1 : 1);
