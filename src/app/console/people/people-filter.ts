import type { AskedOf } from '../../api-client/asked.ts';
import type { ControlFilter } from '../parts/bulk/bulk-control.tsx';

/** Words that the address of the list may hold. */
export const PEOPLE_WORDS = [
  ...(['q', 'campaign_id', 'sequence', 'version', 'status', 'outcome', 'label', 'arm', 'node'] as const),
  ...(['tag', 'account_id', 'waiting_on', 'replied', 'suppressed'] as const),
] as const;
export type PeopleWord = (typeof PEOPLE_WORDS)[number];
export type PeopleAddress = { readonly [Word in PeopleWord]?: string };

export const PEOPLE_STATUSES = ['queued', 'active', 'paused', 'needs_person', 'finished'] as const;

type Query = NonNullable<AskedOf<'listLeads'>['query']>;
/** As the API takes it; what an address says that it would refuse is left out. */
export type PeopleQuery = Pick<Query, PeopleWord>;

export function queryOf({ status, version, replied, suppressed, ...others }: PeopleAddress): PeopleQuery {
  const known = PEOPLE_STATUSES.find((one) => one === status);
  const number = Number(version);
  return {
    ...others,
    ...(known === undefined ? {} : { status: known }),
    ...(Number.isInteger(number) && number > 0 ? { version: number } : {}),
    ...flagOf('replied', replied),
    ...flagOf('suppressed', suppressed),
  };
}

const flagOf = <const Name extends string>(name: Name, said: string | undefined) =>
  said === 'true' || said === 'false' ? ({ [name]: said === 'true' } as { readonly [Key in Name]: boolean }) : {};

/** The same people as a filter of what is done to many; null: it knows no words that are looked for, so that people are named by their ids. */
export const controlFilterOf = ({ q, ...filter }: PeopleQuery): ControlFilter | null =>
  q === undefined ? (Object.keys(filter).length === 0 ? { all: true } : filter) : null;
