import { Button } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { optOutsInWords } from '../../../../shared/kit/opt-outs-in-words.ts';
import type { ItemOf } from '../../../api-client/asked.ts';
import { askPages, useChange } from '../../data/ask.ts';
import { useMay } from '../../data/who.ts';
import { Choice } from '../../parts/choice.tsx';
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx';
import type { Column } from '../../parts/data-table.tsx';
import { nameOfLead } from '../../parts/lead-name.ts';
import { ListTable } from '../../parts/list-table.tsx';
import lists from '../../parts/lists.module.css';
import { tellDone } from '../../parts/tell.tsx';
import { code, countOf } from '../../parts/words.ts';
import classes from '../campaign.module.css';
import type { Campaign } from '../campaign-words.ts';
import { Following } from './following.tsx';
import { Properties } from './properties.tsx';
import { sourceInWords } from './source-in-words.ts';

const route = getRouteApi('/campaigns/$id');

type Row = ItemOf<'listCampaignRows'>;
const STATUSES = ['pending', 'created', 'duplicate', 'refused'] as const;

/** Shows where the people come from, what became of each row, and what may be changed of the campaign. */
export function Source({ campaign }: { readonly campaign: Campaign }) {
  const { id, source, update, counts, opt_outs } = campaign;
  const may = useMay();
  const navigate = route.useNavigate();
  const { status, code: why } = route.useSearch();
  const chosen = STATUSES.find((one) => one === status);
  const query = {
    ...(chosen === undefined ? {} : { status: chosen }),
    ...(why === undefined ? {} : { code: why }),
  };
  const say = (name: 'status' | 'code') => (value: string) =>
    void navigate({
      search: ({ [name]: _, ...others }) => (value === '' ? others : { ...others, [name]: value }),
      replace: true,
    });
  const file = `/api/campaigns/${encodeURIComponent(id)}/rows?${new URLSearchParams({ ...query, format: 'csv' })}`;
  const refused = Object.values(counts.refused).reduce((sum, count) => sum + count, 0);
  return (
    <div className={lists.sourceView}>
      <div className={lists.about}>
        <p>
          {sourceInWords(source)}{' '}
          {update && 'What it says otherwise of people who are in the sequence already is taken. '}
          {countOf(counts.rows, 'row')}: {counts.enrolled.toLocaleString('en')} entered,{' '}
          {counts.duplicates.toLocaleString('en')} were in the sequence before, {refused.toLocaleString('en')} left out
          {counts.pending > 0 && `, ${counts.pending.toLocaleString('en')} still to come`}.
          {opt_outs !== null && ` ${optOutsInWords(opt_outs)}.`}
        </p>
        <Properties key={`${campaign.name} ${campaign.weight}`} campaign={campaign} />
        <Following campaign={campaign} />
      </div>
      <div className={lists.filterLine}>
        <Choice
          label="What became of it"
          none="every row"
          value={chosen ?? ''}
          options={STATUSES.map((one) => [one, ROW_WORDS[one]])}
          onChoose={say('status')}
        />
        <Choice
          label="Why it was left out"
          none="for any reason"
          value={why ?? ''}
          options={Object.entries(counts.refused).map(([name, count]) => [name, `${code(name)} (${count})`])}
          onChoose={say('code')}
        />
        <a className={classes.link} href={file} download>
          These as CSV
        </a>
        {refused > 0 && may('retryCampaign') && campaign.status !== 'stopped' && <Retry campaign={campaign} />}
      </div>
      <div className={lists.peopleTable}>
        <ListTable
          label="Rows"
          pages={askPages('listCampaignRows', { params: { id }, query })}
          columns={COLUMNS}
          idOf={({ row }) => `${row}`}
          empty="No row is like this."
        >
          {null}
        </ListTable>
      </div>
    </div>
  );
}

const ROW_WORDS: Readonly<Record<Row['status'], string>> = {
  ...{ pending: 'still to come', created: 'entered', duplicate: 'was in it before', refused: 'left out' },
};

const whatBecame = ({ status, code: name }: Row): string =>
  name === 'updated' ? 'corrected' : name === 'not_updated' ? 'not corrected' : ROW_WORDS[status];

const COLUMNS: readonly Column<Row>[] = [
  { title: 'Row', width: '56px', isNumeric: true, cell: ({ row }) => row },
  { title: 'Who', width: 'minmax(0, 2fr)', cell: (row) => <span title={nameOfLead(row)}>{nameOfLead(row)}</span> },
  { title: 'Status', width: '112px', cell: whatBecame },
  {
    title: 'Why',
    width: 'minmax(0, 4fr)',
    isWide: true,
    cell: ({ message, code: name, outcome }) => (
      <span title={message ?? ''}>{message ?? (name === null ? outcome?.replaceAll('_', ' ') : code(name))}</span>
    ),
  },
];

/** The button that tries again: what passes by itself may be over by now. */
function Retry({ campaign: { id, name } }: { readonly campaign: Campaign }) {
  const retry = useChange('retryCampaign');
  const [isAsked, ask] = useState(false);
  const params = { id };
  return (
    <>
      <Button size="compact-xs" variant="default" onClick={() => ask(true)}>
        Try again …
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={`Try the rows of ${name} again?`}
          button="Try them again"
          isGentle
          matched={async () => ({
            matched: (await retry.rehearse({ params, query: { dry_run: true } })).retried,
          })}
          says={(who) => `${who} were left out for something that passes. They enter if it has passed.`}
          alternative="Rows that are wrong in themselves are not tried: mend the file and send it again."
          onClose={() => ask(false)}
          onConfirm={async () => {
            const { retried } = await retry.mutateAsync({ params });
            tellDone(`${countOf(retried, 'row')} tried again.`);
          }}
        />
      )}
    </>
  );
}
