import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ask, askPages } from '../data/ask.ts';
import { useMay } from '../data/who.ts';
import { AccountChoice } from '../parts/account-choice.tsx';
import { Choice } from '../parts/choice.tsx';
import type { Column } from '../parts/data-table.tsx';
import { ListTable } from '../parts/list-table.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { SearchBox } from '../parts/search-box.tsx';
import { Tag } from '../parts/tag.tsx';
import { Time } from '../parts/time.tsx';
import type { CampaignAddress } from './campaign-address.ts';
import { type Campaign, STATUSES, toneOf, whyItWaits } from './campaign-words.ts';

const route = getRouteApi('/campaigns');
const SORTS = ['-created_at', 'created_at', 'name', '-name'] as const;

const COLUMNS: readonly Column<Campaign>[] = [
  {
    title: 'Campaign',
    width: 'minmax(0, 3fr)',
    sorts: ['name', '-name'],
    cell: ({ id, name }) => (
      <Link to="/campaigns/$id" params={{ id }} title={name}>
        {name}
      </Link>
    ),
  },
  {
    title: 'Status',
    width: 'minmax(84px, 2fr)',
    cell: (campaign) => (
      <span title={whyItWaits(campaign) ?? campaign.status}>
        <Tag tone={toneOf(campaign)}>{campaign.status}</Tag> {whyItWaits(campaign)}
      </span>
    ),
  },
  { title: 'Sequence', width: 'minmax(0, 1.5fr)', isWide: true, cell: ({ sequence }) => sequence },
  { title: 'People', width: '72px', isNumeric: true, isWide: true, cell: (one) => people(one, one.counts.enrolled) },
  {
    title: 'Under way',
    width: '80px',
    isNumeric: true,
    isWide: true,
    cell: (one) => people(one, one.counts.active, { status: 'active' }),
  },
  {
    title: 'Finished',
    width: '72px',
    isNumeric: true,
    isWide: true,
    cell: (one) => people(one, one.counts.finished, { status: 'finished' }),
  },
  {
    title: 'Replied',
    width: '64px',
    isNumeric: true,
    cell: (one) => <Replied campaign={one} />,
  },
  {
    title: 'Started',
    width: '132px',
    isWide: true,
    sorts: ['-created_at', 'created_at'],
    cell: ({ created_at }) => <Time at={created_at} />,
  },
];

/** A number, which opens the people whom it counts. */
function people({ id }: Campaign, count: number, search: CampaignAddress = {}) {
  if (count === 0) return '0';
  return (
    <Link to="/campaigns/$id" params={{ id }} search={{ view: 'people', ...search }} title="Who they are">
      {count.toLocaleString('en')}
    </Link>
  );
}

/** Whoever has replied, contacted or not. */
function Replied({ campaign: { id, counts } }: { readonly campaign: Campaign }) {
  const { replied } = counts.actions;
  if (replied === 0) return '0';
  return (
    <Link to="/people" search={{ campaign_id: id, replied: 'true' }} title="Who they are">
      {replied.toLocaleString('en')}
    </Link>
  );
}

/** All campaigns, or those that fit the filters of the address. */
export function CampaignsPage() {
  const may = useMay();
  const { sort, status, ...given } = route.useSearch();
  const navigate = route.useNavigate();
  const order = SORTS.find((one) => one === sort) ?? SORTS[0];
  const known = STATUSES.find((one) => one === status);
  const filter = { ...given, ...(known === undefined ? {} : { status: known }) };
  const hasFilter = Object.keys(filter).length > 0;
  const say = (name: 'status' | 'sequence' | 'account_id' | 'q' | 'sort') => (value: string) =>
    void navigate({
      search: ({ [name]: _, ...others }) => (value === '' ? others : { ...others, [name]: value }),
      replace: true,
    });
  const begin = (
    <>
      {may('getCampaignResults') && (
        <Button component={Link} to="/compare-campaigns" variant="default">
          Compare two …
        </Button>
      )}
      {may('createCampaign') && (
        <Button component={Link} to="/new-campaign">
          New campaign …
        </Button>
      )}
    </>
  );
  return (
    <PageFrame
      title="Campaigns"
      isFixed
      actions={begin}
      bar={
        <>
          <SearchBox label="Part of the name" placeholder="Name …" begun={given.q} onWords={say('q')} />
          <Choice
            label="Status"
            none="any status"
            value={filter.status ?? ''}
            options={STATUSES.map((one) => [one, one])}
            onChoose={say('status')}
          />
          <SequenceChoice value={given.sequence ?? ''} onChoose={say('sequence')} />
          <AccountChoice value={given.account_id ?? ''} onChoose={say('account_id')} />
          {hasFilter && <Link to="/campaigns">Show all</Link>}
        </>
      }
    >
      <ListTable
        label="Campaigns"
        pages={askPages('listCampaigns', { query: { ...filter, sort: order } })}
        columns={COLUMNS}
        sort={order}
        onSort={say('sort')}
        empty={hasFilter ? 'No campaign fits.' : 'No campaign was started yet.'}
      >
        {hasFilter ? (
          <Link to="/campaigns">Show all</Link>
        ) : may('createCampaign') ? (
          <>
            <Link to="/new-campaign">Start one</Link>: from a job's candidates, a search, a file, or people whom you
            pick. Nobody is contacted before you have seen what will happen.
          </>
        ) : (
          'An editor starts one.'
        )}
      </ListTable>
    </PageFrame>
  );
}

interface ChoosesProps {
  readonly value: string;
  onChoose(value: string): void;
}

function SequenceChoice(props: ChoosesProps) {
  const { data } = useQuery(ask('listSequences', { query: { limit: 1000 } }));
  const options = (data?.items ?? []).map(({ name }) => [name, name] as const);
  return <Choice label="Sequence" none="any sequence" options={options} {...props} />;
}
