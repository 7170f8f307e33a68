import { Button } from '@mantine/core';
import type { ItemOf } from '../../api-client/asked.ts';
import { askPages, useChange } from '../data/ask.ts';
import { useMay } from '../data/who.ts';
import type { Column } from '../parts/data-table.tsx';
import { ListTable } from '../parts/list-table.tsx';
import { tellDone } from '../parts/tell.tsx';
import { AddForm } from './add-form.tsx';

type Label = ItemOf<'listLabels'>;

const EFFECTS = [
  ['continue', 'sequences go on'],
  ['stop', 'sequences end'],
  ['suppress', 'sequences end, and nobody contacts them'],
] as const;
const effectOf = (given: string | undefined): Label['effect'] =>
  EFFECTS.find(([effect]) => effect === given)?.[0] ?? 'continue';

const COLUMNS: readonly Column<Label>[] = [
  { title: 'Label', width: 'minmax(0, 2fr)', cell: ({ title, name }) => <span title={name}>{title}</span> },
  {
    title: 'What it does',
    width: 'minmax(0, 3fr)',
    cell: ({ effect }) => EFFECTS.find(([one]) => one === effect)?.[1],
  },
  { title: 'With a date', width: '90px', isWide: true, cell: ({ dated }) => (dated ? 'yes' : '') },
  { title: 'Enters', width: 'minmax(0, 1fr)', isWide: true, cell: ({ sequence }) => sequence },
  { title: 'Positive', width: '72px', isWide: true, cell: ({ positive }) => (positive ? 'yes' : '') },
  { title: 'Do', width: '76px', cell: (label) => <Remove label={label} /> },
];

/** Lists the labels of answers, and what each of them does. */
export function Labels() {
  const may = useMay();
  const add = useChange('createLabel');
  return (
    <>
      {may('createLabel') && (
        <AddForm
          label="Add a label"
          button="Add"
          isPending={add.isPending}
          fields={[
            { name: 'name', label: 'Name', placeholder: 'next_quarter' },
            { name: 'effect', label: 'What it does', options: EFFECTS },
            {
              name: 'dated',
              label: 'With a date',
              options: [
                ['no', 'no'],
                ['yes', 'yes'],
              ],
            },
          ]}
          onAdd={({ name = '', effect, dated }, done) =>
            add.mutate({ body: { name, effect: effectOf(effect), dated: dated === 'yes' } }, { onSuccess: done })
          }
        />
      )}
      <ListTable
        label="Labels"
        pages={askPages('listLabels')}
        columns={COLUMNS}
        idOf={({ name }) => name}
        empty="There is no label."
      >
        Add one.
      </ListTable>
    </>
  );
}

function Remove({ label: { name, title, built_in } }: { readonly label: Label }) {
  const may = useMay();
  const remove = useChange('deleteLabel');
  if (built_in || !may('deleteLabel')) return null;
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={`Delete ${title}`}
      loading={remove.isPending}
      onClick={() => remove.mutate({ params: { name } }, { onSuccess: () => tellDone(`${title} is deleted.`) })}
    >
      Delete
    </Button>
  );
}
