import type { Faker } from '@faker-js/faker';
import { DAY } from '../../../../../shared/kit/duration.ts';
import type { Audience, ReactionType } from '../../content-channel.ts';
import { numberAt, postImageUrl } from '../content/post-addresses.ts';
import type { PostKind } from '../content/post-kind.ts';
import { fullName, type PersonRow } from '../people/person-row.ts';
import { seededFaker } from './draw-people.ts';
import type { CompanySeed } from './person-seed.ts';

/** Times are virtual time, epoch ms. */
export interface PostSeed {
  readonly post_id: string;
  /** The author: one of the two. */
  readonly person_id: number | null;
  readonly company: string | null;
  readonly text: string;
  readonly kind: PostKind;
  readonly images: readonly string[];
  readonly audience: Audience;
  readonly author_company: string | null;
  readonly author_industry: string;
  readonly author_job_title: string | null;
  readonly mentioned_people: readonly number[];
  readonly mentioned_companies: readonly string[];
  readonly shares: number;
  readonly created_at: number;
  readonly reactions: readonly { readonly person_id: number; readonly type: ReactionType; readonly at: number }[];
  readonly comments: readonly {
    readonly comment_id: string;
    readonly tracking_id: string;
    readonly person_id: number;
    readonly text: string;
    readonly at: number;
  }[];
}

export type PostAuthor = Pick<
  PersonRow,
  'person_id' | 'first_name' | 'last_name' | 'company' | 'industry' | 'job_title'
>;

/** How far back posts go. */
const MONTHS = 90 * DAY;

/** Whether a world that began at `begun` may have a post of `at`: virtual time, epoch ms. */
export const wereDrawnThen = (at: number, begun: number): boolean => at >= begun - MONTHS && at <= begun;

const TOPICS = [
  'remote work',
  'artificial intelligence',
  'cloud costs',
  'leadership',
  'sustainability',
  'data engineering',
  'customer success',
  'product design',
  'information security',
  'open source',
];
const OPENINGS = [
  'What I learned about',
  'Three thoughts on',
  'An unpopular opinion about',
  'We have changed our mind about',
  'Looking back on a year of',
  'A question to everybody who works on',
];
const COMMENTS = [
  'Congratulations!',
  'Thank you for sharing this.',
  'I could not agree more.',
  'How did you measure that?',
  'We saw the same in our team.',
  'Is there more to read about it?',
];
const KINDS: { weight: number; value: PostKind }[] = [
  { weight: 45, value: 'TEXT' },
  { weight: 25, value: 'IMAGES' },
  { weight: 12, value: 'VIDEOS' },
  { weight: 12, value: 'ARTICLES' },
  { weight: 6, value: 'DOCUMENTS' },
];
const REACTIONS: { weight: number; value: ReactionType }[] = [
  { weight: 60, value: 'LIKE' },
  { weight: 12, value: 'PRAISE' },
  { weight: 10, value: 'EMPATHY' },
  { weight: 8, value: 'INTEREST' },
  { weight: 6, value: 'APPRECIATION' },
  { weight: 4, value: 'ENTERTAINMENT' },
];

/** Draws the posts of people and pages from the months before `now`, newest last. The same seed gives the same posts. */
export function drawPosts(
  seed: number,
  people: readonly PostAuthor[],
  companies: readonly CompanySeed[],
  now: number,
): PostSeed[] {
  // Dice of their own: what is drawn here moves nothing else of the world.
  const faker = seededFaker((seed * 7919 + 104_729) % 2_147_483_647);
  const authors = [
    ...people.flatMap((person) => Array.from({ length: postsOf(faker) }, () => ({ person, company: null }))),
    ...companies.flatMap((company) =>
      Array.from({ length: faker.number.int({ min: 2, max: 4 }) }, () => ({ person: null, company })),
    ),
  ];
  // The square brings more of them close to now than far from it.
  const dated = authors.map((author) => ({ author, at: Math.floor(now - MONTHS * faker.number.float() ** 2) }));
  dated.sort((a, b) => a.at - b.at);
  return dated.map(({ author, at }, index) => drawPost(faker, author, { at, index, people, companies, now }));
}

const postsOf = (faker: Faker): number =>
  faker.helpers.weightedArrayElement([
    { weight: 6, value: 0 },
    { weight: 2, value: 1 },
    { weight: 1, value: 2 },
    { weight: 1, value: 4 },
  ]);

interface Setting {
  readonly at: number;
  readonly index: number;
  readonly people: readonly PostAuthor[];
  readonly companies: readonly CompanySeed[];
  readonly now: number;
}

function drawPost(
  faker: Faker,
  { person, company }: { readonly person: PostAuthor | null; readonly company: CompanySeed | null },
  { at, index, people, companies, now }: Setting,
): PostSeed {
  const postId = numberAt(at, index);
  const kind = faker.helpers.weightedArrayElement(KINDS);
  const mentioned = faker.datatype.boolean(0.12) ? faker.helpers.arrayElement([...people]) : null;
  const page = faker.datatype.boolean(0.12) ? faker.helpers.arrayElement([...companies]) : null;
  const pictures = kind === 'IMAGES' ? faker.number.int({ min: 1, max: 3 }) : 0;
  const later = () => Math.floor(at + (now - at) * faker.number.float() ** 3);
  const readers = faker.helpers.arrayElements([...people], faker.number.int({ min: 0, max: 9 }));
  return {
    post_id: postId,
    person_id: person?.person_id ?? null,
    company: company?.public_identifier ?? null,
    text: [
      drawText(faker, company),
      mentioned && `Thanks to @${fullName(mentioned)}.`,
      page && `Together with @${page.name}.`,
      kind === 'ARTICLES' && `https://articles.example/${faker.lorem.slug()}`,
    ]
      .filter(Boolean)
      .join(' '),
    kind,
    images: Array.from({ length: pictures }, (_, number) => postImageUrl(postId, `${number + 1}.jpg`)),
    audience: person && faker.datatype.boolean(0.1) ? 'CONNECTIONS' : 'PUBLIC',
    author_company: person ? person.company : (company?.name ?? null),
    author_industry: person?.industry ?? company?.industry ?? '',
    author_job_title: person?.job_title ?? null,
    mentioned_people: mentioned ? [mentioned.person_id] : [],
    mentioned_companies: page ? [page.public_identifier] : [],
    shares: faker.helpers.weightedArrayElement([
      { weight: 7, value: 0 },
      { weight: 2, value: 1 },
      { weight: 1, value: 5 },
    ]),
    created_at: at,
    reactions: readers.map((reader) => ({
      person_id: reader.person_id,
      type: faker.helpers.weightedArrayElement(REACTIONS),
      at: later(),
    })),
    comments: readers.slice(0, faker.number.int({ min: 0, max: 3 })).map((reader, number) => ({
      comment_id: numberAt(at, index * 8 + number),
      tracking_id: faker.string.alphanumeric(22),
      person_id: reader.person_id,
      text: faker.helpers.arrayElement(COMMENTS),
      at: later(),
    })),
  };
}

function drawText(faker: Faker, company: CompanySeed | null): string {
  const topic = faker.helpers.arrayElement(TOPICS);
  const tag = `#${topic.replaceAll(' ', '')}`;
  if (faker.datatype.boolean(company ? 0.4 : 0.2)) {
    return `We are hiring: ${faker.person.jobTitle()} in ${faker.location.city()}. ${faker.company.catchPhrase()}. #hiring ${tag}`;
  }
  return `${faker.helpers.arrayElement(OPENINGS)} ${topic}: ${faker.company.buzzPhrase()}. ${tag}`;
}
