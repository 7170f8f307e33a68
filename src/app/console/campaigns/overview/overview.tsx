import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ask } from '../../data/ask.ts';
import { useMay } from '../../data/who.ts';
import { Answered } from '../../parts/answered.tsx';
import classes from '../campaign.module.css';
import { groupingOf } from '../campaign-address.ts';
import type { Campaign } from '../campaign-words.ts';
import { Figures } from './figures.tsx';
import { Funnel } from './funnel.tsx';
import { Groups } from './groups.tsx';
import { Labels, Outcomes } from './how-it-ended.tsx';
import { Problems } from './problems.tsx';
import { ReplyRate } from './reply-rate.tsx';

const route = getRouteApi('/campaigns/$id');

/** Shows what a campaign has brought, and what is wrong with it: each number leads to its people. */
export function Overview({ campaign }: { readonly campaign: Campaign }) {
  const { id } = campaign;
  const may = useMay();
  const by = groupingOf(route.useSearch().by);
  const results = useQuery({
    ...ask('getCampaignResults', { params: { id }, query: { by } }),
    enabled: may('getCampaignResults'),
  });
  return (
    <>
      <Figures campaign={campaign} results={results.data ?? null} />
      <div className={classes.columns}>
        <div>
          {may('getCampaignResults') && (
            <section className={classes.section} aria-labelledby="funnel">
              <h2 id="funnel">Funnel</h2>
              <Answered query={results}>{(answer) => <Funnel results={answer} />}</Answered>
            </section>
          )}
        </div>
        <div>
          <Problems campaign={campaign} results={results.data ?? null} />
          {results.data !== undefined && (
            <>
              <ReplyRate results={results.data} />
              <Labels labels={results.data.labels} />
              <Outcomes outcomes={results.data.outcomes} />
              <Groups results={results.data} by={by} />
            </>
          )}
        </div>
      </div>
    </>
  );
}
