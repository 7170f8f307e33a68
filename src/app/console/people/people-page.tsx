import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ItemOf } from '../../api-client/asked.ts';
import { askPages } from '../data/ask.ts';
import { client } from '../data/client.ts';
import { useMay } from '../data/who.ts';
import { BulkControl, type ControlFilter, MOST_PICKED } from '../parts/bulk/bulk-control.tsx';
import { usePickKey, usePicks, withPicks } from '../parts/bulk/picks.tsx';
import type { Column } from '../parts/data-table.tsx';
import { nameOfLead } from '../parts/lead-name.ts';
import { ListTable } from '../parts/list-table.tsx';
import lists from '../parts/lists.module.css';
import { PageFrame } from '../parts/page-frame.tsx';
import { SearchBox } from '../parts/search-box.tsx';
import { controlFilterOf, type PeopleQuery, type PeopleWord, queryOf } from './people-filter.ts';
import { PeopleFilters } from './people-filters.tsx';
import { SuppressPeople } from './suppress-people.tsx';

type Person = ItemOf<'listLeads'>;

const route = getRouteApi('/people');

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
const PICKS = { idOf: ({ id }: Person) => id, nameOf: (person: Person) => nameOfLead(person) };

/** Everybody, or those who fit the words and filters of the address; what is done to many is asked here. */
export function PeoplePage() {
  const address = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay();
  const query = useMemo(() => queryOf(address), [address]);
  const say = (word: PeopleWord, value: string) =>
    void navigate({
      search: ({ [word]: _, ...before }) => (value === '' ? before : { ...before, [word]: value }),
      replace: true,
    });
  const hasFilter = Object.keys(query).length > 0;
  const { picked, setPicked, turn } = usePicks(JSON.stringify(query));
  const isPickable = may('controlEnrollments');
  usePickKey(isPickable ? turn : null);
  return (
    <PageFrame
      title="People"
      isFixed
      actions={
        <SearchBox
          label="Search people"
          placeholder="Name, company, address …"
          begun={address.q}
          onWords={(words) => say('q', words)}
        />
      }
      bar={<PeopleFilters address={address} onSay={say} />}
    >
      <div className={lists.peopleView}>
        {isPickable && <Bulk query={query} picked={picked} onPick={setPicked} />}
        <div className={lists.peopleTable}>
          <ListTable
            label="People"
            pages={askPages('listLeads', { query })}
            columns={withPicks(COLUMNS, isPickable ? { picked, turn, ...PICKS } : null)}
            empty={hasFilter ? 'Nobody fits.' : 'Nobody is known yet.'}
          >
            {hasFilter ? (
              <Link to="/people">Show everybody</Link>
            ) : (
              'People come with a campaign, or one by one when they are enrolled.'
            )}
          </ListTable>
        </div>
      </div>
    </PageFrame>
  );
}

interface BulkProps {
  readonly query: PeopleQuery;
  readonly picked: ReadonlySet<string>;
  onPick(picked: ReadonlySet<string>): void;
}

/** To those who are picked, or to all who are shown; of their sequences only to those that fit what is said of sequences. */
function Bulk({ query, picked, onPick }: BulkProps) {
  const { q: _, ...filter } = query;
  const those = async () => (picked.size > 0 ? [...picked].slice(0, MOST_PICKED) : idsOf(query));
  const filterOf = async (): Promise<ControlFilter> => {
    const whole = picked.size > 0 ? null : controlFilterOf(query);
    if (whole !== null) return whole;
    const lead_ids = await those();
    // Nobody is shown: nobody is meant.
    return { ...filter, lead_ids: lead_ids.length === 0 ? ['nobody'] : lead_ids };
  };
  return (
    <BulkControl {...{ picked, filterOf, onPick }} idsOf={() => idsOf(query)} isByIds={query.q !== undefined}>
      <SuppressPeople idsOf={those} onDone={() => onPick(new Set())} />
    </BulkControl>
  );
}

async function idsOf(query: PeopleQuery): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of client.each('listLeads', { query: { ...query, limit: 1000, fields: ['id'] } })) {
    ids.push(id);
    if (ids.length === MOST_PICKED) break;
  }
  return ids;
}
