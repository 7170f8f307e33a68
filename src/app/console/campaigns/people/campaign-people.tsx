import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ItemOf } from '../../../api-client/asked.ts';
import { ask, askPages } from '../../data/ask.ts';
import { useMay } from '../../data/who.ts';
import { usePickKey, usePicks, withPicks } from '../../parts/bulk/picks.tsx';
import controls from '../../parts/controls.module.css';
import type { Column } from '../../parts/data-table.tsx';
import { nameOfLead } from '../../parts/lead-name.ts';
import { ListTable } from '../../parts/list-table.tsx';
import lists from '../../parts/lists.module.css';
import { Time } from '../../parts/time.tsx';
import { statusWord, whyOf } from '../../people/why-of.tsx';
import classes from '../campaign.module.css';
import { inWords, POSITION_STATUSES, type WhoIsAsked, whoIsAsked } from '../campaign-address.ts';
import type { Campaign } from '../campaign-words.ts';
import { useStepTitles } from '../use-step-titles.ts';
import { BulkBar } from './bulk-bar.tsx';
import { resultsFile } from './results-file.ts';

const route = getRouteApi('/campaigns/$id');

type Enrolled = ItemOf<'listEnrollments'>;
type Counted = ItemOf<'listResultPeople'>;

/** Everybody in a campaign with where they stand and why, or those whom a number of its results counts; what is done to many is asked here. */
export function CampaignPeople({ campaign }: { readonly campaign: Campaign }) {
  const { id } = campaign;
  const address = route.useSearch();
  const asked = useMemo(() => whoIsAsked(address), [address]);
  const may = useMay();
  const { picked, setPicked, turn } = usePicks(JSON.stringify(asked));
  const isPickable = may('controlEnrollments');
  usePickKey(isPickable ? turn : null);
  return (
    <div className={lists.peopleView}>
      <Filters campaign={campaign} asked={asked} />
      {isPickable && <BulkBar campaign_id={id} asked={asked} picked={picked} onPick={setPicked} />}
      <div className={lists.peopleTable}>
        {asked.by === 'standing' ? (
          <ListTable
            label="People"
            pages={askPages('listEnrollments', { query: { campaign_id: id, ...asked.query } })}
            columns={withPicks(ENROLLED, isPickable ? { picked, turn, ...OF_ENROLLED } : null)}
            empty="Nobody is there."
          >
            <Link from="/campaigns/$id" search={{ view: 'people' }}>
              Show everybody of the campaign
            </Link>
          </ListTable>
        ) : (
          <ListTable
            label="People"
            pages={askPages('listResultPeople', { params: { id }, query: asked.query })}
            columns={withPicks(COUNTED, isPickable ? { picked, turn, ...OF_COUNTED } : null)}
            idOf={({ enrollment_id }) => enrollment_id}
            empty="Nobody is counted there now."
          >
            <Link from="/campaigns/$id" search={{ view: 'people' }}>
              Show everybody of the campaign
            </Link>
          </ListTable>
        )}
      </div>
    </div>
  );
}

const OF_ENROLLED = { idOf: ({ id }: Enrolled) => id, nameOf: ({ lead }: Enrolled) => nameOfLead(lead) };
const OF_COUNTED = { idOf: ({ enrollment_id }: Counted) => enrollment_id, nameOf: (one: Counted) => nameOfLead(one) };

function Filters({ campaign, asked }: { readonly campaign: Campaign; readonly asked: WhoIsAsked }) {
  const { id: campaign_id } = campaign;
  const may = useMay();
  const { data } = useQuery({ ...ask('getStats', { query: { campaign_id } }), enabled: may('getStats') });
  const status = asked.by === 'standing' ? asked.query.status : undefined;
  const node = asked.by === 'standing' ? asked.query.node : undefined;
  const isFiltered = node !== undefined || asked.by === 'result';
  const titles = useStepTitles(campaign, isFiltered);
  return (
    <div className={lists.filterLine}>
      <nav className={controls.filters} aria-label="By status">
        {[undefined, ...POSITION_STATUSES].map((one) => (
          <Link
            key={one ?? 'all'}
            from="/campaigns/$id"
            search={{ view: 'people', ...(one === undefined ? {} : { status: one }) }}
            className={controls.filter}
            aria-current={asked.by === 'standing' && one === status && node === undefined ? 'true' : undefined}
            replace
          >
            {one === undefined ? 'all' : statusWord(one)}
            {one !== undefined && data !== undefined && ` ${(data.by_status[one] ?? 0).toLocaleString('en')}`}
          </Link>
        ))}
      </nav>
      {isFiltered && <Chosen says={inWords(asked, titles)} />}
      {may('getCampaignResultsFile') && (
        <a className={classes.link} href={resultsFile(campaign_id, asked)} download>
          {asked.by === 'result' ? 'These as CSV' : 'All as CSV'}
        </a>
      )}
    </div>
  );
}

/** A filter that no chip stands for, and the way out of it. */
function Chosen({ says }: { readonly says: string }) {
  return (
    <span className={controls.filter} aria-current="true">
      {says}{' '}
      <Link from="/campaigns/$id" search={{ view: 'people' }} aria-label="Without this filter" replace>
        ×
      </Link>
    </span>
  );
}

const ENROLLED: readonly Column<Enrolled>[] = [
  {
    title: 'Name',
    width: 'minmax(0, 2fr)',
    cell: ({ lead_id, lead }) => <PersonLink id={lead_id} name={nameOfLead(lead)} />,
  },
  { title: 'Company', width: 'minmax(0, 1.4fr)', isWide: true, cell: ({ lead }) => lead?.company },
  { title: 'Status', width: '112px', isWide: true, cell: ({ status }) => statusWord(status) },
  { title: 'Step', width: 'minmax(0, 1fr)', isWide: true, cell: ({ step }) => step },
  { title: 'Why, and until when', width: 'minmax(0, 4fr)', cell: (enrollment) => <span>{whyOf(enrollment)}</span> },
  {
    title: 'Replied',
    width: '128px',
    isWide: true,
    cell: ({ replied_at }) => replied_at !== null && <Time at={replied_at} />,
  },
];

const COUNTED: readonly Column<Counted>[] = [
  {
    title: 'Name',
    width: 'minmax(0, 2fr)',
    cell: ({ lead_id, ...lead }) => (
      <PersonLink id={lead_id} name={lead_id === null ? nameOfLead(null) : nameOfLead(lead)} />
    ),
  },
  { title: 'Company', width: 'minmax(0, 1.4fr)', isWide: true, cell: ({ company }) => company },
  {
    title: 'Status',
    width: 'minmax(96px, 1fr)',
    cell: ({ status, outcome }) => (outcome === null ? statusWord(status) : outcome.replaceAll('_', ' ')),
  },
  { title: 'Contacted', width: '128px', isWide: true, cell: ({ contacted_at }) => <Maybe at={contacted_at} /> },
  { title: 'Replied', width: '128px', isWide: true, cell: ({ replied_at }) => <Maybe at={replied_at} /> },
  { title: 'Label', width: '104px', isWide: true, cell: ({ label }) => label },
  {
    title: 'Last words',
    width: 'minmax(0, 3fr)',
    isWide: true,
    cell: ({ last_words }) => <span title={last_words ?? ''}>{last_words}</span>,
  },
];

const Maybe = ({ at }: { readonly at: string | null }) => at !== null && <Time at={at} />;

function PersonLink({ id, name }: { readonly id: string | null; readonly name: string }) {
  if (id === null) return name;
  return (
    <Link to="/people/$id" params={{ id }} title={name}>
      {name}
    </Link>
  );
}
