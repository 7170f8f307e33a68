import { closeBidi } from '../../../shared/kit/close-bidi.ts';
import type { AskedOf } from '../../api-client/asked.ts';
import { CELL_WORDS } from '../accounts/calendar/cell-place.ts';

/** Words that the address of a campaign may hold: which part of it is shown, and of which number the people. */
const RESULT_WORDS = [
  ...(['step', 'result', 'standing', 'answered', 'contacted', 'accepted', 'replied', 'positive', 'judged'] as const),
  ...(['label', 'outcome', 'group', 'split', 'arm'] as const),
] as const;
export const CAMPAIGN_WORDS = [
  'view',
  'status',
  'node',
  'by',
  'code',
  'first',
  ...RESULT_WORDS,
  ...CELL_WORDS,
] as const;

export type CampaignAddress = { readonly [Word in (typeof CAMPAIGN_WORDS)[number]]?: string };

export const VIEWS = [
  ...([{ view: 'overview', title: 'Overview', needs: 'getCampaign' }] as const),
  ...([{ view: 'people', title: 'People', needs: 'listEnrollments' }] as const),
  ...([{ view: 'graph', title: 'Graph', needs: 'getStats' }] as const),
  ...([{ view: 'arms', title: 'Arms', needs: 'getExperiments' }] as const),
  ...([{ view: 'forecast', title: 'Forecast', needs: 'forecastCampaign' }] as const),
  ...([{ view: 'calendar', title: 'Calendar', needs: 'getCapacity' }] as const),
  ...([{ view: 'source', title: 'Source', needs: 'listCampaignRows' }] as const),
] as const;
export type View = (typeof VIEWS)[number]['view'];

export const viewOf = (given: string | undefined): View => VIEWS.find(({ view }) => view === given)?.view ?? 'overview';

export const POSITION_STATUSES = ['queued', 'active', 'paused', 'needs_person', 'finished'] as const;
const RESULTS = ['done', 'in_doubt', 'refused', 'not_done'] as const;
const FLAGS = ['contacted', 'accepted', 'replied', 'positive', 'judged'] as const;

type EnrollmentQuery = NonNullable<AskedOf<'listEnrollments'>['query']>;
type Result = NonNullable<AskedOf<'listResultPeople'>['query']>;

/** The people whom the address asks for: by where they stand now, or those who are counted by a number of the results. */
export type WhoIsAsked =
  | { readonly by: 'standing'; readonly query: Pick<EnrollmentQuery, 'status' | 'node'> }
  | { readonly by: 'result'; readonly query: Result };

export function whoIsAsked(address: CampaignAddress): WhoIsAsked {
  const said = RESULT_WORDS.filter((word) => address[word] !== undefined);
  if (said.length === 0) {
    const status = POSITION_STATUSES.find((one) => one === address.status);
    const { node } = address;
    return {
      by: 'standing',
      query: { ...(status === undefined ? {} : { status }), ...(node === undefined ? {} : { node }) },
    };
  }
  const words = Object.fromEntries(said.map((word) => [word, address[word]]));
  const result = RESULTS.find((one) => one === address.result);
  const flags = Object.fromEntries(
    FLAGS.flatMap((flag) =>
      address[flag] === 'true' || address[flag] === 'false' ? [[flag, address[flag] === 'true']] : [],
    ),
  );
  for (const word of ['result', ...FLAGS]) delete words[word];
  const { by, group } = address;
  return {
    by: 'result',
    query: {
      ...{ ...words, ...flags },
      ...(result === undefined ? {} : { result }),
      // An empty word is none in an address.
      ...(group === undefined ? {} : { group: group === NO_GROUP ? '' : group }),
      ...(by === undefined || !isGrouping(by) ? {} : { by }),
    },
  };
}

/** Those of a group who have no value. */
export const NO_GROUP = '-';

const isGrouping = (by: string): boolean =>
  /^(week|sender|company|country|location|timezone|headline|vars\.[A-Za-z_][\w-]{0,99})$/.test(by);

export const groupingOf = (by: string | undefined): string => (by !== undefined && isGrouping(by) ? by : 'week');

/** The metrics by which the arms of a split are compared. */
export const METRICS = [
  ...([
    ['positive', 'positive replies'],
    ['replied', 'replies'],
    ['accepted', 'accepted invitations'],
  ] as const),
] as const;
export type Metric = (typeof METRICS)[number][0];

export const metricOf = (first: string | undefined): Metric | undefined => METRICS.find(([one]) => one === first)?.[0];

/** Says in words what is asked for, so that a table says whom it shows. `titles` of the steps, by their names in the results. */
export function inWords({ by, query }: WhoIsAsked, titles: ReadonlyMap<string, string>): string {
  const titleOf = (step: string): string => {
    const title = titles.get(step);
    return title === undefined ? 'a step' : `“${title}”`;
  };
  if (by === 'standing') return query.node === undefined ? '' : `at ${titleOf(query.node)}`;
  const { step, result, standing, answered, label, outcome, group, arm, ...flags } = query;
  const parts = [
    ...(step === undefined
      ? []
      : [`reached ${titleOf(step)}${result === undefined ? '' : `: ${result.replaceAll('_', ' ')}`}`]),
    ...(standing === undefined ? [] : [`stand at ${titleOf(standing)}`]),
    ...(answered === undefined ? [] : [`answered ${titleOf(answered)}`]),
    ...(arm === undefined ? [] : [`arm ${arm}`]),
    ...FLAGS.flatMap((flag) => (flags[flag] === undefined ? [] : [`${flags[flag] ? '' : 'not '}${flag}`])),
    ...(label === undefined ? [] : [label === 'none' ? 'without a label' : `labeled ${label}`]),
    ...(outcome === undefined ? [] : [`ended: ${outcome.replaceAll('_', ' ')}`]),
    ...(group === undefined ? [] : [`${query.by ?? 'week'}: ${group === '' ? 'without one' : closeBidi(group)}`]),
  ];
  return parts.join(', ');
}
