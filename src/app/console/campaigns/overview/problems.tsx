import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ResultOf } from '../../../api-client/asked.ts';
import { ask } from '../../data/ask.ts';
import { useMay } from '../../data/who.ts';
import { Time } from '../../parts/time.tsx';
import { WithTimes } from '../../parts/with-times.tsx';
import { code, countOf, people } from '../../parts/words.ts';
import classes from '../campaign.module.css';
import { type Campaign, whyItWaits } from '../campaign-words.ts';
import { useCampaignAccounts } from '../use-campaign-accounts.ts';
import { PeopleLink } from './people-link.tsx';

interface ProblemsProps {
  readonly campaign: Campaign;
  readonly results: ResultOf<'getCampaignResults'> | null;
}

/** Shows what keeps a campaign from going on as it should, each with the way to where it is mended. */
export function Problems({ campaign, results }: ProblemsProps) {
  const { id, counts, sequence, follow } = campaign;
  const may = useMay();
  const holds = useQuery({ ...ask('listHolds', { query: { limit: 1000 } }), enabled: may('listHolds') });
  const accounts = useCampaignAccounts(campaign);
  const waits = whyItWaits(campaign);
  const doubts = results?.funnel.reduce((sum, { in_doubt }) => sum + in_doubt, 0) ?? 0;
  const above = (holds.data?.items ?? []).filter(
    ({ scope, target }) => scope === 'all' || (scope === 'sequence' && target === sequence),
  );
  const refused = Object.entries(counts.refused).filter(([, count]) => count > 0);
  const problems: readonly (readonly [key: string, says: ReactNode])[] = [
    ...(waits === null ? [] : [['paused', waits] as const]),
    ...above.map(
      ({ scope, note, state }) =>
        [
          `hold ${scope}`,
          `${scope === 'all' ? 'Everything' : 'Its sequence'} is ${state}${note === null ? '' : `: ${note}`}`,
        ] as const,
    ),
    ...accounts.flatMap(({ id: account, name, held: [first] }) =>
      first === undefined
        ? []
        : [
            [
              account,
              <>
                <Link to="/accounts/$id" params={{ id: account }}>
                  {name}
                </Link>{' '}
                waits: <WithTimes text={first.reason} />
                {first.since !== null && (
                  <>
                    , since <Time at={first.since} />
                  </>
                )}
                {first.until !== null && (
                  <>
                    , until <Time at={first.until} distance />
                  </>
                )}
              </>,
            ] as const,
          ],
    ),
    ...(counts.needs_person > 0
      ? [
          [
            'tasks',
            <>
              <PeopleLink count={counts.needs_person} search={{ status: 'needs_person' }} /> wait for{' '}
              <Link to="/tasks">a decision</Link>
            </>,
          ] as const,
        ]
      : []),
    ...(doubts > 0
      ? [
          [
            'doubts',
            `Nobody knows of ${countOf(doubts, 'send')} whether ${doubts === 1 ? 'it' : 'they'} went out`,
          ] as const,
        ]
      : []),
    ...(follow?.waiting_for == null ? [] : [['follow', `The next look waits: ${follow.waiting_for.text}`] as const]),
    ...refused.map(
      ([name, count]) =>
        [
          name,
          <>
            {people(count)} did not enter: {code(name)}.{' '}
            <Link to="/campaigns/$id" params={{ id }} search={{ view: 'source', code: name }}>
              Who
            </Link>
          </>,
        ] as const,
    ),
  ];
  if (problems.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="problems">
      <h2 id="problems">Problems</h2>
      <ul className={classes.problems}>
        {problems.map(([key, says]) => (
          <li key={key}>{says}</li>
        ))}
      </ul>
    </section>
  );
}
