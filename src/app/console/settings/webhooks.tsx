import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { ItemOf } from '../../api-client/asked.ts';
import { EVENT_FILTERS } from '../../api-contract/engine-events.ts';
import { askPages, useChange } from '../data/ask.ts';
import type { Column } from '../parts/data-table.tsx';
import { ListTable } from '../parts/list-table.tsx';
import { Tag } from '../parts/tag.tsx';
import { tellDone } from '../parts/tell.tsx';
import { Time, WallTime } from '../parts/time.tsx';
import { AddForm } from './add-form.tsx';
import { AskTwiceButton } from './ask-twice-button.tsx';
import { Deliveries } from './deliveries.tsx';
import { FailingWebhooks } from './failing-webhooks.tsx';
import { type MadeSecret, NewSecretDialog } from './new-secret-dialog.tsx';
import { ShownOnce } from './shown-once.tsx';

type Webhook = ItemOf<'listWebhooks'>;

const route = getRouteApi('/settings');

const titleOf = (filter: string): string => (filter === '*' ? 'all' : filter);

/** Lists where the engine's events are sent, what was sent, and what went wrong. */
export function Webhooks() {
  const create = useChange('createWebhook');
  const [made, setMade] = useState<MadeSecret | null>(null);
  const { id: open } = route.useSearch();
  const navigate = route.useNavigate();
  const openOne = (id: string) => void navigate({ search: { part: 'webhooks', id } });
  const columns: readonly Column<Webhook>[] = [
    {
      title: 'Address',
      width: 'minmax(0, 3fr)',
      cell: ({ url, description }) => <span title={description ?? url}>{url}</span>,
    },
    { title: 'Events', width: 'minmax(0, 2fr)', isWide: true, cell: ({ events }) => events.map(titleOf).join(', ') },
    { title: 'Status', width: 'minmax(84px, 2fr)', cell: (webhook) => <Status webhook={webhook} /> },
    {
      title: 'Do',
      width: '310px',
      isWide: true,
      cell: (webhook) => <Controls webhook={webhook} onOpen={() => openOne(webhook.id)} onMade={setMade} />,
    },
  ];
  if (open !== undefined) return <Deliveries id={open} />;
  return (
    <>
      <AddForm
        label="Add a webhook"
        button="Add"
        isPending={create.isPending}
        fields={[
          { name: 'url', label: 'Address', type: 'url', placeholder: 'https://crm.example/hooks/overture' },
          { name: 'events', label: 'Events', options: EVENT_FILTERS.map((one) => [one, titleOf(one)]) },
        ]}
        onAdd={({ url = '', events }, done) =>
          create.mutate(
            { body: { url, events: EVENT_FILTERS.filter((one) => one === events) } },
            {
              onSuccess: (added) => {
                done();
                if ('secret' in added) setMade(added);
              },
            },
          )
        }
      />
      {made !== null && (
        <ShownOnce
          says={
            <>
              The secret that signs what is sent to {made.url}, as Standard Webhooks says.
              {made.former_secret_until !== null && (
                <>
                  {' '}
                  The former one signs too until <WallTime at={made.former_secret_until} />.
                </>
              )}
            </>
          }
          secret={made.secret}
          onClose={() => setMade(null)}
        />
      )}
      <FailingWebhooks />
      <ListTable label="Webhooks" pages={askPages('listWebhooks')} columns={columns} empty="No webhook was added.">
        One tells a CRM, a sheet or a chat what happens here.
      </ListTable>
    </>
  );
}

function Status({ webhook: { status, status_reason, behind } }: { readonly webhook: Webhook }) {
  return (
    <span title={status_reason ?? status}>
      <Tag tone={status === 'active' ? 'plain' : 'bad'}>{status === 'switched_off' ? 'switched off' : status}</Tag>{' '}
      {behind !== null && (
        <>
          {behind.count} owed since <Time at={behind.since} />
        </>
      )}
    </span>
  );
}

interface ControlsProps {
  readonly webhook: Webhook;
  onOpen(): void;
  onMade(made: MadeSecret): void;
}

function Controls({ webhook: { id, url, status }, onOpen, onMade }: ControlsProps) {
  const [isRotating, setRotating] = useState(false);
  const update = useChange('updateWebhook');
  const test = useChange('testWebhook');
  const remove = useChange('deleteWebhook');
  const asked = { params: { id } };
  const isActive = status === 'active';
  const small = { size: 'compact-xs', variant: 'default' } as const;
  const turn = (to: 'active' | 'paused') => update.mutate({ ...asked, body: { status: to } });
  return (
    <>
      <Button {...small} aria-label={`Sent to ${url}`} onClick={onOpen}>
        Sent
      </Button>{' '}
      {isActive && (
        <Button
          {...small}
          aria-label={`Test ${url}`}
          loading={test.isPending}
          onClick={() => test.mutate({ ...asked, body: {} }, { onSuccess: onOpen })}
        >
          Test
        </Button>
      )}{' '}
      <Button
        {...small}
        aria-label={`${isActive ? 'Pause' : 'Go on with'} ${url}`}
        loading={update.isPending}
        onClick={() => turn(isActive ? 'paused' : 'active')}
      >
        {isActive ? 'Pause' : 'Go on'}
      </Button>{' '}
      <Button {...small} aria-label={`New secret for ${url}`} onClick={() => setRotating(true)}>
        New secret
      </Button>{' '}
      {isRotating && <NewSecretDialog {...{ id, url, onMade }} onClose={() => setRotating(false)} />}
      <AskTwiceButton
        does="Remove"
        what={url}
        isPending={remove.isPending}
        onConfirm={() => remove.mutate(asked, { onSuccess: () => tellDone('The webhook is removed.') })}
      />
    </>
  );
}
