import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import type { ItemOf, ListName } from '../../api-client/asked.ts';
import type { askPages } from '../data/ask.ts';
import { Answered } from './answered.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { EmptyState } from './empty-state.tsx';
import { useNextPage } from './use-next-page.ts';

interface ListTableProps<Name extends ListName> {
  readonly label: string;
  readonly pages: ReturnType<typeof askPages<Name>>;
  readonly columns: readonly Column<ItemOf<Name>>[];
  idOf?(item: ItemOf<Name>): string;
  readonly sort?: string;
  onSort?(sort: string): void;
  /** In place of an empty table: why it is, and what to do next. */
  readonly empty: string;
  readonly children?: ReactNode;
}

/** A list of the API as a table, page by page as somebody scrolls. */
export function ListTable<Name extends ListName>({
  label,
  pages,
  columns,
  idOf = ownId,
  sort,
  onSort,
  empty,
  children,
}: ListTableProps<Name>) {
  const list = useInfiniteQuery(pages);
  const { data } = list;
  const rows = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
  const goOn = useNextPage(list);
  const counted = data?.pages[0]?.count;
  return (
    <Answered query={list} rows={8}>
      {() =>
        rows.length === 0 ? (
          <EmptyState says={empty}>{children}</EmptyState>
        ) : (
          <DataTable {...{ label, columns, rows, idOf, sort, onSort }} count={counted?.value} onEnd={goOn} />
        )
      }
    </Answered>
  );
}

/** The id that nearly every item of a list has. */
const ownId = (item: unknown): string =>
  typeof item === 'object' && item !== null && 'id' in item ? `${item.id}` : '';
