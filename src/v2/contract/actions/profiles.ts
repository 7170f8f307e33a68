import { z } from 'zod';
import { defineAction, READS, TOUCHES } from '../definition.ts';
import { offsetListFields, offsetPagination } from '../envelope.ts';
import { BATCH } from '../limits.ts';
import { isGiven, offsetParams, oneOrMany, profileReference, stringOrArray, word } from '../params.ts';
import { companyRecord, profileRecord, profileSearchResult, unlockedProfile } from '../records/profile.ts';

const PROFESSIONAL = ['professional'] as const;
const oneProfile = () => z.object({ profile_url: profileReference() });

const search = {
  /**
   * @unspecified the form: the URL of the network's people search, whose query holds `keywords`, `firstName`, `lastName`,
   * `title`, `company` and, as lists, `network`, `geoUrn`, `currentCompany`, `pastCompany`, `schoolFilter`, `industry`. What
   * the params beside it say of the same filter goes first.
   */
  search_url: z.string().optional(),
  keyword: z.string().optional(),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  title: z.string().optional(),
  company_name: z.string().optional(),
  company_url: stringOrArray().optional(),
  past_company: stringOrArray().optional(),
  location: stringOrArray().optional(),
  school_url: stringOrArray().optional(),
  industry: stringOrArray().optional(),
  /** @unspecified beyond `F` and `S`: `O` is everyone else, and any other code is refused. */
  network: oneOrMany(z.enum(['F', 'S', 'O'])).optional(),
  connection_of: z.string().optional(),
  follower_of: z.string().optional(),
};

export const profiles = {
  get_me: defineAction({
    category: 'profiles',
    action: 'get_me',
    spec: 'category endpoints',
    summary: "The account's own profile",
    channels: PROFESSIONAL,
    params: z.object({}),
    data: profileRecord,
    charge: { kind: 'fixed', credits: 1 },
    pagination: null,
    ...READS,
  }),
  get: defineAction({
    category: 'profiles',
    action: 'get',
    spec: 'category endpoints',
    summary: "A person's profile, read without leaving a visit",
    channels: PROFESSIONAL,
    params: oneProfile(),
    data: profileRecord,
    charge: { kind: 'fixed', credits: 1 },
    pagination: null,
    ...READS,
  }),
  get_contact: defineAction({
    category: 'profiles',
    action: 'get_contact',
    spec: 'category endpoints',
    summary: 'Contact details that a connection shares',
    channels: PROFESSIONAL,
    params: oneProfile(),
    /** @unspecified empty lists unless connected. */
    data: z.looseObject({
      emails: z.array(z.string()),
      phones: z.array(z.string()),
      websites: z.array(z.string()),
    }),
    charge: { kind: 'fixed', credits: 1 },
    pagination: null,
    ...READS,
  }),
  visit: defineAction({
    category: 'profiles',
    action: 'visit',
    spec: 'category endpoints',
    summary: 'Visits a profile; the person may see who looked',
    channels: PROFESSIONAL,
    params: oneProfile(),
    /** @unspecified */
    data: z.looseObject({
      visited: z.boolean(),
      profile_url: z.string(),
      profile_id_url: z.string(),
      member_urn: z.string(),
      degree: z.int().nullable(),
    }),
    charge: { kind: 'fixed', credits: 1 },
    pagination: null,
    effect: 'touch',
    limit_class: 'visit',
    reconciliation: { by: 'repeat' },
  }),
  search_people: defineAction({
    category: 'profiles',
    action: 'search_people',
    spec: 'profiles / search_people',
    summary: 'People that match the filters',
    channels: PROFESSIONAL,
    params: z.object({ ...search, ...offsetParams() }),
    /** @unspecified that `pagination` is here too: the section names the totals only. */
    data: z.looseObject({
      profiles: z.array(profileSearchResult),
      ...offsetListFields(),
      pagination: offsetPagination.optional(),
    }),
    charge: { kind: 'per_results', credits: 1, results: 10 },
    pagination: { kind: 'offset', batch: BATCH.people, pages_fetched: true },
    ...READS,
    rules: (params) =>
      Object.keys(search).some((name) => isGiven(Reflect.get(params, name)))
        ? []
        : [`at least one search parameter is required (${Object.keys(search).join(', ')})`],
  }),
  search_companies: defineAction({
    category: 'profiles',
    action: 'search_companies',
    spec: 'category endpoints',
    summary: 'Companies that match the filters',
    channels: PROFESSIONAL,
    /** @unspecified */
    params: z.object({
      keyword: z.string().optional(),
      location: stringOrArray().optional(),
      industry: stringOrArray().optional(),
      company_size: stringOrArray().optional(),
      sector: stringOrArray().optional(),
      ...offsetParams(),
    }),
    data: z.looseObject({ companies: z.array(companyRecord), ...offsetListFields() }),
    charge: { kind: 'per_results', credits: 1, results: 10 },
    pagination: { kind: 'offset', batch: BATCH.companies, pages_fetched: true },
    ...READS,
  }),
  get_company: defineAction({
    category: 'profiles',
    action: 'get_company',
    spec: 'category endpoints',
    summary: "A company's page",
    channels: PROFESSIONAL,
    /** @unspecified */
    params: z.object({ company_url: word() }),
    data: companyRecord,
    charge: { kind: 'fixed', credits: 1 },
    pagination: null,
    ...READS,
  }),
  unlock: defineAction({
    category: 'profiles',
    action: 'unlock',
    spec: 'profiles / unlock',
    summary: 'Unlocks a member on the premium seat; spends one of its monthly unlocks',
    channels: PROFESSIONAL,
    params: z
      .object({ profile: profileReference().optional(), profile_url: profileReference().optional() })
      .transform((params, context) => {
        const profile = params.profile ?? params.profile_url;
        if (profile !== undefined) return { profile };
        context.addIssue({ code: 'custom', path: ['profile'], message: 'is required' });
        return z.NEVER;
      }),
    data: unlockedProfile,
    /** @unspecified that repeating an unlock is free, and that one too many is refused, and charged, like one without a seat. */
    charge: { kind: 'fixed', credits: 1, free_when_repeated: true },
    pagination: null,
    ...TOUCHES,
  }),
} as const;
