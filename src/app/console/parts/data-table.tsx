import { createColumnHelper, tableFeatures, useTable } from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type ReactNode, useEffect, useMemo, useRef } from 'react';
import classes from './parts.module.css';
import { useIsNarrow } from './use-is-narrow.ts';
import { useRowKeys } from './use-row-keys.ts';

export interface Column<Row> {
  readonly title: string;
  /** As in CSS: `2fr`, `90px`. */
  readonly width: string;
  readonly isNumeric?: boolean;
  /** On a phone there is no place for it. */
  readonly isWide?: boolean;
  /** The orders of the list by it, as the API names them; the one that is asked for first, first. */
  readonly sorts?: readonly [string, string];
  cell(row: Row): ReactNode;
}

interface DataTableProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** How many there are on all pages. */
  readonly count?: number | undefined;
  idOf(row: Row): string;
  /** The present order; it is named where there are columns with `sorts`. */
  readonly sort?: string | undefined;
  readonly onSort?: ((sort: string) => void) | undefined;
  /** The end is near: the next page, if there is one. */
  onEnd?(): void;
}

const features = tableFeatures({});
/** The library knows only rows that are objects. */
type Wrapped<Row> = { readonly row: Row };
const ROW = 36;
/** As wide as a finger. */
const NARROW_ROW = 44;
const AHEAD = 10;

/** A long list, of which only the rows on the screen are there. The first link of a row opens it; `j` and `k` go from one to the next. */
export function DataTable<Row>({ label, columns, rows, count, idOf, sort, onSort, onEnd }: DataTableProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null);
  const isNarrow = useIsNarrow();
  const helper = useMemo(() => createColumnHelper<typeof features, Wrapped<Row>>(), []);
  const defined = useMemo(
    () =>
      helper.columns(
        columns.map((column) =>
          helper.display({ id: column.title, header: column.title, cell: ({ row }) => column.cell(row.original.row) }),
        ),
      ),
    [helper, columns],
  );
  const data = useMemo(() => rows.map((row): Wrapped<Row> => ({ row })), [rows]);
  const table = useTable({ features, columns: defined, data, getRowId: ({ row }) => idOf(row) });
  const shown = table.getRowModel().rows;
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isNarrow ? NARROW_ROW : ROW),
    overscan: 8,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows have another height on a phone.
  useEffect(() => virtual.measure(), [virtual, isNarrow]);

  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= shown.length - AHEAD) onEnd?.();
  }, [last, shown.length, onEnd]);

  /** The current row by its id: rows that come shift the others. */
  const place = useRef<string>(undefined);
  useRowKeys((step) => {
    const focused = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row;
    // A row that was scrolled out of sight has lost the focus with its element, and not its place.
    const now = focused === undefined ? shown.findIndex(({ id }) => id === place.current) : Number(focused);
    const next = Math.min(Math.max(now < 0 ? 0 : now + step, 0), shown.length - 1);
    place.current = shown[next]?.id;
    virtual.scrollToIndex(next);
    // It may have to be drawn first.
    requestAnimationFrame(() => scroller.current?.querySelector<HTMLElement>(`[data-row="${next}"] a`)?.focus());
  });

  const styleOf = (at: number) => {
    const column = columns[at];
    return [classes.cell, column?.isNumeric ? classes.numeric : '', column?.isWide ? classes.wide : ''].join(' ');
  };
  const widths = {
    '--columns': columns.map(({ width }) => width).join(' '),
    '--narrow-columns': columns.flatMap(({ width, isWide }) => (isWide ? [] : [width])).join(' '),
  } as CSSProperties;
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows that are placed one by one are no rows of a table element.
    <div
      ref={scroller}
      className={classes.table}
      style={widths}
      role="table"
      aria-label={label}
      aria-rowcount={(count ?? shown.length) + 1}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it.
      tabIndex={0}
    >
      {table.getHeaderGroups().map((group) => (
        // biome-ignore lint/a11y/useSemanticElements: as above.
        // biome-ignore lint/a11y/useFocusableInteractive: its cells are only read.
        <div key={group.id} role="row" className={classes.tableHead} aria-rowindex={1}>
          {group.headers.map((header, at) => (
            // biome-ignore lint/a11y/useSemanticElements: as above.
            // biome-ignore lint/a11y/useFocusableInteractive: as above.
            <div
              key={header.id}
              role="columnheader"
              className={styleOf(at)}
              aria-sort={sortOf(columns[at]?.sorts, sort)}
            >
              <Sorting sorts={columns[at]?.sorts} sort={sort} onSort={onSort}>
                <table.FlexRender header={header} />
              </Sorting>
            </div>
          ))}
        </div>
      ))}
      {/* biome-ignore lint/a11y/useSemanticElements: an element of a table takes no height of its own, and only some of its rows are there. */}
      <div role="rowgroup" style={{ position: 'relative', height: virtual.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const row = shown[index];
          if (row === undefined) return null;
          return (
            // biome-ignore lint/a11y/useSemanticElements: as above.
            // biome-ignore lint/a11y/useFocusableInteractive: the link in it has the focus.
            <div
              key={row.id}
              role="row"
              className={classes.tableRow}
              style={{ transform: `translateY(${start}px)` }}
              data-row={index}
              aria-rowindex={index + 2}
            >
              {row.getAllCells().map((cell, at) => (
                // biome-ignore lint/a11y/useSemanticElements: as above.
                <div key={cell.id} role="cell" className={styleOf(at)}>
                  <table.FlexRender cell={cell} />
                </div>
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function sortOf(sorts: readonly string[] | undefined, sort: string | undefined) {
  if (sorts === undefined || sort === undefined) return undefined;
  if (!sorts.includes(sort)) return 'none';
  return sort.startsWith('-') ? 'descending' : 'ascending';
}

interface SortingProps {
  readonly sorts: readonly [string, string] | undefined;
  readonly sort: string | undefined;
  readonly onSort: ((sort: string) => void) | undefined;
  readonly children: ReactNode;
}

/** The title of a column, by which a list may be put in order. */
function Sorting({ sorts, sort, onSort, children }: SortingProps) {
  if (sorts === undefined || onSort === undefined) return children;
  const [first, second] = sorts;
  const isOrdered = sort === first || sort === second;
  return (
    <button type="button" className={classes.sort} onClick={() => onSort(sort === first ? second : first)}>
      {children} {isOrdered && <span aria-hidden>{sort?.startsWith('-') ? '↓' : '↑'}</span>}
    </button>
  );
}
