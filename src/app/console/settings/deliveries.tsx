import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ItemOf } from '../../api-client/asked.ts';
import { ask, askPages, useChange } from '../data/ask.ts';
import type { Column } from '../parts/data-table.tsx';
import { ListTable } from '../parts/list-table.tsx';
import { Tag } from '../parts/tag.tsx';
import { tellDone } from '../parts/tell.tsx';
import { Time, WallTime } from '../parts/time.tsx';
import classes from './settings.module.css';

type Delivery = ItemOf<'listDeliveries'>;

const COLUMNS: readonly Column<Delivery>[] = [
  { title: 'Event', width: 'minmax(0, 2fr)', cell: ({ event }) => event },
  {
    title: 'Status',
    width: 'minmax(84px, 1fr)',
    cell: ({ status }) => <Tag tone={status === 'failed' ? 'bad' : 'plain'}>{status}</Tag>,
  },
  { title: 'Last answer', width: 'minmax(0, 2fr)', isWide: true, cell: lastAnswer },
  { title: 'Tries', width: '60px', isNumeric: true, isWide: true, cell: ({ attempts }) => attempts.length },
  { title: 'Since', width: '132px', isWide: true, cell: ({ created_at }) => <Time at={created_at} /> },
  { title: 'Do', width: '84px', cell: (delivery) => <Replay delivery={delivery} /> },
];

/** No event tells how a delivery goes. Wall milliseconds, until one that was queued has been tried, and until a later try. */
const [TRIED_AFTER, TRIED_AGAIN_AFTER] = [1000, 10_000];

/** When to ask for them again by oneself; false: all have ended. */
function askedAgainAfter(deliveries: readonly Delivery[]): number | false {
  if (deliveries.some(({ status }) => status === 'pending')) return TRIED_AFTER;
  return deliveries.some(({ next_attempt_at, status }) => next_attempt_at !== null || status === 'waiting')
    ? TRIED_AGAIN_AFTER
    : false;
}

/** Lists what was sent to one webhook, the newest first, each with how it went. */
export function Deliveries({ id }: { readonly id: string }) {
  const { data } = useQuery(ask('getWebhook', { params: { id } }));
  const url = data?.url ?? id;
  const formerUntil = data?.former_secret_until ?? null;
  // What one that is not active is owed waits for a person.
  const isActive = data?.status === 'active';
  return (
    <>
      <div className={classes.form}>
        <Link to="/settings" search={{ part: 'webhooks' }}>
          ← All webhooks
        </Link>
        <strong>{url}</strong>
        {formerUntil !== null && (
          <span>
            The former secret signs too until <WallTime at={formerUntil} />.
          </span>
        )}
      </div>
      <ListTable
        label={`Deliveries to ${url}`}
        pages={{
          ...askPages('listDeliveries', { params: { id } }),
          refetchInterval: ({ state }) => isActive && askedAgainAfter(state.data?.pages[0]?.items ?? []),
        }}
        columns={COLUMNS}
        empty="Nothing was sent yet."
      >
        Test the webhook to see something arrive.
      </ListTable>
    </>
  );
}

function lastAnswer({ attempts }: Delivery): string {
  const last = attempts.at(-1);
  if (last === undefined) return 'not tried yet';
  return last.error ?? `${last.status} after ${last.duration_ms} ms`;
}

/** Once more, with the same id: a receiver that has it already knows that. */
function Replay({ delivery: { id, webhook_id, event } }: { readonly delivery: Delivery }) {
  const replay = useChange('replayDelivery');
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={`Send ${event} again`}
      loading={replay.isPending}
      onClick={() =>
        replay.mutate(
          { params: { id: webhook_id, delivery_id: id } },
          { onSuccess: () => tellDone(`${event} is sent again.`) },
        )
      }
    >
      Again
    </Button>
  );
}
