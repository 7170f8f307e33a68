import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { Plan } from '../../../language/plan/plan.ts';
import { ask } from '../data/ask.ts';
import { Answered } from '../parts/answered.tsx';
import { PlanGraph } from '../sequences/graph/plan-graph.tsx';
import { planOf } from '../sequences/plan-of.ts';
import type { Campaign } from './campaign-words.ts';

/** The version that its people entered, with how many of them stand at each step, or ended at each end; a step leads to them. */
export function CampaignGraph({ campaign: { id, sequence, version } }: { readonly campaign: Campaign }) {
  const published = useQuery(ask('getSequenceVersion', { params: { name: sequence, version: `${version}` } }));
  const of = { campaign_id: id, sequence, version };
  const all = useQuery(ask('getStats', { query: of }));
  const finished = useQuery(ask('getStats', { query: { ...of, status: 'finished' } }));
  const navigate = useNavigate({ from: '/campaigns/$id' });
  const open = useCallback((node: string) => void navigate({ search: { view: 'people', node } }), [navigate]);
  const plan = published.data === undefined ? null : planOf(published.data.plan);
  const counts = useMemo(
    () => (plan === null ? {} : countsByStep(plan, all.data?.by_step ?? {}, finished.data?.by_step ?? {})),
    [plan, all.data, finished.data],
  );
  return (
    <Answered query={published} rows={8}>
      {() => plan !== null && <PlanGraph plan={plan} step={null} counts={counts} onStep={open} />}
    </Answered>
  );
}

type Counts = Readonly<Record<string, number>>;

/** Counts who stands at each step. Those who have finished keep the step of their last moment: only an end counts them. */
function countsByStep({ nodes }: Plan, all: Counts, finished: Counts): Counts {
  const counts = Object.entries(all).map(([node, count]) => {
    const ended = finished[node] ?? 0;
    return [node, nodes[node]?.kind === 'end' ? ended : count - ended] as const;
  });
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}
