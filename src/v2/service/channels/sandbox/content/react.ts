import type { Call, OffsetRange, Outcome, Page } from '../../call.ts';
import type { PostReaction, ReactionType } from '../../content-channel.ts';
import { readList } from '../../list-snapshot.ts';
import { done } from '../../refusals.ts';
import { recordReceived } from '../effects/record-received.ts';
import { type ActorRef, loadActors } from './actors.ts';
import { findPost } from './find-post.ts';
import { postUrl } from './post-addresses.ts';

export async function react(
  call: Call,
  reference: string,
  type: ReactionType,
): Promise<Outcome<{ readonly post_url: string }>> {
  const { tx, account, now } = call;
  const found = await findPost(call, reference);
  if (!found.ok) return found;
  const post = found.value;
  const { rowCount } = await tx.query(
    `insert into sandbox_post_reactions as given (post_key, account_id, type, at) values ($1, $2, $3, $4)
     on conflict (post_key, account_id) do update set type = excluded.type where given.type <> excluded.type`,
    [post.post_key, account.account_id, type, new Date(now)],
  );
  // Of the same reaction once more nobody hears.
  if (rowCount === 1 && post.person_id !== null) {
    await recordReceived(tx, {
      user_id: account.user_id,
      account_id: account.account_id,
      person_id: post.person_id,
      kind: type === 'LIKE' ? 'like' : 'reaction',
      at: now,
      text: type,
    });
  }
  return done({ post_url: postUrl(post.post_id) });
}

type ReactionRow = ActorRef & { readonly key: string; readonly type: ReactionType };

export async function listReactions(
  call: Call,
  reference: string,
  range: OffsetRange,
): Promise<Outcome<Page<PostReaction>>> {
  const found = await findPost(call, reference);
  if (!found.ok) return found;
  const list = {
    name: 'reactions',
    filters: found.value.post_id,
    ids: {
      text: 'select reaction_key as id from sandbox_post_reactions where post_key = $1 order by at, reaction_key',
      values: [found.value.post_key],
    },
    async load(keys: readonly string[]) {
      const { rows } = await call.tx.query<ReactionRow & Record<string, unknown>>(
        `select reaction_key as key, type, person_id, account_id from sandbox_post_reactions
          where reaction_key = any ($1::bigint[])`,
        [keys],
      );
      const actorOf = await loadActors(call, rows);
      return new Map(rows.map((row) => [row.key, { type: row.type, actor: actorOf(row) }]));
    },
  };
  return done(await readList(call, list, range));
}

export async function spendTime(
  call: Call,
  reference: string,
  durationMs: number,
): Promise<Outcome<{ readonly post_url: string }>> {
  const found = await findPost(call, reference);
  if (!found.ok) return found;
  await call.tx.query(
    `insert into sandbox_post_time as spent (post_key, account_id, duration_ms) values ($1, $2, $3)
     on conflict (post_key, account_id) do update set duration_ms = spent.duration_ms + excluded.duration_ms`,
    [found.value.post_key, call.account.account_id, durationMs],
  );
  return done({ post_url: postUrl(found.value.post_id) });
}
