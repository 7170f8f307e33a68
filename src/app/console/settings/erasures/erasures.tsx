import { getRouteApi, Link } from '@tanstack/react-router';
import type { ItemOf } from '../../../api-client/asked.ts';
import { askPages } from '../../data/ask.ts';
import type { Column } from '../../parts/data-table.tsx';
import { ListTable } from '../../parts/list-table.tsx';
import { Tag } from '../../parts/tag.tsx';
import { Time } from '../../parts/time.tsx';
import { CheckForm } from './check-form.tsx';
import { Erasure } from './erasure.tsx';

type Row = ItemOf<'listErasures'>;

const route = getRouteApi('/settings');

const COLUMNS: readonly Column<Row>[] = [
  {
    title: 'Receipt',
    width: 'minmax(0, 3fr)',
    cell: ({ receipt_id }) => (
      <Link to="/settings" search={{ part: 'erasures', id: receipt_id }}>
        {receipt_id}
      </Link>
    ),
  },
  {
    title: 'Status',
    width: 'minmax(84px, 1fr)',
    cell: ({ status }) => <Tag tone={status === 'done' ? 'good' : 'plain'}>{status}</Tag>,
  },
  { title: 'Since', width: '132px', cell: ({ at }) => <Time at={at} /> },
  {
    title: 'Erased',
    width: '84px',
    isNumeric: true,
    isWide: true,
    cell: ({ erased }) => erased.reduce((sum, { count }) => sum + count, 0),
  },
];

/** Lists the receipts that erasures leave: what went, what is kept and why, signed. */
export function Erasures() {
  const { id } = route.useSearch();
  if (id !== undefined) return <Erasure key={id} id={id} />;
  return (
    <>
      <CheckForm />
      <ListTable
        label="Erasures"
        pages={askPages('listErasures')}
        columns={COLUMNS}
        idOf={({ receipt_id }) => receipt_id}
        empty="Nobody was erased."
      >
        A person is erased on their own page.
      </ListTable>
    </>
  );
}
