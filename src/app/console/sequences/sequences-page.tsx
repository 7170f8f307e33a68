import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ItemOf } from '../../api-client/asked.ts';
import { ask, askPages } from '../data/ask.ts';
import { useMay } from '../data/who.ts';
import type { Column } from '../parts/data-table.tsx';
import { ListTable } from '../parts/list-table.tsx';
import { PageFrame } from '../parts/page-frame.tsx';
import { Tag } from '../parts/tag.tsx';
import { Time } from '../parts/time.tsx';
import { UnpublishedDrafts } from './unpublished-drafts.tsx';

type Sequence = ItemOf<'listSequences'>;

const COLUMNS: readonly Column<Sequence>[] = [
  {
    title: 'Sequence',
    width: 'minmax(0, 2fr)',
    cell: ({ name }) => (
      <Link to="/sequences/$name" params={{ name }} title={name}>
        {name}
      </Link>
    ),
  },
  {
    title: 'What it is for',
    width: 'minmax(0, 4fr)',
    isWide: true,
    cell: ({ description }) => <span title={description ?? ''}>{description}</span>,
  },
  {
    title: 'Kept by',
    width: '128px',
    isWide: true,
    cell: ({ kept_by, has_draft }) => (
      <>
        {kept_by} {has_draft && <Tag tone="warn">draft</Tag>}
      </>
    ),
  },
  { title: 'Version', width: '64px', isNumeric: true, cell: ({ version }) => version },
  { title: 'Inside', width: '72px', isNumeric: true, cell: ({ name }) => <PeopleInside sequence={name} /> },
  { title: 'Published', width: '140px', isWide: true, cell: ({ created_at }) => <Time at={created_at} /> },
];

/** How many are under way in it, and the way to them. */
function PeopleInside({ sequence }: { readonly sequence: string }) {
  const { data } = useQuery(ask('listEnrollments', { query: { sequence, status: 'active', limit: 1, count: true } }));
  const count = data?.count;
  if (count === undefined || count.value === 0) return count === undefined ? null : '0';
  return (
    <Link to="/people" search={{ sequence, status: 'active' }} title="Who they are">
      {count.value.toLocaleString('en')}
      {count.exact ? '' : '+'}
    </Link>
  );
}

/** All sequences, by name. */
export function SequencesPage() {
  const may = useMay();
  const button = may('planSequence') && (
    <Button component={Link} to="/new-sequence">
      New sequence …
    </Button>
  );
  return (
    <PageFrame title="Sequences" isFixed about={<UnpublishedDrafts />} actions={button}>
      <ListTable
        label="Sequences"
        pages={askPages('listSequences')}
        columns={COLUMNS}
        empty="No sequence is published yet."
      >
        {may('planSequence') ? (
          <>Begin one from an example: nobody is contacted before you publish it and enroll people.</>
        ) : (
          'An editor publishes one.'
        )}
      </ListTable>
    </PageFrame>
  );
}
