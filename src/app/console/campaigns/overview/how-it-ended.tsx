import { useQuery } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
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
  const rows = Object.entries(labels)
    .sort(([, one], [, other]) => other - one)
    .map(([label, count]) => ({ words: titles.get(label) ?? label.replaceAll('_', ' '), count, search: { label } }));
  return rows.length === 0 ? null : <CountTable id="labels" title="What they answered" rows={rows} />;
}

export function Outcomes({ outcomes }: Pick<Results, 'outcomes'>) {
  const rows = Object.entries(outcomes).map(([outcome, count]) => ({
    words: outcomeWords(outcome),
    count,
    search: { outcome },
  }));
  return (
    <CountTable id="outcomes" title="How it ended" rows={rows}>
      {rows.length === 0 && <p className={classes.why}>Nobody has come to an end yet.</p>}
    </CountTable>
  );
}

interface CountTableProps {
  readonly id: string;
  readonly title: string;
  readonly rows: readonly (ComponentProps<typeof PeopleLink> & { readonly words: string })[];
  readonly children?: ReactNode;
}

/** A table of counts in words, each with the way to its people. */
function CountTable({ id, title, rows, children }: CountTableProps) {
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <table className={tables.figuresTable}>
        <tbody>
          {rows.map(({ words, count, search }) => (
            <tr key={JSON.stringify(search)}>
              <th scope="row">{words}</th>
              <td>
                <PeopleLink count={count} search={search} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {children}
    </section>
  );
}
