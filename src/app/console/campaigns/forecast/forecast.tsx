import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ResultOf } from '../../../api-client/asked.ts';
import { ask } from '../../data/ask.ts';
import { useNow } from '../../data/virtual-clock.ts';
import { Answered } from '../../parts/answered.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { TableHead } from '../../parts/table-head.tsx';
import { countOf, people, percent } from '../../parts/words.ts';
import bars from '../bars.module.css';
import classes from '../campaign.module.css';
import type { Campaign } from '../campaign-words.ts';
import tables from '../tables.module.css';
import { dayInWords, placeOf } from './days.ts';
import own from './forecast.module.css';

const MORE = 'People whom its source does not show yet may come, and are not in it.';

type Forecasted = NonNullable<ResultOf<'forecastCampaign'>['forecast']>;

/** When it comes to its end, what holds it up, and what would end it sooner. It takes the server a while, so it is asked for and not kept true. */
export function Forecast({ campaign: { id } }: { readonly campaign: Campaign }) {
  const forecast = useQuery({ ...ask('forecastCampaign', { params: { id } }), staleTime: 600_000 });
  return (
    <>
      <Answered query={forecast} rows={4}>
        {({ forecast: found, leads, finished, state, growing, held_by }) =>
          found === null ? (
            <EmptyState
              says={
                state === 'ended'
                  ? `All ${people(leads)} have come to their end.`
                  : 'Nobody is known who is not at the end.'
              }
            >
              {growing ? MORE : 'There is nothing to forecast.'}
            </EmptyState>
          ) : (
            <>
              {held_by.map((why) => (
                <p key={why} className={classes.warning}>
                  {why}. The days below hold if it goes on now.
                </p>
              ))}
              <Found forecast={found} leads={leads} finished={finished} />
              {growing && <p className={classes.why}>{MORE}</p>}
            </>
          )
        }
      </Answered>
      <Button variant="default" loading={forecast.isFetching} onClick={() => void forecast.refetch()}>
        Forecast it again
      </Button>
    </>
  );
}

interface FoundProps {
  readonly forecast: Forecasted;
  readonly leads: number;
  readonly finished: number;
}

function Found({ forecast, leads, finished }: FoundProps) {
  const { end, runs, binding, one_more_account, ten_more_invites, rates } = forecast;
  const now = useNow();
  const last = end.high ?? end.median ?? end.low;
  return (
    <div className={own.forecast}>
      <p className={own.lead}>
        {end.median === null
          ? 'Most likely it takes longer than a year.'
          : `Most likely it ends on ${dayInWords(end.median)}.`}
      </p>
      {now !== null && last !== null && (
        <div className={bars.range} aria-hidden>
          <span
            style={{
              left: `${placeOf(end.low ?? last, now, last)}%`,
              right: `${100 - placeOf(last, now, last)}%`,
            }}
          />
          {end.median !== null && <i style={{ left: `${placeOf(end.median, now, last)}%` }} />}
          <small>today</small>
          <small>{dayInWords(last)}</small>
        </div>
      )}
      <table className={tables.figuresTable}>
        <caption>
          Of {runs} simulated campaigns of {people(leads)}; {finished.toLocaleString('en')} finished so far
        </caption>
        <tbody>
          <tr>
            <th scope="row">one in ten ends before</th>
            <td>{dayInWords(end.low)}</td>
          </tr>
          <tr>
            <th scope="row">half of them until</th>
            <td>{dayInWords(end.median)}</td>
          </tr>
          <tr>
            <th scope="row">nine of ten until</th>
            <td>{dayInWords(end.high)}</td>
          </tr>
        </tbody>
      </table>
      <h2>What holds it up</h2>
      <p>{binding ?? 'No limit does: the waits of the sequence do.'}</p>
      <h2>What would end it sooner</h2>
      <table className={tables.figuresTable}>
        <tbody>
          {one_more_account !== null && (
            <tr>
              <th scope="row">one more {one_more_account.channel} account</th>
              <td>
                {countOf(one_more_account.days_sooner, 'day')} sooner, {dayInWords(one_more_account.end)}
              </td>
            </tr>
          )}
          {ten_more_invites !== null && (
            <tr>
              <th scope="row">ten more invitations a day</th>
              <td>
                {countOf(ten_more_invites.days_sooner, 'day')} sooner, {dayInWords(ten_more_invites.end)}
              </td>
            </tr>
          )}
        </tbody>
      </table>
      {one_more_account === null && ten_more_invites === null && (
        <p className={classes.why}>Neither one more account nor ten more invitations a day would.</p>
      )}
      <h2>What it assumes</h2>
      <table className={tables.figuresTable}>
        <caption>As it was seen in this campaign, drawn towards what is usual while little is known</caption>
        <TableHead titles={['Of those who could', 'Share taken', 'Seen']} />
        <tbody>
          {Object.entries(rates).map(([name, { rate, of, did }]) => (
            <tr key={name}>
              <th scope="row">{name.replaceAll('_', ' ')}</th>
              <td>{percent(rate)}</td>
              <td>
                {did.toLocaleString('en')} of {of.toLocaleString('en')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={classes.why}>Other campaigns on the same accounts are not simulated with it.</p>
    </div>
  );
}
