import type { Queryable } from '../../../../postgres/database.ts';
import type { PostSeed } from './draw-posts.ts';

/** Bulk inserts, as those of the rest of the world. */
export async function insertPosts(tx: Queryable, userId: string, posts: readonly PostSeed[]): Promise<void> {
  await tx.query(
    `insert into sandbox_posts (user_id, post_id, person_id, company, text, kind, images, audience, author_company,
       author_industry, author_job_title, mentioned_people, mentioned_companies, shares, created_at)
     select $1, n.post_id, a.person_id, n.company, n.text, n.kind, n.images, n.audience, n.author_company,
            n.author_industry, n.author_job_title,
            (select coalesce(array_agg(m.person_id), '{}') from sandbox_people m
              where m.user_id = $1 and m.public_identifier = any (n.mentioned_people)),
            n.mentioned_companies, n.shares, to_timestamp(n.created_at / 1000.0)
       from jsonb_to_recordset($2) as n (post_id text, person text, company text, text text, kind text, images text[],
              audience text, author_company text, author_industry text, author_job_title text, mentioned_people text[],
              mentioned_companies text[], shares integer, created_at bigint)
       left join sandbox_people a on a.user_id = $1 and a.public_identifier = n.person
      order by n.created_at, n.post_id`,
    [userId, JSON.stringify(posts)],
  );
  await tx.query(
    `insert into sandbox_post_reactions (post_key, person_id, type, at)
     select o.post_key, r.person_id, n.type, to_timestamp(n.at / 1000.0)
       from jsonb_to_recordset($2) as n (post_id text, person text, type text, at bigint)
       join sandbox_posts o on o.user_id = $1 and o.post_id = n.post_id
       join sandbox_people r on r.user_id = $1 and r.public_identifier = n.person
      order by n.at, n.post_id, n.person`,
    [userId, JSON.stringify(posts.flatMap(({ post_id, reactions }) => reactions.map((one) => ({ ...one, post_id }))))],
  );
  await tx.query(
    `insert into sandbox_post_comments (post_key, person_id, comment_id, tracking_id, text, at)
     select o.post_key, c.person_id, n.comment_id, n.tracking_id, n.text, to_timestamp(n.at / 1000.0)
       from jsonb_to_recordset($2) as n (post_id text, person text, comment_id text, tracking_id text, text text, at bigint)
       join sandbox_posts o on o.user_id = $1 and o.post_id = n.post_id
       join sandbox_people c on c.user_id = $1 and c.public_identifier = n.person
      order by n.at, n.comment_id`,
    [userId, JSON.stringify(posts.flatMap(({ post_id, comments }) => comments.map((one) => ({ ...one, post_id }))))],
  );
}
