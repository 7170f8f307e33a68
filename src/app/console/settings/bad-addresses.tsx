import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import type { ItemOf, ResultOf } from '../../api-client/asked.ts';
import { ask, askPages, useChange } from '../data/ask.ts';
import { useMay } from '../data/who.ts';
import { Answered } from '../parts/answered.tsx';
import controls from '../parts/controls.module.css';
import type { Column } from '../parts/data-table.tsx';
import { ListTable } from '../parts/list-table.tsx';
import { tellDone } from '../parts/tell.tsx';
import { Time } from '../parts/time.tsx';
import { AskTwiceButton } from './ask-twice-button.tsx';
import classes from './settings.module.css';

type Report = ItemOf<'listAddressReports'>;
type Setting = ResultOf<'getEnrollSettings'>['bad_addresses'];

const WHAT: Readonly<Record<Report['kind'], string>> = { bounce: 'came back', complaint: 'called spam' };

const COLUMNS: readonly Column<Report>[] = [
  {
    title: 'Address',
    width: 'minmax(0, 3fr)',
    cell: ({ address }) => (
      <Link to="/people" search={{ q: address }} title={address}>
        {address}
      </Link>
    ),
  },
  { title: 'A mail', width: '84px', cell: ({ kind }) => WHAT[kind] },
  { title: 'Last on', width: '132px', isWide: true, cell: ({ at }) => <Time at={at} /> },
  {
    title: 'Why',
    width: 'minmax(0, 4fr)',
    isWide: true,
    cell: ({ reason }) => <span title={reason}>{reason || 'not said'}</span>,
  },
  { title: 'Sent from', width: 'minmax(0, 1fr)', isWide: true, cell: ({ account_id }) => account_id },
  { title: 'Do', width: '84px', cell: (report) => <Clear report={report} /> },
];

/** Addresses that mails do not reach or are not wanted at, and what an enrollment does with whoever comes with one. */
export function BadAddresses() {
  const setting = useQuery(ask('getEnrollSettings'));
  return (
    <>
      <Answered query={setting} rows={1}>
        {({ bad_addresses }) => <SettingForm key={bad_addresses} setting={bad_addresses} />}
      </Answered>
      <ListTable
        label="Bad addresses"
        pages={askPages('listAddressReports')}
        columns={COLUMNS}
        idOf={({ address, kind }) => `${address} ${kind}`}
        empty="Nothing was reported of any address."
      >
        A mail that comes back for good, or that somebody calls spam, brings its address here.
      </ListTable>
    </>
  );
}

const DOES: readonly (readonly [setting: Setting, title: string])[] = [
  ['refuse', 'enter no sequence that writes mails'],
  ['warn', 'enter, with a warning'],
];

function SettingForm({ setting }: { readonly setting: Setting }) {
  const may = useMay();
  const set = useChange('setEnrollSettings');
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const chosen = new FormData(event.currentTarget).get('bad_addresses');
    const to = DOES.find(([one]) => one === chosen);
    if (to === undefined || to[0] === setting) return;
    const undo = () => set.mutate({ body: { bad_addresses: setting } });
    set.mutate(
      { body: { bad_addresses: to[0] } },
      { onSuccess: () => tellDone(`People with a bad address ${to[1]}.`, undo) },
    );
  };
  return (
    <form className={`${classes.form} ${controls.fields}`} aria-label="What enrollment does" onSubmit={save}>
      <p className={classes.quiet}>
        What is reported of an address holds for every sequence and account. A reply from it ends a bounce; a person can
        end either.
      </p>
      {may('setEnrollSettings') ? (
        <>
          <label className={classes.field}>
            People who come with such an address
            <select name="bad_addresses" defaultValue={setting}>
              {DOES.map(([one, title]) => (
                <option key={one} value={one}>
                  {title}
                </option>
              ))}
            </select>
          </label>
          <Button type="submit" loading={set.isPending}>
            Save
          </Button>
        </>
      ) : (
        <p className={classes.quiet}>
          People who come with such an address {DOES.find(([one]) => one === setting)?.[1]}.
        </p>
      )}
    </form>
  );
}

/** Nobody can take it back, but for the next mail that comes back. */
function Clear({ report: { address, kind } }: { readonly report: Report }) {
  const may = useMay();
  const clear = useChange('clearAddressReport');
  if (!may('clearAddressReport')) return null;
  const confirm = () =>
    clear.mutate({ params: { address } }, { onSuccess: () => tellDone(`${address} counts as good. ${AFTER[kind]}`) });
  return <AskTwiceButton does="Clear" what={address} isPending={clear.isPending} onConfirm={confirm} />;
}

const AFTER: Readonly<Record<Report['kind'], string>> = {
  bounce: 'The next mail that comes back from it brings it here again.',
  complaint: 'Who complained stays on the do-not-contact list.',
};
