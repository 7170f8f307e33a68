import { z } from 'zod';
import { slugKey } from '../../../shared/identity/profile.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { REACTION_TYPES } from '../../contract/records/post.ts';
import { findAccount } from '../accounts/find-account.ts';
import { invalidParams } from '../answers/service-error.ts';
import { companyKey } from '../channels/sandbox/addresses.ts';
import { insertComment } from '../channels/sandbox/content/comments.ts';
import { postKey } from '../channels/sandbox/content/post-addresses.ts';
import { insertPost, type NewPost } from '../channels/sandbox/content/publish.ts';
import { ownProfile } from '../channels/sandbox/people/own-profile.ts';
import type { PersonRow } from '../channels/sandbox/people/person-row.ts';
import type { CompanySeed } from '../channels/sandbox/world/person-seed.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { parseInput } from '../http/parse-input.ts';
import { type SandboxCall, type SandboxRoute, sandboxNotFound } from './sandbox-route.ts';

const input = z.object({
  /** The author: a person, an account or a company page. */
  public_identifier: z.string().optional(),
  account_id: z.string().optional(),
  company_url: z.string().optional(),
  text: z.string().default('Hello, world.'),
  post_type: z.enum(['TEXT', 'IMAGES', 'VIDEOS', 'ARTICLES', 'DOCUMENTS']).optional(),
  images: z.array(z.string()).default([]),
  visibility: z.enum(['PUBLIC', 'CONNECTIONS']).default('PUBLIC'),
  /** Virtual time; by default now. */
  created_at: z.iso.datetime().optional(),
});
type Input = z.output<typeof input>;

const commentInput = z.object({ public_identifier: z.string(), text: z.string().min(1).default('Well said.') });
const reactionInput = z.object({
  public_identifier: z.string(),
  reaction_type: z.enum(REACTION_TYPES).default('LIKE'),
});

/**
 * Posts made by hand, and what people do with them; beside the design page's table. `{post_id}` is what `POST /posts`
 * answers, or any other reference to the post.
 *
 * - `POST /posts {public_identifier | account_id | company_url, text, …}` → `{post_id, post_url, backend_urn}`
 * - `POST /posts/{post_id}/comments {public_identifier, text}` → `{comment_urn}`
 * - `POST /posts/{post_id}/reactions {public_identifier, reaction_type}` → `{reaction_type}`
 * - `DELETE /posts/{post_id}` → `{deleted}`
 */
export function postRoutes({ db }: ServiceContext): SandboxRoute[] {
  return [
    {
      method: 'POST',
      path: '/posts',
      handle: (call) => db.transaction((tx) => createPost(tx, call, parseInput('body', input, call.body))),
    },
    {
      method: 'POST',
      path: '/posts/:post_id/comments',
      handle: (call) =>
        db.transaction(async (tx) => {
          const given = parseInput('body', commentInput, call.body);
          const post = await needPost(tx, call);
          const { person_id } = await needPerson(tx, call.owner.user_id, given.public_identifier);
          const said = { person_id, text: given.text, answer_to: null, at: call.now };
          return { comment_urn: await insertComment(tx, post, said) };
        }),
    },
    {
      method: 'POST',
      path: '/posts/:post_id/reactions',
      handle: (call) =>
        db.transaction(async (tx) => {
          const { public_identifier, reaction_type } = parseInput('body', reactionInput, call.body);
          const post = await needPost(tx, call);
          const { person_id } = await needPerson(tx, call.owner.user_id, public_identifier);
          await tx.query(
            `insert into sandbox_post_reactions (post_key, person_id, type, at) values ($1, $2, $3, $4)
             on conflict (post_key, person_id) do update set type = excluded.type`,
            [post.post_key, person_id, reaction_type, new Date(call.now)],
          );
          return { reaction_type };
        }),
    },
    {
      method: 'DELETE',
      path: '/posts/:post_id',
      handle: (call) =>
        db.transaction(async (tx) => {
          const { post_key } = await needPost(tx, call);
          await tx.query('update sandbox_posts set deleted_at = $2 where post_key = $1', [
            post_key,
            new Date(call.now),
          ]);
          return { deleted: true };
        }),
    },
  ];
}

async function createPost(tx: Queryable, { owner, now }: SandboxCall, given: Input) {
  const author = await authorOf(tx, owner.user_id, given);
  return insertPost(
    { tx, now, account: owner },
    {
      ...author,
      text: given.text,
      kind: given.post_type ?? (given.images.length > 0 ? 'IMAGES' : undefined),
      images: given.images,
      audience: given.visibility,
      ...(given.created_at === undefined ? {} : { created_at: Date.parse(given.created_at) }),
    },
  );
}

type Author = Pick<
  NewPost,
  'person_id' | 'company' | 'account_id' | 'author_company' | 'author_industry' | 'author_job_title'
>;

async function authorOf(tx: Queryable, userId: string, given: Input): Promise<Author> {
  if (given.public_identifier !== undefined) {
    const person = await needPerson(tx, userId, given.public_identifier);
    const { person_id, company, industry, job_title } = person;
    return { person_id, author_company: company, author_industry: industry, author_job_title: job_title };
  }
  if (given.account_id !== undefined) {
    const account = await findAccount(tx, userId, given.account_id);
    const { company, industry, job_title } = ownProfile(account);
    return {
      account_id: account.account_id,
      author_company: company,
      author_industry: industry,
      author_job_title: job_title,
    };
  }
  if (given.company_url === undefined) throw invalidParams('body: give public_identifier, account_id or company_url');
  const { rows } = await tx.query<CompanySeed & Record<string, unknown>>(
    'select * from sandbox_companies where user_id = $1 and public_identifier = $2',
    [userId, companyKey(given.company_url)],
  );
  const company = rows[0];
  if (!company) throw sandboxNotFound(`company ${given.company_url} not found`);
  return { company: company.public_identifier, author_company: company.name, author_industry: company.industry };
}

async function needPost(tx: Queryable, { owner, path }: SandboxCall) {
  const named = path.post_id ?? '';
  const { rows } = await tx.query<{ post_key: string; post_id: string }>(
    'select post_key, post_id from sandbox_posts where user_id = $1 and post_id = $2 and deleted_at is null',
    [owner.user_id, postKey(named)],
  );
  const post = rows[0];
  if (!post) throw sandboxNotFound(`post ${named} not found`);
  return post;
}

async function needPerson(tx: Queryable, userId: string, publicIdentifier: string): Promise<PersonRow> {
  const { rows } = await tx.query<PersonRow>(
    'select * from sandbox_people where user_id = $1 and public_identifier = $2',
    [userId, slugKey(publicIdentifier)],
  );
  const person = rows[0];
  if (!person) throw sandboxNotFound(`person ${publicIdentifier} not found`);
  return person;
}
