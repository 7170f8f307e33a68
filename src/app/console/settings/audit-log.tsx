import { useState } from 'react';
import type { ItemOf } from '../../api-client/asked.ts';
import { askPages } from '../data/ask.ts';
import type { Column } from '../parts/data-table.tsx';
import { ListTable } from '../parts/list-table.tsx';
import { SearchBox } from '../parts/search-box.tsx';
import classes from './settings.module.css';

type Line = ItemOf<'listAuditLog'>;

const WALL = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

const COLUMNS: readonly Column<Line>[] = [
  // Wall time, in the reader's zone: what people of ours did has no time of the world.
  { title: 'At', width: '150px', cell: ({ at }) => WALL.format(Date.parse(at)) },
  { title: 'Who did what', width: 'minmax(0, 5fr)', cell: ({ sentence }) => <span title={sentence}>{sentence}</span> },
  { title: 'By', width: '60px', isWide: true, cell: ({ via }) => via },
  { title: 'From', width: 'minmax(0, 1fr)', isWide: true, cell: ({ address }) => address },
];

/** Who changed what, when and from where. */
export function AuditLog() {
  const [q, setQ] = useState('');
  const query = q === '' ? {} : { q };
  return (
    <>
      <div className={classes.form}>
        <SearchBox label="Search the audit log" placeholder="Words of a sentence …" onWords={setQ} />
        <a href={`/api/audit-log?${new URLSearchParams({ ...query, format: 'csv' })}`} download>
          As CSV
        </a>
      </div>
      <ListTable label="Audit log" pages={askPages('listAuditLog', { query })} columns={COLUMNS} empty="Nothing fits.">
        Every change has a line here, in the transaction of the change.
      </ListTable>
    </>
  );
}
