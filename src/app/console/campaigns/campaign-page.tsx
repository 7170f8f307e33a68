import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { ask } from '../data/ask.ts';
import { useMay } from '../data/who.ts';
import { Answered } from '../parts/answered.tsx';
import controls from '../parts/controls.module.css';
import { PageFrame } from '../parts/page-frame.tsx';
import { Tag } from '../parts/tag.tsx';
import { Time } from '../parts/time.tsx';
import classes from './campaign.module.css';
import { VIEWS, viewOf } from './campaign-address.ts';
import { CampaignControls } from './campaign-controls.tsx';
import { haltedAt, stateOf, toneOf } from './campaign-words.ts';
import { Overview } from './overview/overview.tsx';

const route = getRouteApi('/campaigns/$id');

const CampaignPeople = lazy(() =>
  import('./people/campaign-people.tsx').then(({ CampaignPeople }) => ({ default: CampaignPeople })),
);
const CampaignGraph = lazy(() => import('./campaign-graph.tsx').then((file) => ({ default: file.CampaignGraph })));
const Arms = lazy(() => import('./arms/arms.tsx').then(({ Arms }) => ({ default: Arms })));
const Forecast = lazy(() => import('./forecast/forecast.tsx').then(({ Forecast }) => ({ default: Forecast })));
const Calendar = lazy(() => import('./calendar/calendar.tsx').then(({ Calendar }) => ({ default: Calendar })));
const Source = lazy(() => import('./source/source.tsx').then(({ Source }) => ({ default: Source })));

const BODIES = {
  ...{ overview: Overview, people: CampaignPeople, graph: CampaignGraph, arms: Arms },
  ...{ forecast: Forecast, calendar: Calendar, source: Source },
} as const;
/** Parts that scroll themselves. */
const FIXED: readonly string[] = ['people', 'graph', 'source'];

/** Milliseconds after which is asked again how far its import is. */
const LOOKED_AFTER = 2000;

/** One campaign: its state and what it waits for, and whatever of it somebody wants to see. */
export function CampaignPage() {
  const { id } = route.useParams();
  const view = viewOf(route.useSearch().view);
  const may = useMay();
  const campaign = useQuery({
    ...ask('getCampaign', { params: { id } }),
    refetchInterval: ({ state }) => (state.data?.status === 'importing' ? LOOKED_AFTER : false),
  });
  const { data } = campaign;
  const halted = data === undefined ? null : haltedAt(data);
  const Body = BODIES[view];
  return (
    <PageFrame
      title={data?.name ?? 'Campaign'}
      isFixed={FIXED.includes(view)}
      about={
        data !== undefined && (
          <>
            <Tag tone={toneOf(data)}>{data.status}</Tag> <bdi>{stateOf(data)}</bdi>{' '}
            {halted !== null && (
              <>
                Since <Time at={halted} />.{' '}
              </>
            )}
            <Link to="/sequences/$name" params={{ name: data.sequence }} className={classes.link}>
              {data.sequence} v{data.version}
            </Link>
          </>
        )
      }
      actions={
        data !== undefined && (
          <>
            {may('getCampaignResults') && (
              <Button
                variant="default"
                renderRoot={(props) => <Link to="/compare-campaigns" search={{ one: id }} {...props} />}
              >
                Compare …
              </Button>
            )}
            <CampaignControls campaign={data} />
          </>
        )
      }
      bar={
        <nav className={controls.tabs} aria-label="What is shown of the campaign">
          {VIEWS.filter(({ needs }) => may(needs)).map((one) => (
            <Link
              key={one.view}
              from="/campaigns/$id"
              search={{ view: one.view }}
              className={controls.tab}
              aria-current={one.view === view ? 'page' : undefined}
            >
              {one.title}
            </Link>
          ))}
        </nav>
      }
    >
      <Answered query={campaign} rows={6}>
        {(known) => (
          <Suspense fallback={null}>
            <Body key={id} campaign={known} />
          </Suspense>
        )}
      </Answered>
    </PageFrame>
  );
}
