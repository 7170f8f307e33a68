import { Button } from '@mantine/core';
import { closeBidi } from '../../../shared/kit/close-bidi.ts';
import type { ItemOf } from '../../api-client/asked.ts';
import { askPages, useChange } from '../data/ask.ts';
import { useMay } from '../data/who.ts';
import type { Column } from '../parts/data-table.tsx';
import { ListTable } from '../parts/list-table.tsx';
import { tellDone } from '../parts/tell.tsx';
import { AddForm } from './add-form.tsx';

type SavedAnswer = ItemOf<'listSavedAnswers'>;

const COLUMNS: readonly Column<SavedAnswer>[] = [
  { title: 'Name', width: 'minmax(0, 1fr)', cell: ({ name }) => closeBidi(name) },
  {
    title: 'Text',
    width: 'minmax(0, 4fr)',
    cell: ({ text }) => <span title={closeBidi(text)}>{closeBidi(text)}</span>,
  },
  { title: 'Reads', width: 'minmax(0, 1fr)', isWide: true, cell: ({ variables }) => variables.join(', ') },
  { title: 'Do', width: '76px', cell: (one) => <Remove answer={one} /> },
];

/** Lists what people of ours say again and again; the inbox puts it into an answer. */
export function SavedAnswers() {
  const may = useMay();
  const add = useChange('createSavedAnswer');
  return (
    <>
      {may('createSavedAnswer') && (
        <AddForm
          label="Save an answer"
          button="Save"
          isPending={add.isPending}
          fields={[
            { name: 'name', label: 'Name', placeholder: 'Calendar' },
            { name: 'text', label: 'Text', placeholder: 'Gladly, {{ first_name }}: …', isLong: true },
          ]}
          onAdd={({ name = '', text = '' }, done) => add.mutate({ body: { name, text } }, { onSuccess: done })}
        />
      )}
      <ListTable
        label="Saved answers"
        pages={askPages('listSavedAnswers')}
        columns={COLUMNS}
        empty="No answer is saved."
      >
        `t` puts one into an answer of the inbox.
      </ListTable>
    </>
  );
}

function Remove({ answer: { id, name, text, subject } }: { readonly answer: SavedAnswer }) {
  const may = useMay();
  const remove = useChange('deleteSavedAnswer');
  const add = useChange('createSavedAnswer');
  if (!may('deleteSavedAnswer')) return null;
  const shown = closeBidi(name);
  const undo = () => add.mutate({ body: { name, text, subject } });
  return (
    <Button
      size="compact-xs"
      variant="default"
      aria-label={`Delete ${shown}`}
      loading={remove.isPending}
      onClick={() => remove.mutate({ params: { id } }, { onSuccess: () => tellDone(`${shown} is deleted.`, undo) })}
    >
      Delete
    </Button>
  );
}
