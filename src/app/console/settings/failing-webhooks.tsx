import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ItemOf } from '../../api-client/asked.ts';
import { askPages, useChange } from '../data/ask.ts';
import { useMay } from '../data/who.ts';
import { tellDone } from '../parts/tell.tsx';
import { Time } from '../parts/time.tsx';
import classes from './settings.module.css';

type Webhook = ItemOf<'listWebhooks'>;

/** Webhooks that nothing arrives at, of those that the table below has read: why, since when, and what ends it. */
export function FailingWebhooks() {
  const list = useInfiniteQuery(askPages('listWebhooks'));
  const failing = (list.data?.pages ?? [])
    .flatMap(({ items }) => items)
    .filter(
      ({ status, failing_since }) => status === 'switched_off' || (status === 'active' && failing_since !== null),
    );
  if (failing.length === 0) return null;
  return (
    <ul className={classes.failing} aria-label="Webhooks in trouble">
      {failing.map((webhook) => (
        <li key={webhook.id}>
          <FailingWebhook webhook={webhook} />
        </li>
      ))}
    </ul>
  );
}

function FailingWebhook({
  webhook: { id, url, status, status_reason, failing_since, behind },
}: {
  readonly webhook: Webhook;
}) {
  const may = useMay();
  const update = useChange('updateWebhook');
  const since = failing_since !== null && (
    <>
      , failing since <Time at={failing_since} />
    </>
  );
  if (status === 'active') {
    return (
      <>
        <strong>{url}</strong>
        {since}: what it is owed{behind !== null && ` (${behind.count})`} is tried again by itself, for three days.
      </>
    );
  }
  const goOn = () =>
    update.mutate(
      { params: { id }, body: { status: 'active' } },
      { onSuccess: () => tellDone(`What ${url} is owed goes out again.`) },
    );
  return (
    <>
      <strong>{url}</strong> is switched off: {status_reason ?? 'its receiver failed'}
      {since}. What it was owed waits until somebody lets it go on; what happens meanwhile is not kept for it.{' '}
      {may('updateWebhook') && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Let ${url} go on`}
          loading={update.isPending}
          onClick={goOn}
        >
          Go on
        </Button>
      )}
    </>
  );
}
