import { expect, it } from 'vitest';
import { isOrdered } from './rows-in-one-order.ts';

it.each([
  'select id from leads order by id',
  'with asked as (select 1) select * from asked order by asked.place',
  'select id from leads order by coalesce(name, id), id limit 2',
])('keeps the rows as they come of %s', (text) => {
  expect(isOrdered(text)).toBe(true);
});

it.each([
  'select id from leads',
  'with locked as (select id from leads order by id for update) select * from locked',
  'with gone as (delete from leads returning id) select id from gone',
  'update leads set name = null returning id',
])('puts the rows in one order of %s', (text) => {
  expect(isOrdered(text)).toBe(false);
});
