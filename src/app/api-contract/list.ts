import { z } from 'zod';
import { flag, PAGE } from './fields.ts';
import type { Operation } from './operation.ts';

/** Rows are counted so far: further on it is only said that there are more. */
export const MOST_COUNTED = 10_000;

const counted = z
  .object({
    value: z.int(),
    exact: z.boolean().describe(`False: there are more than these ${MOST_COUNTED}.`),
  })
  .meta({ id: 'Count' });

/** A page of a list, which rows that come and go never shift. */
export const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    next_cursor: z.string().nullable().describe('Of the next page; null: there is none.'),
    count: counted.optional().describe('With `count`: how many there are on all pages.'),
  });

/** The names that may be asked for: `?fields=id,status`. */
const fieldsOf = <Item extends z.ZodObject>(item: Item) =>
  z
    .preprocess(
      (given) => (typeof given === 'string' ? given.split(',').map((name) => name.trim()) : given),
      z.array(item.keyof()).min(1).optional(),
    )
    .describe('Only these fields of the items.');

const sortOf = <const Sort extends readonly [string, ...string[]]>(sorts: Sort) =>
  z.enum(sorts).optional().describe(`What comes first; \`-\`: the last. Without it: \`${sorts[0]}\`.`);

/** The query of a list that is read at once, without pages. */
export const wholeListQuery = <Item extends z.ZodObject, const Sort extends readonly [string, ...string[]]>(
  item: Item,
  sorts: Sort,
) => z.strictObject({ sort: sortOf(sorts), fields: fieldsOf(item) });

/** The query of every list; its filters extend it. The first of `sorts` is the usual one; `-` is for descending. */
export const listQuery = <Item extends z.ZodObject, const Sort extends readonly [string, ...string[]]>(
  item: Item,
  sorts: Sort,
) =>
  z.strictObject({
    ...PAGE,
    sort: sortOf(sorts),
    fields: fieldsOf(item),
    count: flag.describe(`Say too how many there are: exactly, up to ${MOST_COUNTED}.`),
  });

/** The items of a list; null: the operation answers with something else. */
export function itemOf({ answers }: Operation): z.ZodObject | null {
  const page = answers[200];
  if (!(page instanceof z.ZodObject) || !('next_cursor' in page.shape)) return null;
  const { items } = page.shape;
  return items instanceof z.ZodArray && items.element instanceof z.ZodObject ? items.element : null;
}

/** The schema of an operation's answer; `fields`: by them its items have been cut. */
export function answerOf(operation: Operation, status: number, fields: unknown): z.ZodType | null {
  const item = fields === undefined || status !== 200 ? null : itemOf(operation);
  return item === null ? (operation.answers[status] ?? null) : listOf(item.partial());
}
