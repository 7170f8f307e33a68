import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ask, useChange } from '../../data/ask.ts';
import { useMay } from '../../data/who.ts';
import lists from '../../parts/lists.module.css';
import { tellDone } from '../../parts/tell.tsx';
import { Time } from '../../parts/time.tsx';
import { countOf, people } from '../../parts/words.ts';
import type { Campaign } from '../campaign-words.ts';

const SHOWN = 5;

/** Whether its source is looked at again, and what the looks have brought. */
export function Following({ campaign: { id, follow, source, status } }: { readonly campaign: Campaign }) {
  const may = useMay();
  const change = useChange('changeCampaign');
  const isFollowable = 'candidates' in source || 'search' in source;
  const looks = useQuery({
    ...ask('listCampaignLooks', { params: { id }, query: { limit: SHOWN } }),
    enabled: isFollowable && may('listCampaignLooks'),
  });
  if (!isFollowable) return null;
  const isFollowed = follow !== null && follow.state !== 'ended';
  const params = { id };
  const turn = () => {
    const [to, back] = isFollowed ? ([null, 'daily'] as const) : (['daily', null] as const);
    change.mutate(
      { params, body: { follow: to } },
      {
        onSuccess: () =>
          tellDone(isFollowed ? 'It is not looked at again.' : 'It is looked at again every day.', () =>
            change.mutate({ params, body: { follow: back } }),
          ),
      },
    );
  };
  return (
    <>
      <p>
        {!isFollowed &&
          (follow?.ended == null ? 'It is looked at once.' : `It is not looked at again: ${follow.ended.because}`)}
        {isFollowed && follow.waiting_for !== null && `The next look waits: ${follow.waiting_for.text}`}
        {isFollowed && follow.waiting_for === null && (
          <>
            It is looked at every day
            {follow.next_look_at !== null && (
              <>
                , next <Time at={follow.next_look_at} distance />
              </>
            )}
            ; {countOf(follow.looks, 'look')} so far, {countOf(follow.credits, 'credit')}.
          </>
        )}{' '}
        {may('changeCampaign') && status !== 'stopped' && (
          <Button size="compact-xs" variant="default" loading={change.isPending} onClick={turn}>
            {isFollowed ? 'End the looks' : 'Look every day'}
          </Button>
        )}
      </p>
      {looks.data !== undefined && looks.data.items.length > 0 && (
        <ul className={lists.looks} aria-label="The last looks">
          {looks.data.items.map(({ number, begun_at, people: seen, found, enrolled, credits, note }) => (
            <li key={number}>
              <Time at={begun_at} />: {people(seen)} seen, {found} new, {enrolled} entered, {countOf(credits, 'credit')}
              {note !== null && `. ${note}`}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
