import { Button } from '@mantine/core';
import type { ItemOf } from '../../api-client/asked.ts';
import { askPages, useChange } from '../data/ask.ts';
import { useMay } from '../data/who.ts';
import type { Column } from '../parts/data-table.tsx';
import { ListTable } from '../parts/list-table.tsx';
import { tellDone } from '../parts/tell.tsx';
import { Time } from '../parts/time.tsx';
import { AddForm } from './add-form.tsx';

type Suppression = ItemOf<'listSuppressions'>;

const KINDS = [
  ['email', 'Email address'],
  ['domain', 'Domain, and all below it'],
  ['company', 'Company'],
  ['profile_url', 'Profile'],
  ['phone_number', 'Phone number'],
] as const;

const COLUMNS: readonly Column<Suppression>[] = [
  { title: 'Name', width: 'minmax(0, 3fr)', cell: ({ value }) => value },
  { title: 'What it is', width: '110px', isWide: true, cell: ({ kind }) => kind },
  { title: 'Why', width: 'minmax(0, 3fr)', isWide: true, cell: ({ reason }) => reason },
  { title: 'Since', width: '132px', isWide: true, cell: ({ created_at }) => <Time at={created_at} /> },
  { title: 'Do', width: '90px', cell: (one) => <TakeOff suppression={one} /> },
];

/** Lists whom nobody contacts, whatever a sequence says. */
export function DoNotContact() {
  const may = useMay();
  const add = useChange('suppress');
  return (
    <>
      {may('suppress') && (
        <AddForm
          label="Put somebody on the list"
          button="Put on the list"
          isPending={add.isPending}
          fields={[
            { name: 'kind', label: 'What it is', options: KINDS },
            { name: 'value', label: 'Name', placeholder: 'ada@acme.example' },
            { name: 'reason', label: 'Why', placeholder: 'asked by phone', isOptional: true },
          ]}
          onAdd={({ kind = '', value = '', reason = '' }, done) =>
            add.mutate(
              { body: { [kind]: value, reason } },
              {
                onSuccess: () => {
                  done();
                  tellDone(`Nobody contacts ${value} any more.`);
                },
              },
            )
          }
        />
      )}
      <ListTable
        label="Do not contact"
        pages={askPages('listSuppressions')}
        columns={COLUMNS}
        empty="Nobody is on the list."
      >
        Who unsubscribes comes onto it by themselves.
      </ListTable>
    </>
  );
}

function TakeOff({ suppression: { id, kind, value, reason } }: { readonly suppression: Suppression }) {
  const may = useMay();
  const takeOff = useChange('deleteSuppression');
  const putBack = useChange('suppress');
  if (!may('deleteSuppression')) return null;
  // What is kept as a hash only, after an erasure, cannot be said again.
  const undo = KINDS.some(([known]) => known === kind)
    ? () => putBack.mutate({ body: { [kind]: value, reason } })
    : undefined;
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={`Take ${value} off`}
      loading={takeOff.isPending}
      onClick={() =>
        takeOff.mutate({ params: { id } }, { onSuccess: () => tellDone(`${value} is off the list.`, undo) })
      }
    >
      Take off
    </Button>
  );
}
