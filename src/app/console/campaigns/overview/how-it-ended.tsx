import { useQuery } from '@tanstack/react-query';
import { outcomeWords } from '../../../../shared/kit/outcome-words.ts';
import type { ResultOf } from '../../../api-client/asked.ts';
import { ask } from '../../data/ask.ts';
import { useMay } from '../../data/who.ts';
import classes from '../campaign.module.css';
import tables from '../tables.module.css';
import { PeopleLink } from './people-link.tsx';

type Results = ResultOf<'getCampaignResults'>;

/** Shows what the answers say, by their labels, the most frequent first; nothing where none has one. */
export function Labels({ labels }: Pick<Results, 'labels'>) {
  const may = useMay();
  const known = useQuery({ ...ask('listLabels'), enabled: may('listLabels') });
  const titles = new Map(known.data?.items.map(({ name, title }) => [name, title]));
  const rows = Object.entries(labels).sort(([, one], [, other]) => other - one);
  if (rows.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby="labels">
      <h2 id="labels">What they answered</h2>
      <table className={tables.figuresTable}>
        <tbody>
          {rows.map(([label, count]) => (
            <tr key={label}>
              <th scope="row">{titles.get(label) ?? label.replaceAll('_', ' ')}</th>
              <td>
                <PeopleLink count={count} search={{ label }} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export function Outcomes({ outcomes }: Pick<Results, 'outcomes'>) {
  const rows = Object.entries(outcomes);
  return (
    <section className={classes.section} aria-labelledby="outcomes">
      <h2 id="outcomes">How it ended</h2>
      <table className={tables.figuresTable}>
        <tbody>
          {rows.map(([outcome, count]) => (
            <tr key={outcome}>
              <th scope="row">{outcomeWords(outcome)}</th>
              <td>
                <PeopleLink count={count} search={{ outcome }} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className={classes.why}>Nobody has come to an end yet.</p>}
    </section>
  );
}
