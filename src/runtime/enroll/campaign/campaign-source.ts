import { z } from 'zod';
import { checkShape } from '../../../shared/kit/check-shape.ts';
import { actionOf } from '../../../v2/contract/actions.ts';
import { RATINGS } from '../../../v2/contract/records/recruiter.ts';
import { FOLLOW_INTERVALS, type FollowInterval } from '../../store/follows/follow.ts';

const LARGEST_SEARCH = 1000;
/**
 * Ratings that are read by default. A candidate whom somebody has found unfit is left out like the rejected, unless that rating is asked for by name.
 */
const WANTED = RATINGS.filter((rating) => rating !== 'NOT_A_FIT');

/** How often the source is read again, so that whoever applies or appears later enters too. Absent: only those who are there at the start enter. */
const follow = z.enum(FOLLOW_INTERVALS).optional();

const candidates = z.strictObject({
  account_id: z.string().min(1),
  job_id: z.union([z.string().min(1), z.int().positive().transform(String)]),
  ratings: z
    .array(z.enum(RATINGS))
    .min(1)
    .default([...WANTED]),
  include_rejected: z.boolean().default(false),
  follow,
});

/** The filters are those of `profiles/search_people`, checked against the contract itself. */
const search = z
  .looseObject({ account_id: z.string().min(1), count: z.int().min(1).max(LARGEST_SEARCH), follow })
  .superRefine(({ account_id: _, count, follow: __, ...filters }, context) => {
    const { params, rules } = actionOf('profiles', 'search_people');
    const unknown = Object.keys(filters).filter((name) => !(name in params.shape) || name === 'offset');
    for (const name of unknown)
      context.addIssue({ code: 'custom', path: [name], message: 'is not a filter of a people search' });
    const read = checkShape(params, { ...filters, count });
    for (const { field, message } of read.ok ? [] : read.error) {
      context.addIssue({ code: 'custom', path: field === '' ? [] : field.split('.'), message });
    }
    const missing = read.ok && unknown.length === 0 ? (rules?.(read.value, 'professional') ?? []) : [];
    for (const message of missing) context.addIssue({ code: 'custom', message });
  });

/** Maps the header of a column to a lead's field, `vars.<name>`, `do_not_contact`, or `ignore`. */
const csvMapping = z.record(z.string(), z.string());

export type CampaignSource =
  | { readonly candidates: z.output<typeof candidates> }
  | { readonly search: SearchSource }
  | { readonly csv: string; readonly mapping: z.output<typeof csvMapping>; readonly country?: string }
  | { readonly leads: readonly unknown[]; readonly country?: string };

/** The source of a campaign's people, as it is asked for. It is no union, whose errors would not say which source is wrong, and how. */
export const campaignSource = z
  .strictObject({
    candidates: candidates.optional(),
    search: search.optional(),
    csv: z.string().min(1).optional(),
    mapping: csvMapping.optional(),
    leads: z.array(z.unknown()).min(1).optional(),
    country: z.string().optional(),
  })
  .transform(({ candidates, search, csv, mapping, leads, country }, context): CampaignSource => {
    const list = country === undefined ? {} : { country };
    const given: CampaignSource[] = [
      ...(candidates === undefined ? [] : [{ candidates }]),
      ...(search === undefined ? [] : [{ search }]),
      ...(csv === undefined ? [] : [{ csv, mapping: mapping ?? {}, ...list }]),
      ...(leads === undefined ? [] : [{ leads, ...list }]),
    ];
    const [source] = given;
    if (source === undefined || given.length > 1) {
      context.addIssue({ code: 'custom', message: 'must name exactly one of candidates, search, csv, leads' });
      return z.NEVER;
    }
    if (mapping !== undefined && csv === undefined)
      context.addIssue({ code: 'custom', message: 'mapping goes with csv' });
    if (country !== undefined && csv === undefined && leads === undefined)
      context.addIssue({ code: 'custom', message: 'country goes with csv or leads' });
    return source;
  });

/** The part of the source that is kept: rows that were handed in are rows of the campaign by then. */
export const keptSource = z.union([
  z.strictObject({ candidates }),
  z.strictObject({ search }),
  z.object({ csv: z.object({}) }),
  z.object({ leads: z.int() }),
]);

export type KeptSource = z.output<typeof keptSource>;
export type CandidateSource = z.output<typeof candidates>;
export type SearchSource = z.output<typeof search>;

/** How often it is looked at again; null: once is all. */
export const followOf = (source: CampaignSource | KeptSource): FollowInterval | null => {
  if ('candidates' in source) return source.candidates.follow ?? null;
  return 'search' in source ? (source.search.follow ?? null) : null;
};
