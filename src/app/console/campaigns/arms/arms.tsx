import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ResultOf } from '../../../api-client/asked.ts';
import { ask } from '../../data/ask.ts';
import { Answered } from '../../parts/answered.tsx';
import { Choice } from '../../parts/choice.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import parts from '../../parts/parts.module.css';
import { TableHead } from '../../parts/table-head.tsx';
import { people, percent } from '../../parts/words.ts';
import bars from '../bars.module.css';
import classes from '../campaign.module.css';
import { type CampaignAddress, METRICS, metricOf } from '../campaign-address.ts';
import type { Campaign } from '../campaign-words.ts';
import { PeopleLink } from '../overview/people-link.tsx';
import tables from '../tables.module.css';
import { IntervalBar } from './interval-bar.tsx';

type Split = ResultOf<'getExperiments'>['splits'][number];

const route = getRouteApi('/campaigns/$id');
const WORDS = new Map<string, string>(METRICS);

/** Shows what each arm of a split has brought to this campaign, and whether that says anything: it may be looked at at any time. */
export function Arms({ campaign: { id, sequence } }: { readonly campaign: Campaign }) {
  const navigate = route.useNavigate();
  const first = metricOf(route.useSearch().first);
  const query = { campaign_id: id, ...(first === undefined ? {} : { first }) };
  const experiments = useQuery(ask('getExperiments', { params: { name: sequence }, query }));
  const choose = (chosen: string) =>
    void navigate({
      search: ({ first: _, ...before }) => ({ ...before, ...(chosen === '' ? {} : { first: chosen }) }),
      replace: true,
    });
  return (
    <Answered query={experiments}>
      {({ splits, window_days }) =>
        splits.length === 0 ? (
          <EmptyState says="The sequence does not split its people.">
            A <code>split</code> sends them through arms, and this page says which brings more.
          </EmptyState>
        ) : (
          <>
            {splits.map((split) => (
              <SplitOf key={split.node} split={split} />
            ))}
            <p className={classes.why}>
              A person is judged {window_days} days after the first contact. The intervals hold for all looks together:
              look whenever you like, and stop whenever you like.
            </p>
            <p className={classes.why}>
              Compared first by{' '}
              <Choice
                label="What the arms are compared by first"
                value={first ?? ''}
                none="what the split is optimized for, or positive replies"
                options={METRICS}
                onChoose={choose}
              />{' '}
              which finds the most: choose it once, before there is anything to see.
            </p>
          </>
        )
      }
    </Answered>
  );
}

function SplitOf({ split }: { readonly split: Split }) {
  const { node, title, arms, sample_ratio, optimized, others } = split;
  const hasPositive = arms.some(({ positive }) => positive !== null);
  const share = new Map(optimized?.arms.map((arm) => [arm.name, arm.share]));
  const heads = [
    ...['Arm', ...(optimized === null ? [] : ['Share now']), 'Entered', 'Contacted', 'Accepted', 'Replied'],
    ...[...(hasPositive ? ['Positive'] : []), 'Unsubscribed', 'Bounced', 'To the reply'],
  ];
  return (
    <section className={classes.section} aria-label={title}>
      <h2>{title}</h2>
      {sample_ratio.is_off && (
        <p className={classes.warning}>
          More or fewer people came to an arm than its weight explains: something sends people past one, so nothing here
          can be compared.
        </p>
      )}
      <div className={classes.scrolls}>
        <table className={tables.funnel}>
          <TableHead titles={heads} />
          <tbody>
            {arms.map((arm) => (
              <tr key={arm.name}>
                <th scope="row">{arm.name}</th>
                {optimized !== null && <td>{percent(share.get(arm.name) ?? 0)}</td>}
                <Count count={arm.entered} search={{ split: node, arm: arm.name }} />
                {(['contacted', 'accepted', 'replied'] as const).map((flag) => (
                  <Count key={flag} count={arm[flag]} search={{ split: node, arm: arm.name, [flag]: 'true' }} />
                ))}
                {hasPositive && (
                  <Count count={arm.positive ?? 0} search={{ split: node, arm: arm.name, positive: 'true' }} />
                )}
                {(['unsubscribed', 'bounced'] as const).map((outcome) => (
                  <Count key={outcome} count={arm[outcome]} search={{ split: node, arm: arm.name, outcome }} />
                ))}
                <td>{arm.median_hours_to_reply === null ? '' : `${arm.median_hours_to_reply.toFixed(0)} h`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {others > 0 && (
        <p>
          {people(others)} took an arm when it had other weights or steps, and {others === 1 ? 'is' : 'are'} not
          counted.
        </p>
      )}
      {optimized !== null && <p>{optimized.sentence}</p>}
      {!sample_ratio.is_off &&
        split.guards.map(
          ({ arm, metric, worse, sentence }) =>
            worse !== null && (
              <p key={`${arm} ${metric}`} className={classes.warning}>
                {sentence}.
              </p>
            ),
        )}
      {!sample_ratio.is_off && (
        <div className={classes.scrolls}>
          <Comparisons of={split.comparisons} />
        </div>
      )}
    </section>
  );
}

interface CountProps {
  readonly count: number;
  readonly search: CampaignAddress;
}

const Count = (counted: CountProps) => (
  <td>
    <PeopleLink {...counted} />
  </td>
);

function Comparisons({ of }: { readonly of: Split['comparisons'] }) {
  return (
    <table className={tables.intervals}>
      <caption>Differences of the rates, in points; the bars of a split all hold the true one with 95 %</caption>
      <thead>
        <tr>
          <th scope="col">Arm against arm</th>
          <th scope="col">By</th>
          <th scope="col">Rates</th>
          <th scope="col">From</th>
          <th scope="col">To</th>
          <th scope="col">
            <span className={bars.scale} aria-hidden>
              <span>−100</span>
              <span>0</span>
              <span>+100</span>
            </span>
            <span className={parts.said}>As a bar</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {of.map(({ arm, against, metric, rates, judged, lower, upper, better, sentence }) => (
          <tr key={`${arm} ${metric}`}>
            <th scope="row">
              {arm} against {against}
              <small>{sentence}</small>
            </th>
            <td>{WORDS.get(metric)}</td>
            <td title={`${judged.arm} and ${judged.against} people judged`}>
              {percent(rates.arm)} / {percent(rates.against)}
            </td>
            <td>{points(lower)}</td>
            <td>{points(upper)}</td>
            <td>
              <IntervalBar lower={lower} upper={upper} isSure={better !== null} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const points = (difference: number): string => `${difference < 0 ? '−' : '+'}${Math.abs(100 * difference).toFixed(0)}`;
