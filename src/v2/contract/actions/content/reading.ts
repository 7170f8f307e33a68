import { z } from 'zod';
import { defineAction, READS } from '../../definition.ts';
import { offsetListFields } from '../../envelope.ts';
import { BATCH } from '../../limits.ts';
import { isGiven, offsetParams, stringOrArray, word } from '../../params.ts';
import { comment, POST_TYPES, post, reaction } from '../../records/post.ts';

const PROFESSIONAL = ['professional'] as const;

const filters = {
  /** @unspecified that of several one is enough. */
  keyword: stringOrArray().optional(),
  /** @unspecified that values which nobody knows are refused, here and in `post_date`. */
  post_type: z.enum(POST_TYPES).optional(),
  post_date: z.enum(['past-24h', 'past-week', 'past-month']).optional(),
  profile_url: word().optional(),
  company_url: word().optional(),
  author_company: z.string().optional(),
  author_industry: z.string().optional(),
  author_job_title: z.string().optional(),
  mentions_member: z.string().optional(),
  mentions_organization: z.string().optional(),
  posted_by: z.enum(['first', 'following', 'first,following']).optional(),
};

export const reading = {
  search: defineAction({
    category: 'content',
    action: 'search',
    spec: 'content / search',
    summary: 'Posts that match the filters',
    channels: PROFESSIONAL,
    params: z.object({
      ...filters,
      ...offsetParams(),
      sort_by: z.enum(['date_posted', 'relevance']).default('date_posted'),
    }),
    data: z.looseObject({ posts: z.array(post), ...offsetListFields() }),
    charge: { kind: 'per_results', credits: 1, results: 10 },
    pagination: { kind: 'offset', batch: BATCH.post_search, pages_fetched: true },
    ...READS,
    rules: (params) =>
      Object.keys(filters).some((name) => isGiven(Reflect.get(params, name)))
        ? []
        : [`at least one filter is required (${Object.keys(filters).join(', ')})`],
  }),
  get_feed: defineAction({
    category: 'content',
    action: 'get_feed',
    spec: 'category endpoints',
    summary: "The account's feed",
    channels: PROFESSIONAL,
    /** @unspecified params and answer. */
    params: z.object(offsetParams()),
    data: z.looseObject({ posts: z.array(post), ...offsetListFields() }),
    charge: { kind: 'per_results', credits: 1, results: 10 },
    pagination: { kind: 'offset', batch: BATCH.feed, pages_fetched: true },
    ...READS,
  }),
  get_comments: defineAction({
    category: 'content',
    action: 'get_comments',
    spec: 'content / get_comments and get_reactions',
    summary: 'Comments of a post',
    channels: PROFESSIONAL,
    /** @unspecified oldest first, answers to comments among them; of reactions too, in the order in which they were given. */
    params: z.object({ post_url: word(), ...offsetParams() }),
    data: z.looseObject({ comments: z.array(comment), ...offsetListFields() }),
    charge: { kind: 'per_results', credits: 1, results: 10 },
    pagination: { kind: 'offset', batch: BATCH.comments, pages_fetched: true },
    ...READS,
  }),
  get_reactions: defineAction({
    category: 'content',
    action: 'get_reactions',
    spec: 'content / get_comments and get_reactions',
    summary: 'Reactions to a post',
    channels: PROFESSIONAL,
    params: z.object({ post_url: word(), ...offsetParams() }),
    data: z.looseObject({ reactions: z.array(reaction), ...offsetListFields() }),
    charge: { kind: 'per_results', credits: 1, results: 10 },
    pagination: { kind: 'offset', batch: BATCH.reactions, pages_fetched: true },
    ...READS,
  }),
} as const;
