import type { Queryable } from '../../../../../shared/postgres/database.ts';
import { rowsOf } from '../../../../../shared/postgres/json-rows.ts';
import type { PostSeed } from './draw-posts.ts';

/**
 * Bulk inserts, as those of the rest of the world. Nothing is joined: the planner does not know yet how large a new world
 * is, and has looked for each name among all its people.
 */
export async function insertPosts(tx: Queryable, userId: string, posts: readonly PostSeed[]): Promise<void> {
  const { rows } = await tx.query<{ post_key: string; post_id: string }>(
    `insert into sandbox_posts (user_id, post_id, person_id, company, text, kind, images, audience, author_company,
       author_industry, author_job_title, mentioned_people, mentioned_companies, shares, created_at)
     select $1, post_id, person_id, company, text, kind, images, audience, author_company, author_industry,
            author_job_title, mentioned_people, mentioned_companies, shares, to_timestamp(created_at / 1000.0)
       from ${rowsOf(
         `post_id text, person_id integer, company text, text text, kind text,
              images text[], audience text, author_company text, author_industry text, author_job_title text,
              mentioned_people integer[], mentioned_companies text[], shares integer, created_at bigint`,
         '$2',
       )} as n
      order by created_at, post_id
     returning post_key, post_id`,
    [userId, JSON.stringify(posts)],
  );
  const keys = new Map(rows.map(({ post_key, post_id }) => [post_id, post_key]));
  const ofPosts = (list: 'reactions' | 'comments'): string =>
    JSON.stringify(
      posts.flatMap((post) => post[list].map((one: object) => ({ ...one, post_key: keys.get(post.post_id) }))),
    );
  await tx.query(
    `insert into sandbox_post_reactions (post_key, person_id, type, at)
     select post_key, person_id, type, to_timestamp(at / 1000.0)
       from ${rowsOf('post_key bigint, person_id integer, type text, at bigint')} as n
      order by at, post_key, person_id`,
    [ofPosts('reactions')],
  );
  await tx.query(
    `insert into sandbox_post_comments (post_key, person_id, comment_id, tracking_id, text, at)
     select post_key, person_id, comment_id, tracking_id, text, to_timestamp(at / 1000.0)
       from ${rowsOf(`post_key bigint, person_id integer, comment_id text, tracking_id text,
              text text, at bigint`)} as n
      order by at, comment_id`,
    [ofPosts('comments')],
  );
}
