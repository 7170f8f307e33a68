import { trimEndOf } from '../../../../../shared/kit/trim-end-of.ts';
import type { FileKind } from '../../../media/file-kind.ts';
import type { ResolvedFile } from '../../../media/resolved-file.ts';
import type { Call, Outcome } from '../../call.ts';
import type { Audience, ContentChannel, PublishedPost } from '../../content-channel.ts';
import { done, notFound } from '../../refusals.ts';
import { companyKey, referenceKey } from '../addresses.ts';
import { ownProfile } from '../people/own-profile.ts';
import { ensureWorld } from '../world/ensure-world.ts';
import type { CompanySeed } from '../world/person-seed.ts';
import { findPost } from './find-post.ts';
import { numberAt, postImageUrl, postUrl, postUrn } from './post-addresses.ts';
import type { PostKind } from './post-kind.ts';

/** Every account of an owner administers every page of the owner's world: nothing else could say which. */
export const publish: ContentChannel['publish'] = async (call, { text, files, audience, company_url }) => {
  const { tx, account, now } = call;
  await ensureWorld(tx, account.user_id, now);
  if (company_url === null) return done(await insertOwnPost(call, { text, files, audience, repost_of: null }));
  const { rows } = await tx.query<CompanySeed & Record<string, unknown>>(
    'select * from sandbox_companies where user_id = $1 and public_identifier = $2',
    [account.user_id, companyKey(company_url)],
  );
  const company = rows[0];
  if (!company) return notFound(`company ${company_url} not found`);
  return done(
    await insertPost(call, {
      company: company.public_identifier,
      author_company: company.name,
      author_industry: company.industry,
      published_by: account.account_id,
      text,
      files,
      audience,
    }),
  );
};

/** A repost without a text of its own carries the text of the post that it shares. */
export async function repost(call: Call, reference: string, text: string | null): Promise<Outcome<PublishedPost>> {
  const found = await findPost(call, reference);
  if (!found.ok) return found;
  const post = found.value;
  const own = { text: text ?? post.text, files: [], audience: 'PUBLIC', repost_of: post.post_key } as const;
  return done(await insertOwnPost(call, own));
}

interface OwnPost {
  readonly text: string;
  readonly files: readonly ResolvedFile[];
  readonly audience: Audience;
  readonly repost_of: string | null;
}

function insertOwnPost(call: Call, post: OwnPost): Promise<PublishedPost> {
  const me = ownProfile(call.account);
  return insertPost(call, {
    account_id: call.account.account_id,
    author_company: me.company,
    author_industry: me.industry,
    author_job_title: me.job_title,
    ...post,
  });
}

export interface NewPost {
  /** The author: one of the three. */
  readonly person_id?: number;
  readonly company?: string;
  readonly account_id?: string;
  readonly published_by?: string;
  readonly author_company: string | null;
  readonly author_industry: string | null;
  readonly author_job_title?: string | null;
  readonly text: string;
  readonly files?: readonly ResolvedFile[];
  readonly images?: readonly string[];
  /** Default: the kind that follows from its files and its text. */
  readonly kind?: PostKind | undefined;
  readonly audience: Audience;
  readonly repost_of?: string | null;
  /** Virtual time, epoch ms; by default that of the call. */
  readonly created_at?: number;
}

export async function insertPost(
  { tx, account, now }: Pick<Call, 'tx' | 'now'> & { readonly account: { readonly user_id: string } },
  post: NewPost,
): Promise<PublishedPost & { readonly post_id: string }> {
  const at = post.created_at ?? now;
  const postId = numberAt(at);
  const files = post.files ?? [];
  const pictures = files.filter(({ type }) => type === 'image' || type === 'gif');
  const mentions = mentionsIn(post.text);
  await tx.query(
    `insert into sandbox_posts (user_id, post_id, person_id, company, account_id, published_by, text, kind, images, files,
       audience, author_company, author_industry, author_job_title, mentioned_people, mentioned_companies, repost_of,
       created_at)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14,
            (select coalesce(array_agg(person_id), '{}') from sandbox_people
              where user_id = $1 and (public_identifier = any ($15) or member_id = any ($16))),
            (select coalesce(array_agg(public_identifier), '{}') from sandbox_companies
              where user_id = $1 and public_identifier = any ($17)),
            $18, $19`,
    [
      account.user_id,
      postId,
      post.person_id ?? null,
      post.company ?? null,
      post.account_id ?? null,
      post.published_by ?? null,
      post.text,
      post.kind ?? kindOf(post.text, files),
      [...pictures.map(({ name }) => postImageUrl(postId, name)), ...(post.images ?? [])],
      JSON.stringify(files.map(({ name, mime_type, type, bytes }) => ({ name, mime_type, type, size: bytes.length }))),
      post.audience,
      post.author_company,
      post.author_industry,
      post.author_job_title ?? null,
      mentions.people.map((key) => key.toLowerCase()),
      mentions.people,
      mentions.companies,
      post.repost_of ?? null,
      new Date(at),
    ],
  );
  return { post_url: postUrl(postId), backend_urn: postUrn(postId), post_id: postId };
}

const KINDS: Readonly<Partial<Record<FileKind, PostKind>>> = { image: 'IMAGES', gif: 'IMAGES', video: 'VIDEOS' };

function kindOf(text: string, files: readonly ResolvedFile[]): PostKind {
  const [first] = files;
  if (first) return KINDS[first.type] ?? 'DOCUMENTS';
  return /https?:\/\//.test(text) ? 'ARTICLES' : 'TEXT';
}

/** Members and pages are mentioned by their address. */
function mentionsIn(text: string) {
  const addresses = text.match(/https?:\/\/[^\s<>()[\]"]+|urn:member:[\w-]+/g) ?? [];
  const plain = addresses.map((address) => trimEndOf(address, '.,;:!?'));
  return {
    people: plain.flatMap((address) => referenceKey(address) ?? []),
    companies: plain.flatMap((address) => (address.startsWith('urn:') ? [] : (companyKey(address) ?? []))),
  };
}
