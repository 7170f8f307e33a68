import { LIMIT_NOUNS, type LimitClass } from '../../../../language/plan/limit-class.ts';
import type { ResultOf } from '../../../api-client/asked.ts';

export type Capacity = ResultOf<'getCapacity'>;
type Classes = Capacity['days'][number]['classes'];
export type Cell = NonNullable<Classes[keyof Classes]>;

/** Classes that reach a person; a visit or a credit is neither a first contact nor a follow-up. */
const SENDS: readonly LimitClass[] = ['invite', 'message', 'inmail', 'email'];

/** The place of a cell: the account, the limit that it is counted by, and its day. */
export interface CellPlace {
  readonly account: string;
  readonly limit: LimitClass;
  readonly date: string;
}

export interface Split {
  /** Reach their person first. */
  readonly first: number;
  readonly later: number;
}

/** Splits what is sent and booked into first contacts and the rest; null: it reaches nobody. */
export function splitOf({ used, booked }: Cell, firsts: Capacity['first_contacts'], at: Omit<CellPlace, 'account'>) {
  if (!SENDS.includes(at.limit)) return null;
  const found = firsts.find(({ date, limit_class }) => date === at.date && limit_class === at.limit);
  const first = (found?.used ?? 0) + (found?.booked ?? 0);
  return { first, later: Math.max(0, used + booked - first) } satisfies Split;
}

/** How much there is room for still; null: nothing limits it. */
export const freeOf = ({ used, booked, cap }: Cell): number | null =>
  cap === null ? null : Math.max(0, cap - used - booked);

/** A cell as a sentence: what is sent, booked and free, and whose limit that is. */
export function sayCell(cell: Cell, limit: LimitClass, split: Split | null): string {
  const { used, booked, cap, limited_by } = cell;
  const free = freeOf(cell);
  const room =
    free === null
      ? 'nothing limits them'
      : `${free} free of ${cap}${limited_by === undefined ? '' : ` (${limited_by})`}`;
  const parts =
    split === null || used + booked === 0 ? '' : `: ${split.first} first contacts, ${split.later} follow-ups`;
  return `${used} ${LIMIT_NOUNS[limit]} sent, ${booked} booked${parts}; ${room}`;
}

/** The limits of which there is anything to see in these days. */
export function limitsOf({ days }: Capacity): readonly LimitClass[] {
  const limits: readonly LimitClass[] = ['visit', ...SENDS, 'credits'];
  return limits.filter((limit) =>
    days.some(({ classes }) => {
      const cell = classes[limit];
      return cell !== undefined && (cell.cap !== null || cell.used + cell.booked > 0);
    }),
  );
}
