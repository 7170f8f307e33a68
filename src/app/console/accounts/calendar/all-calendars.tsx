import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { askPages } from '../../data/ask.ts';
import { Answered } from '../../parts/answered.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import classes from './calendar.module.css';
import { CalendarTable } from './calendar-table.tsx';
import { cellPlaceOf, withoutCell } from './cell-place.ts';
import { SendsDialog } from './sends-dialog.tsx';

const route = getRouteApi('/accounts');
/** Each is read by itself. */
const AT_ONCE = 20;

/** The next days of all accounts. */
export function AllCalendars() {
  const list = useInfiniteQuery(askPages('listAccounts'));
  const [shown, setShown] = useState(AT_ONCE);
  const place = cellPlaceOf(route.useSearch());
  const navigate = route.useNavigate();
  const accounts = list.data?.pages.flatMap(({ items }) => items) ?? [];
  const hasMore = accounts.length > shown || list.hasNextPage;
  const more = () => {
    setShown(shown + AT_ONCE);
    if (accounts.length <= shown + AT_ONCE && list.hasNextPage) void list.fetchNextPage();
  };
  return (
    <Answered query={list} rows={8}>
      {() =>
        accounts.length === 0 ? (
          <EmptyState says="No account is connected yet.">
            Connect one by a link that its owner opens; it comes here by itself.
          </EmptyState>
        ) : (
          <>
            <CalendarTable
              caption="Sent and booked of what there is room for, of all campaigns together"
              accounts={accounts.slice(0, shown)}
              onOpen={(cell) => void navigate({ search: (before) => ({ ...before, ...cell }) })}
            />
            {hasMore && (
              <Button variant="default" onClick={more}>
                More accounts
              </Button>
            )}
            <CalendarLegend />
            {place !== null && <SendsDialog place={place} onClose={() => void navigate({ search: withoutCell })} />}
          </>
        )
      }
    </Answered>
  );
}

export function CalendarLegend() {
  return (
    <p className={classes.about}>
      A cell says <em>sent and booked / room</em>, and how many of them reach their person first or later; it opens
      them, and names the limit. The dark part of the bar is sent, the light one booked. Grey days have no hours. Days
      are those of each account.
    </p>
  );
}
