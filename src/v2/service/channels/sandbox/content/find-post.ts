import type { Call, Outcome } from '../../call.ts';
import { done, notFound } from '../../refusals.ts';
import { ensurePosts } from './ensure-posts.ts';
import { postKey } from './post-addresses.ts';
import { VISIBLE } from './visible-posts.ts';

export type FoundPost = {
  readonly post_key: string;
  readonly post_id: string;
  /** The author, where it is a person of the world. */
  readonly person_id: number | null;
  readonly text: string;
};

/** The post that a reference names, if the account may see it. */
export async function findPost(call: Call, reference: string): Promise<Outcome<FoundPost>> {
  const key = postKey(reference);
  if (key === null) return notFound(`post ${reference} not found: no post of this network has such an address`);
  await ensurePosts(call, key);
  const { rows } = await call.tx.query<FoundPost & { deleted: boolean; visible: boolean }>(
    `select p.post_key, p.post_id, p.person_id, p.text, p.deleted_at is not null as deleted, ${VISIBLE} as visible
       from sandbox_posts p where p.user_id = $1 and p.post_id = $3`,
    [call.account.user_id, call.account.account_id, key],
  );
  const post = rows[0];
  if (post?.deleted) return notFound(`post ${reference} not found: it was deleted`);
  return post?.visible ? done(post) : notFound(`post ${reference} not found`);
}
