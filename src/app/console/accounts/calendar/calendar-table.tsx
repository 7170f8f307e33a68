import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ItemOf, ResultOf } from '../../../api-client/asked.ts';
import { ask } from '../../data/ask.ts';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import classes from './calendar.module.css';
import { type Capacity, type CellPlace, limitsOf, splitOf } from './cell-words.ts';
import { DayCell } from './day-cell.tsx';

export const CALENDAR_DAYS = 14;
const SHORT = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'numeric', timeZone: 'UTC' });

/** The campaign that a calendar is of. */
interface OfCampaign {
  readonly sends: ResultOf<'getCampaignCalendar'>['sends'];
  /** Shows what the campaign still needs of an account. */
  readonly needs: (capacity: Capacity) => ReactNode;
}

interface CalendarTableProps {
  readonly caption: string;
  readonly accounts: readonly ItemOf<'listAccounts'>[];
  readonly campaign?: OfCampaign;
  onOpen(place: CellPlace): void;
}

/** Accounts and their next days: what is sent and booked, by each of their limits. */
export function CalendarTable({ caption, accounts, campaign, onOpen }: CalendarTableProps) {
  const asked = useQueries({
    queries: accounts.map(({ id }) => ask('getCapacity', { params: { id }, query: { days: CALENDAR_DAYS } })),
  });
  const failed = asked.find(({ error, data }) => error !== null && data === undefined);
  if (failed !== undefined) return <ErrorNotice error={failed.error} onRetry={() => void failed.refetch()} />;
  const days = asked.find(({ data }) => data !== undefined)?.data?.days ?? [];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it.
    <section className={classes.scrolls} aria-label="Days of the accounts" tabIndex={0}>
      <table className={classes.calendar}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Account</th>
            {campaign !== undefined && <th scope="col">Of this campaign</th>}
            {days.map(({ date, open }) => (
              <th key={date} scope="col" data-open={open}>
                {SHORT.format(Date.parse(date)).replaceAll(',', '')}
              </th>
            ))}
          </tr>
        </thead>
        {accounts.map((account, at) => {
          const capacity = asked[at]?.data;
          if (capacity === undefined) return null;
          return <AccountRows key={account.id} {...{ account, capacity, campaign, onOpen }} />;
        })}
      </table>
    </section>
  );
}

interface AccountRowsProps {
  readonly account: ItemOf<'listAccounts'>;
  readonly capacity: Capacity;
  readonly campaign: OfCampaign | undefined;
  onOpen(place: CellPlace): void;
}

function AccountRows({ account: { id, name, held }, capacity, campaign, onOpen }: AccountRowsProps) {
  const limits = limitsOf(capacity);
  if (limits.length === 0) {
    return (
      <tbody>
        <tr>
          <th scope="row">
            <Link to="/accounts/$id" params={{ id }}>
              {name}
            </Link>
          </th>
          <td className={classes.own} colSpan={capacity.days.length + (campaign === undefined ? 0 : 1)}>
            Nothing is booked, and nothing limits it.
          </td>
        </tr>
      </tbody>
    );
  }
  return (
    <tbody>
      {limits.map((limit, row) => (
        <tr key={limit}>
          <th scope="row">
            {row === 0 ? (
              <Link to="/accounts/$id" params={{ id }}>
                {name}
              </Link>
            ) : (
              <span hidden>{name}</span>
            )}
            <small>{limit}s</small>
            {row === 0 && held[0] !== undefined && <small className={classes.held}>waits: {held[0].reason}</small>}
          </th>
          {row === 0 && campaign !== undefined && (
            <td rowSpan={limits.length} className={classes.own}>
              {campaign.needs(capacity)}
            </td>
          )}
          {capacity.days.map(({ date, open, classes: of }) => {
            const cell = of[limit];
            return (
              <DayCell
                key={date}
                {...{ name, date, cell, limit }}
                isOpen={open}
                split={cell === undefined ? null : splitOf(cell, capacity.first_contacts, { limit, date })}
                own={campaign?.sends
                  .filter((one) => one.account_id === id && one.limit_class === limit && one.date === date)
                  .reduce((sum, { booked, used }) => sum + booked + used, 0)}
                onOpen={() => onOpen({ account: id, limit, date })}
              />
            );
          })}
        </tr>
      ))}
    </tbody>
  );
}
