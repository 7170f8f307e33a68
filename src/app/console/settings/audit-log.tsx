import { getRouteApi, Link } from '@tanstack/react-router';
import type { ItemOf } from '../../api-client/asked.ts';
import { askPages } from '../data/ask.ts';
import type { Column } from '../parts/data-table.tsx';
import { ListTable } from '../parts/list-table.tsx';
import { SearchBox } from '../parts/search-box.tsx';
import { WallTime } from '../parts/time.tsx';
import { changesInWords } from './audit-words.ts';
import classes from './settings.module.css';

type Line = ItemOf<'listAuditLog'>;

const route = getRouteApi('/settings');

const COLUMNS: readonly Column<Line>[] = [
  { title: 'At', width: '132px', cell: ({ at }) => <WallTime at={at} /> },
  { title: 'Who did what', width: 'minmax(0, 5fr)', cell: ({ sentence }) => <span title={sentence}>{sentence}</span> },
  {
    title: 'About',
    width: 'minmax(0, 1.5fr)',
    isWide: true,
    cell: ({ lead }) =>
      lead !== null && (
        <Link to="/people/$id" params={{ id: lead.id }} title={lead.name ?? lead.id}>
          {lead.name ?? lead.id}
        </Link>
      ),
  },
  { title: 'What is different', width: 'minmax(0, 3fr)', isWide: true, cell: (line) => <Difference line={line} /> },
  { title: 'By', width: '60px', isWide: true, cell: ({ via }) => via },
  { title: 'From', width: '116px', isWide: true, cell: ({ address }) => <span title={address}>{address}</span> },
];

function Difference({ line: { before, after, erased_at } }: { readonly line: Line }) {
  if (erased_at !== null) return 'erased with the person';
  const text = changesInWords(before, after);
  return <span title={text}>{text}</span>;
}

/** Shows who changed what, when and from where. */
export function AuditLog() {
  const { q, lead_id } = route.useSearch();
  const navigate = route.useNavigate();
  const query = { ...(q === undefined ? {} : { q }), ...(lead_id === undefined ? {} : { lead_id }) };
  const search = (words: string) =>
    void navigate({
      search: ({ q: _, ...others }) => (words === '' ? others : { ...others, q: words }),
      replace: true,
    });
  return (
    <>
      <div className={classes.form}>
        <SearchBox label="Search the audit log" placeholder="Words of a sentence …" begun={q} onWords={search} />
        {lead_id !== undefined && (
          <Link to="/settings" search={{ part: 'audit-log' }}>
            Of everybody
          </Link>
        )}
        <a href={`/api/audit-log?${new URLSearchParams({ ...query, format: 'csv' })}`} download>
          As CSV
        </a>
      </div>
      <ListTable label="Audit log" pages={askPages('listAuditLog', { query })} columns={COLUMNS} empty="Nothing fits.">
        Every change has a line here, in the transaction of the change.
      </ListTable>
    </>
  );
}
