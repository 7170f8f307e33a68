import type { ResultOf } from '../../../api-client/asked.ts';
import { TableHead } from '../../parts/table-head.tsx';
import bars from '../bars.module.css';
import classes from '../campaign.module.css';
import tables from '../tables.module.css';
import { PeopleLink } from './people-link.tsx';

/** Step by step, as one reads the sequence: for how many it was begun, and what came of it. */
export function Funnel({ results: { funnel, enrolled } }: { readonly results: ResultOf<'getCampaignResults'> }) {
  if (funnel.length === 0) return <p className={classes.why}>Nobody has begun the sequence yet.</p>;
  const has = (name: 'in_doubt' | 'refused' | 'not_done') => funnel.some((step) => step[name] > 0);
  const more = (
    [
      ['in_doubt', 'In doubt'],
      ['refused', 'Refused'],
      ['not_done', 'Not done'],
    ] as const
  ).filter(([name]) => has(name));
  return (
    <div className={classes.scrolls}>
      <table className={tables.funnel}>
        <TableHead
          titles={['Step', 'Reached', 'Done', ...more.map(([, title]) => title), 'Standing', 'Accepted', 'Answered']}
        />
        <tbody>
          {funnel.map(({ step, kind, title, reached, standing, accepted, answered, ...of }) => (
            <tr key={step}>
              <th scope="row" title={step}>
                {title}
                <span className={bars.bar}>
                  <span style={{ width: share(reached, enrolled) }} />
                </span>
              </th>
              <td>
                <PeopleLink count={reached} search={{ step }} />
              </td>
              <td>
                <PeopleLink count={of.done} search={{ step, result: 'done' }} />
              </td>
              {more.map(([result]) => (
                <td key={result}>
                  <PeopleLink count={of[result]} search={{ step, result }} />
                </td>
              ))}
              <td>
                <PeopleLink count={standing} search={{ standing: step }} />
              </td>
              <td>
                {kind === 'invite' ? (
                  <PeopleLink count={accepted} search={{ step, result: 'done', accepted: 'true' }} />
                ) : (
                  ''
                )}
              </td>
              <td>
                <PeopleLink count={answered} search={{ answered: step }} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const share = (part: number, whole: number): string => `${whole === 0 ? 0 : (100 * part) / whole}%`;
