import type { Call } from '../../call.ts';
import type { Audience, Post } from '../../content-channel.ts';
import { loadActors } from './actors.ts';
import { postUrl, postUrn } from './post-addresses.ts';

type PostRow = {
  readonly post_key: string;
  readonly post_id: string;
  readonly person_id: number | null;
  readonly company: string | null;
  readonly account_id: string | null;
  readonly text: string;
  readonly images: readonly string[];
  readonly audience: Audience;
  readonly created_at: Date;
  readonly reactions: number;
  readonly comments: number;
  readonly shares: number;
};

/** SQL counts for the post `p`. They are counted where they stand, so that they always agree with the lists. */
export const REACTIONS = '(select count(*)::int from sandbox_post_reactions r where r.post_key = p.post_key)';
export const COMMENTS = '(select count(*)::int from sandbox_post_comments c where c.post_key = p.post_key)';
export const SHARES = `(p.shares + (select count(*)::int from sandbox_posts s
                                     where s.repost_of = p.post_key and s.deleted_at is null))`;

/** Loads posts by `post_key`; deleted ones are left out. */
export async function loadPosts(call: Call, keys: readonly string[]): Promise<ReadonlyMap<string, Post>> {
  const { rows } = await call.tx.query<PostRow>(
    `select p.post_key, p.post_id, p.person_id, p.company, p.account_id, p.text, p.images, p.audience, p.created_at,
            ${REACTIONS} as reactions, ${COMMENTS} as comments, ${SHARES} as shares
       from sandbox_posts p where p.post_key = any ($1::bigint[]) and p.deleted_at is null`,
    [keys],
  );
  const actorOf = await loadActors(call, rows);
  return new Map(
    rows.map((row) => [
      row.post_key,
      {
        backend_urn: postUrn(row.post_id),
        post_url: postUrl(row.post_id),
        text: row.text,
        reactions: row.reactions,
        comments: row.comments,
        shares: row.shares,
        author: actorOf(row),
        created_at: row.created_at.getTime(),
        images: row.images,
        audience: row.audience,
      },
    ]),
  );
}
