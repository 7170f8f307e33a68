import type { AskedOf } from '../../../api-client/asked.ts';

export const SOURCES = ['candidates', 'search', 'file', 'people'] as const;
export type SourceKind = (typeof SOURCES)[number];

/** As the network's people search names its filters. */
export const FILTERS = [
  ['keyword', 'Keyword'],
  ['title', 'Title'],
  ['company_name', 'Company'],
  ['location', 'Location'],
  ['industry', 'Industry'],
  ['search_url', "Address of the network's own search"],
] as const;
export type Filter = (typeof FILTERS)[number][0];

export const RATINGS = [
  ['GOOD_FIT', 'good fit'],
  ['MAYBE', 'maybe'],
  ['UNRATED', 'not rated'],
  ['NOT_A_FIT', 'not a fit'],
] as const;
type Rating = (typeof RATINGS)[number][0];

/** A person who is known already, as they enter. */
export interface Picked {
  readonly id: string;
  readonly name: string;
  readonly lead: Readonly<Record<string, unknown>>;
}

/** All that is typed of a new campaign, as it is kept. */
export interface CampaignDraft {
  readonly name: string;
  readonly sequence: string;
  readonly weight: string;
  readonly source: SourceKind;
  readonly account_id: string;
  /** Accounts to send from, as `channel account`; of a channel that has none, those that the sequence names. */
  readonly senders: readonly string[];
  readonly follows: boolean;
  readonly job_id: string;
  readonly ratings: readonly Rating[];
  readonly includes_rejected: boolean;
  readonly count: string;
  readonly filters: Readonly<Partial<Record<Filter, string>>>;
  /** From the header of a column to what it becomes. */
  readonly mapping: Readonly<Record<string, string>>;
  /** The encoding of the file; empty: the one it is found to have. */
  readonly encoding: string;
  /** True where what the file says otherwise of people who are in the sequence already replaces what is known. */
  readonly updates: boolean;
  readonly people: readonly Picked[];
}

export const EMPTY_DRAFT: CampaignDraft = {
  ...{ name: '', sequence: '', weight: '1', source: 'candidates', account_id: '', follows: false },
  senders: [],
  ...{ job_id: '', ratings: ['GOOD_FIT', 'MAYBE', 'UNRATED'], includes_rejected: false },
  ...{ count: '100', filters: {}, mapping: {}, encoding: '', updates: false, people: [] },
};

/** Reads what was kept, by an earlier build perhaps: a part that is not of its kind is as in an empty draft. */
export function readDraft(kept: unknown): CampaignDraft {
  const found: Readonly<Record<string, unknown>> = Object(kept);
  const fits = ([name, empty]: [string, unknown]) =>
    typeof found[name] === typeof empty && Array.isArray(found[name]) === Array.isArray(empty) && found[name] !== null;
  const same = Object.entries(EMPTY_DRAFT).filter(fits);
  const draft = { ...EMPTY_DRAFT, ...Object.fromEntries(same.map(([name]) => [name, found[name]])) };
  return SOURCES.includes(draft.source) ? draft : { ...draft, source: EMPTY_DRAFT.source };
}

export type Asked = AskedOf<'createCampaign'>;

export type Request =
  | { readonly ok: true; readonly asked: Asked }
  /** Parts that are not filled in yet, in words. */
  | { readonly ok: false; readonly missing: readonly string[] };

/** Makes the request of a draft to the API. */
export function requestOf(draft: CampaignDraft, file: Blob | null): Request {
  const [name, sequence] = [draft.name.trim(), draft.sequence];
  const weight = Number(draft.weight);
  const missing = [
    ...(name === '' ? ['a name'] : []),
    ...(sequence === '' ? ['a sequence'] : []),
    ...(Number.isInteger(weight) && weight >= 1 && weight <= 100 ? [] : ['a weight from 1 to 100']),
    ...missingOf(draft, file),
  ];
  if (missing.length > 0) return { ok: false, missing };
  const senders = sendersOf(draft);
  if (draft.source === 'file' && file !== null) {
    const encoding = draft.encoding === '' ? {} : { encoding: draft.encoding };
    const taken = draft.updates ? { update: true } : {};
    const from = senders === undefined ? {} : { senders: JSON.stringify(senders) };
    const said = { name, sequence, weight: `${weight}`, mapping: JSON.stringify(mappingOf(draft)) };
    const query = { ...said, ...from, ...encoding, ...taken };
    return { ok: true, asked: { query, file: { type: 'text/csv', content: file } } };
  }
  const from = senders === undefined ? {} : { senders };
  return { ok: true, asked: { body: { name, sequence, weight, ...from, source: sourceOf(draft) } } };
}

/** Whether it asks for what the list says otherwise of people who are in the sequence already. */
export const takesDifferences = (request: Request): boolean =>
  request.ok && 'query' in request.asked && request.asked.query?.update === true;

const CHANNELS = ['professional', 'messenger', 'email'] as const;

/** Accounts to send from, by channel. */
export type Senders = { readonly [Channel in (typeof CHANNELS)[number]]?: string[] };

/** Undefined: nobody has chosen any. */
export function sendersOf({ senders }: CampaignDraft): Senders | undefined {
  const chosen = CHANNELS.flatMap((channel) => {
    const ids = senders.flatMap((one) => (one.startsWith(`${channel} `) ? [one.slice(channel.length + 1)] : []));
    return ids.length === 0 ? [] : [[channel, ids] as const];
  });
  return chosen.length === 0 ? undefined : Object.fromEntries(chosen);
}

const mappingOf = ({ mapping }: CampaignDraft): Record<string, string> =>
  Object.fromEntries(Object.entries(mapping).filter(([, to]) => to !== ''));

const filtersOf = ({ filters }: CampaignDraft): [string, string][] =>
  Object.entries(filters).flatMap(([name, value]) => (value.trim() === '' ? [] : [[name, value.trim()]]));

function missingOf(draft: CampaignDraft, file: Blob | null): string[] {
  const account = draft.account_id === '' ? ['the account that reads it'] : [];
  switch (draft.source) {
    case 'candidates':
      return [
        ...account,
        ...(draft.job_id.trim() === '' ? ['the job'] : []),
        ...(draft.ratings.length === 0 ? ['a rating'] : []),
      ];
    case 'search': {
      const count = Number(draft.count);
      const isCount = Number.isInteger(count) && count >= 1 && count <= 1000;
      return [
        ...account,
        ...(filtersOf(draft).length === 0 ? ['a filter'] : []),
        ...(isCount ? [] : ['how many, up to 1,000']),
      ];
    }
    case 'file':
      return file === null ? ['a file'] : [];
    case 'people':
      return draft.people.length === 0 ? ['a person'] : [];
  }
}

type Source = Extract<Asked, { readonly body: unknown }>['body']['source'];

function sourceOf({ source, account_id, follows, ...draft }: CampaignDraft): Source {
  const follow = follows ? { follow: 'daily' as const } : {};
  if (source === 'candidates') {
    const { ratings, includes_rejected } = draft;
    const job_id = draft.job_id.trim();
    return {
      candidates: { account_id, job_id, ratings: [...ratings], include_rejected: includes_rejected, ...follow },
    };
  }
  if (source === 'search') {
    const filters = filtersOf({ ...draft, source, account_id, follows });
    return { search: { account_id, count: Number(draft.count), ...Object.fromEntries(filters), ...follow } };
  }
  return { leads: draft.people.map(({ lead }) => lead) };
}

/** Two with the same one ask the same. */
export const fingerprintOf = (draft: CampaignDraft, file: File | null): string =>
  JSON.stringify([draft, file === null ? null : [file.name, file.size, file.lastModified]]);
