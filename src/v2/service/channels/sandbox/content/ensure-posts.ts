import type { Call } from '../../call.ts';
import type { PersonRow } from '../people/person-row.ts';
import { drawPosts, wereDrawnThen } from '../world/draw-posts.ts';
import { ensureWorld } from '../world/ensure-world.ts';
import { insertPosts } from '../world/insert-posts.ts';
import type { CompanySeed } from '../world/person-seed.ts';
import { timeOfNumber } from './post-addresses.ts';

/**
 * The most people and pages of the world's beginning that publish, comment and react: enough to fill a feed, while a world of a
 * hundred thousand costs no more. People who were made by hand since never act alone.
 */
const AUTHORS = 1000;
const PAGES = 60;

/**
 * Draws the posts of the owner's world, once, when somebody first looks for one. Not for a `number` that no post of the world has: such a call is
 * refused, so that what it had drawn would be undone, and drawn anew by the next one.
 */
export async function ensurePosts({ tx, account, now }: Call, number?: string): Promise<void> {
  const { user_id } = account;
  await ensureWorld(tx, user_id, now);
  const { rows: worlds } = await tx.query<{ created_at: Date }>(
    'select created_at from sandbox_worlds where user_id = $1 and not posts_drawn',
    [user_id],
  );
  const begun = worlds[0]?.created_at.getTime();
  if (begun === undefined || (number !== undefined && !wereDrawnThen(timeOfNumber(number), begun))) return;
  // Another transaction that draws them holds the row: this one waits for it, and finds them drawn.
  const { rows } = await tx.query<{ seed: number; created_at: Date; people: number }>(
    `update sandbox_worlds set posts_drawn = true where user_id = $1 and not posts_drawn returning seed, created_at, people`,
    [user_id],
  );
  const world = rows[0];
  if (!world) return;
  const people = await tx.query<PersonRow>(
    'select * from sandbox_people where user_id = $1 order by person_id limit $2',
    [user_id, Math.min(AUTHORS, world.people)],
  );
  const companies = await tx.query<CompanySeed & Record<string, unknown>>(
    'select * from sandbox_companies where user_id = $1 order by company_id limit $2',
    [user_id, PAGES],
  );
  await insertPosts(tx, user_id, drawPosts(world.seed, people.rows, companies.rows, world.created_at.getTime()));
}
