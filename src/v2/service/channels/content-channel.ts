import type { ResolvedFile } from '../media/resolved-file.ts';
import type { Call, OffsetRange, Outcome, Page } from './call.ts';

/** The author of a post, comment or reaction, as readers see them. */
export interface Actor {
  readonly name: string;
  /** A person's headline, or a page's industry. */
  readonly description: string;
  readonly image: string;
  readonly profile_url: string;
  readonly urn: string;
}

export interface Post {
  readonly backend_urn: string;
  readonly post_url: string;
  readonly text: string;
  /** Reactions of every type. */
  readonly reactions: number;
  readonly comments: number;
  readonly shares: number;
  readonly author: Actor;
  /** Epoch ms. */
  readonly created_at: number;
  readonly images: readonly string[];
  readonly audience: Audience;
}

export type Audience = 'PUBLIC' | 'CONNECTIONS';

export interface PublishedPost {
  readonly post_url: string;
  readonly backend_urn: string;
}

export interface PostComment {
  readonly comment_urn: string;
  readonly tracking_id: string;
  readonly text: string;
  /** Epoch ms. */
  readonly created_at: number;
  readonly author: Actor;
}

export type ReactionType = 'LIKE' | 'PRAISE' | 'EMPATHY' | 'INTEREST' | 'APPRECIATION' | 'ENTERTAINMENT';

export interface PostReaction {
  readonly type: ReactionType;
  readonly actor: Actor;
}

/** Filters of a search for posts; an absent one does not filter. */
export interface PostFilters {
  /** The text contains one of these phrases. */
  readonly keyword?: readonly string[];
  readonly post_type?: string;
  readonly post_date?: 'past-24h' | 'past-week' | 'past-month';
  readonly profile_url?: string;
  readonly company_url?: string;
  readonly author_company?: string;
  readonly author_industry?: string;
  readonly author_job_title?: string;
  readonly mentions_member?: string;
  readonly mentions_organization?: string;
  readonly posted_by?: 'first' | 'following' | 'first,following';
}

/** Wherever a post is named: its URL, its urn or its `backend_urn`. One that is not there or was deleted is not found. */
export interface ContentChannel {
  publish(
    call: Call,
    post: {
      readonly text: string;
      readonly files: readonly ResolvedFile[];
      readonly audience: Audience;
      /** The page in whose name it is published; null: the account's own. */
      readonly company_url: string | null;
    },
  ): Promise<Outcome<PublishedPost>>;
  repost(call: Call, post: string, text: string | null): Promise<Outcome<PublishedPost>>;
  search(
    call: Call,
    filters: PostFilters,
    sortBy: 'date_posted' | 'relevance',
    range: OffsetRange,
  ): Promise<Outcome<Page<Post>>>;
  /** Newest first. */
  getFeed(call: Call, range: OffsetRange): Promise<Outcome<Page<Post>>>;
  /** The same reaction again changes nothing, another one takes its place. */
  react(call: Call, post: string, type: ReactionType): Promise<Outcome<{ readonly post_url: string }>>;
  comment(call: Call, post: string, text: string): Promise<Outcome<{ readonly comment_urn: string }>>;
  answerComment(
    call: Call,
    post: string,
    answer: { readonly comment_urn: string; readonly tracking_id: string; readonly text: string },
  ): Promise<Outcome<{ readonly comment_urn: string }>>;
  /** Answers to comments included. Oldest first. */
  listComments(call: Call, post: string, range: OffsetRange): Promise<Outcome<Page<PostComment>>>;
  /** In the order in which they were given. */
  listReactions(call: Call, post: string, range: OffsetRange): Promise<Outcome<Page<PostReaction>>>;
  spendTime(call: Call, post: string, durationMs: number): Promise<Outcome<{ readonly post_url: string }>>;
}
