import type { ResultOf } from '../../../api-client/asked.ts';
import bars from '../bars.module.css';
import type { CampaignAddress } from '../campaign-address.ts';
import type { Campaign } from '../campaign-words.ts';
import { PeopleLink } from './people-link.tsx';

interface FiguresProps {
  readonly campaign: Campaign;
  readonly results: ResultOf<'getCampaignResults'> | null;
}

/** Shows at a glance where the people of a campaign are. */
export function Figures({ campaign: { counts }, results }: FiguresProps) {
  const figures: readonly (readonly [string, number, CampaignAddress])[] = [
    ['people', counts.enrolled, {}],
    ['waiting to begin', counts.queued, { status: 'queued' }],
    ['under way', counts.active, { status: 'active' }],
    ['paused', counts.paused, { status: 'paused' }],
    ['need a person', counts.needs_person, { status: 'needs_person' }],
    ['finished', counts.finished, { status: 'finished' }],
    ...(results === null
      ? ([['replied', counts.actions.replied, { replied: 'true' }]] as const)
      : ([
          ['contacted', results.contacted, { contacted: 'true' }],
          ['accepted', results.accepted, { accepted: 'true' }],
          ['replied', results.replied, { replied: 'true' }],
          ['positive', results.positive, { positive: 'true' }],
        ] as const)),
  ];
  return (
    <dl className={bars.figures}>
      {figures.map(([word, count, search]) => (
        <div key={word}>
          <dt>{word}</dt>
          <dd>
            <PeopleLink count={count} search={search} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
