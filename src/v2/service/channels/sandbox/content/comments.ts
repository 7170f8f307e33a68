import { randomBytes } from 'node:crypto';
import type { Queryable } from '../../../../../shared/postgres/database.ts';
import type { Call, OffsetRange, Outcome, Page } from '../../call.ts';
import type { ContentChannel, PostComment } from '../../content-channel.ts';
import { readList } from '../../list-snapshot.ts';
import { done, invalid, notFound } from '../../refusals.ts';
import { recordReceived } from '../effects/record-received.ts';
import { type ActorRef, loadActors } from './actors.ts';
import { type FoundPost, findPost } from './find-post.ts';
import { commentKey, commentUrn, numberAt } from './post-addresses.ts';

export async function comment(
  call: Call,
  reference: string,
  text: string,
): Promise<Outcome<{ readonly comment_urn: string }>> {
  const found = await findPost(call, reference);
  if (!found.ok) return found;
  const comment_urn = await insertOwnComment(call, found.value, { text, answer_to: null });
  await tell(call, [found.value.person_id], text);
  return done({ comment_urn });
}

/** Reaches the one who is answered, and the post's author. */
export const answerComment: ContentChannel['answerComment'] = async (call, reference, answer) => {
  const found = await findPost(call, reference);
  if (!found.ok) return found;
  const post = found.value;
  const { rows } = await call.tx.query<{ comment_key: string; person_id: number | null; tracking_id: string }>(
    'select comment_key, person_id, tracking_id from sandbox_post_comments where post_key = $1 and comment_id = $2',
    [post.post_key, commentKey(post.post_id, answer.comment_urn)],
  );
  const [answered] = rows;
  if (!answered) return notFound(`comment ${answer.comment_urn} not found on this post`);
  if (answered.tracking_id !== answer.tracking_id.trim()) {
    return invalid('tracking_id: not that of the comment; use the one that get_comments gives with comment_urn');
  }
  const comment_urn = await insertOwnComment(call, post, { text: answer.text, answer_to: answered.comment_key });
  await tell(call, [answered.person_id, post.person_id], answer.text);
  return done({ comment_urn });
};

function insertOwnComment(
  { tx, account, now }: Call,
  post: FoundPost,
  said: { readonly text: string; readonly answer_to: string | null },
): Promise<string> {
  return insertComment(tx, post, { ...said, account_id: account.account_id, at: now });
}

/** Inserts a comment by an account or by a person. Returns its urn. */
export async function insertComment(
  tx: Queryable,
  post: Pick<FoundPost, 'post_key' | 'post_id'>,
  said: {
    readonly account_id?: string;
    readonly person_id?: number;
    readonly text: string;
    readonly answer_to: string | null;
    readonly at: number;
  },
): Promise<string> {
  const commentId = numberAt(said.at);
  await tx.query(
    `insert into sandbox_post_comments (post_key, person_id, account_id, comment_id, tracking_id, answer_to, text, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      post.post_key,
      said.person_id ?? null,
      said.account_id ?? null,
      commentId,
      randomBytes(16).toString('base64url'),
      said.answer_to,
      said.text,
      new Date(said.at),
    ],
  );
  return commentUrn(post.post_id, commentId);
}

async function tell({ tx, account, now }: Call, people: readonly (number | null)[], text: string): Promise<void> {
  for (const personId of new Set(people)) {
    if (personId === null) continue;
    await recordReceived(tx, {
      user_id: account.user_id,
      account_id: account.account_id,
      person_id: personId,
      kind: 'comment',
      at: now,
      text,
    });
  }
}

type CommentRow = ActorRef & {
  readonly key: string;
  readonly comment_id: string;
  readonly tracking_id: string;
  readonly text: string;
  readonly at: Date;
};

export async function listComments(
  call: Call,
  reference: string,
  range: OffsetRange,
): Promise<Outcome<Page<PostComment>>> {
  const found = await findPost(call, reference);
  if (!found.ok) return found;
  const post = found.value;
  const list = {
    name: 'comments',
    filters: post.post_id,
    ids: {
      text: 'select comment_key as id from sandbox_post_comments where post_key = $1 order by at, comment_key',
      values: [post.post_key],
    },
    async load(keys: readonly string[]) {
      const { rows } = await call.tx.query<CommentRow & Record<string, unknown>>(
        `select comment_key as key, comment_id, tracking_id, text, at, person_id, account_id from sandbox_post_comments
          where comment_key = any ($1::bigint[])`,
        [keys],
      );
      const actorOf = await loadActors(call, rows);
      return new Map(
        rows.map((row) => [
          row.key,
          {
            comment_urn: commentUrn(post.post_id, row.comment_id),
            tracking_id: row.tracking_id,
            text: row.text,
            created_at: row.at.getTime(),
            author: actorOf(row),
          },
        ]),
      );
    },
  };
  return done(await readList(call, list, range));
}
