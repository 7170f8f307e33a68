import type { LimitClass } from '../../../../language/plan/limit-class.ts';
import { dayInWords } from '../../campaigns/forecast/days.ts';
import parts from '../../parts/parts.module.css';
import classes from './calendar.module.css';
import { type Cell, type Split, sayCell } from './cell-words.ts';

interface DayCellProps {
  readonly name: string;
  readonly date: string;
  readonly isOpen: boolean;
  readonly cell: Cell | undefined;
  readonly limit: LimitClass;
  readonly split: Split | null;
  /** The number of these that are for the campaign of the calendar. Absent: the calendar is of all. */
  readonly own?: number | undefined;
  onOpen(): void;
}

/** A day of an account: what is sent and booked, of what there is room for. It opens its people. */
export function DayCell({ name, date, isOpen, cell, limit, split, own, onOpen }: DayCellProps) {
  if (cell === undefined) return <td data-open={isOpen} />;
  const { used, booked, cap } = cell;
  const taken = used + booked;
  const of = Math.max(taken, cap ?? 0, 1);
  // What is sent, or what is of the campaign.
  const dark = own ?? used;
  const says = `${dayInWords(date)}, ${name}: ${sayCell(cell, limit, split)}${own === undefined ? '' : `; ${own} of this campaign`}`;
  const text = (
    <>
      {own !== undefined && own > 0 && (
        <>
          <strong>{own}</strong> of{' '}
        </>
      )}
      {taken}
      <small>/{cap ?? '∞'}</small>
      {own === undefined && (
        <small className={classes.split}>
          {split !== null && taken > 0 ? `${split.first} first · ${split.later} later` : ''}
        </small>
      )}
      <span className={classes.fill}>
        <span className={classes.dark} style={{ width: `${(100 * dark) / of}%` }} />
        <span className={classes.light} style={{ width: `${(100 * (taken - dark)) / of}%` }} />
      </span>
    </>
  );
  return (
    <td className={classes.cell} data-open={isOpen} data-full={cap !== null && cap > 0 && taken >= cap} title={says}>
      {taken === 0 ? (
        <span>{isOpen && text}</span>
      ) : (
        <button type="button" onClick={onOpen}>
          {text}
          <span className={parts.said}>{says}</span>
        </button>
      )}
    </td>
  );
}
