import { useQueries, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { dayInWords } from '../campaigns/forecast/days.ts';
import { ask } from '../data/ask.ts';
import { useNow } from '../data/virtual-clock.ts';
import { Answered } from '../parts/answered.tsx';
import { endsWithin, WEEK } from './ends-within.ts';
import classes from './home.module.css';
import { Section } from './section.tsx';

/** Each account is read by itself. */
const MOST = 50;

/** The campaigns whose last send is forecast for the next seven days, by the calendars of all accounts that they share. */
export function EndsThisWeek() {
  const now = useNow();
  const accounts = useQuery(ask('listAccounts', { query: { limit: MOST, count: true } }));
  const asked = useQueries({
    queries: (accounts.data?.items ?? []).map(({ id }) => ask('getCapacity', { params: { id }, query: { days: 1 } })),
  });
  const isKnown = now !== null && asked.every(({ data }) => data !== undefined);
  const ends = isKnown
    ? endsWithin(
        asked.flatMap(({ data }) => data?.campaigns ?? []),
        now + WEEK,
      )
    : null;
  const more = (accounts.data?.count?.value ?? 0) - MOST;
  return (
    <Section title="Ends this week" count={ends?.length}>
      <Answered query={accounts} rows={1}>
        {() =>
          ends === null ? null : ends.length === 0 ? (
            <p className={classes.quiet}>No campaign has its last send in the next seven days.</p>
          ) : (
            <ul className={classes.list}>
              {ends.map(({ campaign_id, name, day, left }) => (
                <li key={campaign_id}>
                  <Link
                    className={classes.line}
                    to="/campaigns/$id"
                    params={{ id: campaign_id }}
                    search={{ view: 'forecast' }}
                  >
                    {name}
                  </Link>
                  <span className={classes.when}>last send {dayInWords(day)}</span>
                  <span className={classes.words}>
                    {left === 0 ? 'all of them are booked' : `${left.toLocaleString('en')} people without a slot yet`}
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
      {more > 0 && (
        <p className={classes.quiet}>
          Of the first {MOST} accounts; {more.toLocaleString('en')} more are not looked at.
        </p>
      )}
    </Section>
  );
}
