import { z } from 'zod';

/**
 * Types of posts that `post_type` of content / search may ask for.
 * @unspecified all but the first three; which of them a network has posts of is its own affair.
 */
export const POST_TYPES = [
  'VIDEOS',
  'IMAGES',
  'ARTICLES',
  'DOCUMENTS',
  'LIVE_VIDEOS',
  'COLLABORATIVE_ARTICLES',
  'JOBS',
  'POLLS',
] as const;

/** spec: Post (content search item). */
export const post = z.looseObject({
  backend_urn: z.string(),
  shareUrl: z.string(),
  text: z.string(),
  numLikes: z.int(),
  numComments: z.int(),
  numShares: z.int(),
  actor_name: z.string(),
  actor_description: z.string(),
  actor_image: z.string(),
  actor_profile_url: z.string(),
  /** Epoch seconds: the one record whose time is not in milliseconds. */
  created_time: z.int(),
  post_images: z.array(z.string()),
  shareAudience: z.string(),
});
export type PostRecord = z.infer<typeof post>;

/** spec: Comment (get_comments item). */
export const comment = z.looseObject({
  /** Together with `tracking_id`, the argument of `answer_comment`. */
  comment_urn: z.string(),
  tracking_id: z.string(),
  comment_text: z.string(),
  /** Epoch milliseconds. */
  created_time: z.int(),
  commenter: z.looseObject({
    name: z.string(),
    profile_urn: z.string(),
    linkedin_url: z.string(),
    occupation: z.string(),
  }),
});
export type CommentRecord = z.infer<typeof comment>;

export const REACTION_TYPES = ['LIKE', 'PRAISE', 'EMPATHY', 'INTEREST', 'APPRECIATION', 'ENTERTAINMENT'] as const;

/** spec: Reaction (get_reactions item). */
export const reaction = z.looseObject({
  type: z.enum(REACTION_TYPES),
  name: z.string(),
  subtitle: z.string(),
  profile_url: z.string(),
  actor_urn: z.string(),
});
export type ReactionRecord = z.infer<typeof reaction>;
