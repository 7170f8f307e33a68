import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ItemOf } from '../../api-client/asked.ts';
import { askPages } from '../data/ask.ts';
import type { Column } from '../parts/data-table.tsx';
import { ListTable } from '../parts/list-table.tsx';
import { Time } from '../parts/time.tsx';
import classes from './accounts.module.css';
import { Section } from './section.tsx';

type SentMail = ItemOf<'listSentMails'>;

const COLUMNS: readonly Column<SentMail>[] = [
  { title: 'At', width: '118px', cell: ({ at }) => <Time at={at} /> },
  {
    title: 'Person',
    width: 'minmax(0, 2fr)',
    cell: ({ enrollment_id, name, to }) => (
      <Link to="/enrollments/$id" params={{ id: enrollment_id }} title={to ?? ''}>
        {name ?? to ?? 'somebody'}
      </Link>
    ),
  },
  { title: 'Subject', width: 'minmax(0, 3fr)', cell: ({ subject }) => subject ?? '(in the same thread)' },
  { title: 'Ended', width: 'minmax(0, 1fr)', isWide: true, cell: ({ outcome }) => outcome?.replaceAll('_', ' ') },
];

/** The mails that went out from a mailbox, newest first; each leads to its person, whose page opens them. */
export function SentMails({ id }: { readonly id: string }) {
  const pages = askPages('listSentMails', { params: { id } });
  const { data } = useInfiniteQuery(pages);
  const isEmpty = data?.pages[0]?.items.length === 0;
  return (
    <Section title="Sent emails">
      {isEmpty ? (
        <p className={classes.quiet}>None yet.</p>
      ) : (
        <div className={classes.list}>
          <ListTable
            label="Sent emails"
            pages={pages}
            columns={COLUMNS}
            idOf={({ enrollment_id, node, at }) => `${enrollment_id} ${node} ${at}`}
            empty="None yet."
          />
        </div>
      )}
    </Section>
  );
}
