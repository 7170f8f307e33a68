import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { LIMIT_NOUNS } from '../../../../language/plan/limit-class.ts';
import type { ItemOf } from '../../../api-client/asked.ts';
import { dayInWords } from '../../campaigns/forecast/days.ts';
import { ask, askPages } from '../../data/ask.ts';
import type { Column } from '../../parts/data-table.tsx';
import { nameOfLead } from '../../parts/lead-name.ts';
import { ListTable } from '../../parts/list-table.tsx';
import { Time } from '../../parts/time.tsx';
import classes from './calendar.module.css';
import { CALENDAR_DAYS } from './calendar-table.tsx';
import { type CellPlace, sayCell, splitOf } from './cell-words.ts';

type Send = ItemOf<'listAccountSends'>;

const COLUMNS: readonly Column<Send>[] = [
  { title: 'At', width: '118px', cell: ({ at }) => <Time at={at} /> },
  { title: 'Person', width: 'minmax(0, 2fr)', cell: (send) => <Person send={send} /> },
  { title: 'Step', width: 'minmax(0, 2fr)', isWide: true, cell: ({ title }) => title },
  { title: 'Sequence', width: 'minmax(0, 2fr)', isWide: true, cell: ({ sequence }) => sequence },
  { title: 'Contact', width: '84px', isWide: true, cell: contactOf },
  { title: 'State', width: '64px', cell: ({ state }) => (state === 'used' ? 'sent' : 'booked') },
];

interface SendsDialogProps {
  readonly place: CellPlace;
  /** Shows only the people of this campaign. */
  readonly campaign_id?: string;
  onClose(): void;
}

/** The people of a day of an account, and the limit by which it is full or will be. */
export function SendsDialog({ place: { account, limit, date }, campaign_id, onClose }: SendsDialogProps) {
  const known = useQuery(ask('getAccount', { params: { id: account } }));
  const capacity = useQuery(ask('getCapacity', { params: { id: account }, query: { days: CALENDAR_DAYS } }));
  const cell = capacity.data?.days.find((day) => day.date === date)?.classes[limit];
  const query = { date, limit_class: limit, ...(campaign_id === undefined ? {} : { campaign_id }) };
  return (
    <Modal
      opened
      size="xl"
      onClose={onClose}
      title={`${dayInWords(date)}: ${LIMIT_NOUNS[limit]} of ${known.data?.name ?? account}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {capacity.data !== undefined && cell !== undefined && (
        <p>{sayCell(cell, limit, splitOf(cell, capacity.data.first_contacts, { limit, date }))}.</p>
      )}
      <p className={classes.about}>
        {campaign_id === undefined ? 'Of all campaigns of the account.' : 'The people of this campaign.'} Days are those
        of the account.
      </p>
      <div className={classes.people}>
        <ListTable
          label="People of the day"
          pages={askPages('listAccountSends', { params: { id: account }, query })}
          columns={COLUMNS}
          empty="Nobody is booked here."
        >
          What was booked may have moved meanwhile.
        </ListTable>
      </div>
    </Modal>
  );
}

function Person({ send }: { readonly send: Send }) {
  const name = nameOfLead(send.lead_id === null ? null : send);
  if (send.lead_id === null) return name;
  return (
    <Link to="/people/$id" params={{ id: send.lead_id }} title={name}>
      {name}
    </Link>
  );
}

function contactOf({ limit_class, first_contact }: Send): string {
  if (limit_class === 'visit' || limit_class === 'credits') return '';
  return first_contact ? 'first' : 'follow-up';
}
