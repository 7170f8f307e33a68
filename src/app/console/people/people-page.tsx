import { getRouteApi, Link } from '@tanstack/react-router';
import type { ItemOf } from '../../api-client/asked.ts';
import { askPages } from '../data/ask.ts';
import type { Column } from '../parts/data-table.tsx';
import { nameOfLead } from '../parts/lead-name.ts';
import { ListTable } from '../parts/list-table.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { SearchBox } from '../parts/search-box.tsx';

type Person = ItemOf<'listLeads'>;

const route = getRouteApi('/people');
const STATUSES = ['queued', 'active', 'paused', 'needs_person', 'finished'] as const;

const COLUMNS: readonly Column<Person>[] = [
  {
    title: 'Name',
    width: 'minmax(0, 2fr)',
    cell: (lead) => (
      <Link to="/people/$id" params={{ id: lead.id }} title={nameOfLead(lead)}>
        {nameOfLead(lead)}
      </Link>
    ),
  },
  { title: 'Company', width: 'minmax(0, 2fr)', cell: ({ company }) => company },
  { title: 'Headline', width: 'minmax(0, 3fr)', isWide: true, cell: ({ headline }) => headline },
  { title: 'Email', width: 'minmax(0, 2fr)', isWide: true, cell: ({ email }) => email },
  { title: 'Tags', width: 'minmax(0, 1fr)', isWide: true, cell: ({ tags }) => tags.join(', ') },
];

/** Everybody, or those who fit the words and filters of the address. */
export function PeoplePage() {
  const { status, q, replied, ...others } = route.useSearch();
  const navigate = route.useNavigate();
  const search = (words: string) =>
    void navigate({
      search: ({ q: _, ...before }) => (words === '' ? before : { ...before, q: words }),
      replace: true,
    });
  const of = STATUSES.find((one) => one === status);
  const query = {
    ...others,
    ...(q === undefined ? {} : { q }),
    ...(of === undefined ? {} : { status: of }),
    ...(replied === undefined ? {} : { replied: replied === 'true' }),
  };
  const hasFilter = Object.keys(query).length > 0;
  return (
    <PageFrame
      title="People"
      isFixed
      actions={<SearchBox label="Search people" placeholder="Name, company, address …" begun={q} onWords={search} />}
    >
      <ListTable
        label="People"
        pages={askPages('listLeads', { query })}
        columns={COLUMNS}
        empty={hasFilter ? 'Nobody fits.' : 'Nobody is known yet.'}
      >
        {hasFilter ? (
          <Link to="/people">Show everybody</Link>
        ) : (
          'People come with a campaign, or one by one when they are enrolled.'
        )}
      </ListTable>
    </PageFrame>
  );
}
