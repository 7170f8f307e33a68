import { type ExamplesOf, NOW_MS, wholeList } from './example.ts';
import { PROFILE_URL } from './profiles.ts';

const POST_URL = 'https://network.example/feed/update/urn:activity:7170001112223334445';
const URN = 'urn:activity:7170001112223334445';
const COMMENT_URN = 'urn:comment:(activity:7170001112223334445,7170009998887776665)';
const published = { post_url: POST_URL, backend_urn: URN };

const post = {
  backend_urn: URN,
  shareUrl: POST_URL,
  text: 'Empty trucks are the most expensive ones.',
  numLikes: 42,
  numComments: 7,
  numShares: 3,
  actor_name: 'Lin Park',
  actor_description: 'Head of Engineering at Northwind',
  actor_image: 'https://media.network.example/lin-park.jpg',
  actor_profile_url: PROFILE_URL,
  created_time: Math.floor(NOW_MS / 1000),
  post_images: [],
  shareAudience: 'PUBLIC',
};

export const content: ExamplesOf<'content'> = {
  create: { params: { message_text: 'We plan routes so that trucks are full.' }, data: published },
  create_company: {
    params: { company_url: 'https://network.example/company/northwind', message_text: 'We are hiring.' },
    data: published,
  },
  repost: { params: { post_url: POST_URL, message_text: 'Worth a read.' }, data: published },
  comment: { params: { post_url: POST_URL, message_text: 'So true.' }, data: { comment_urn: COMMENT_URN } },
  answer_comment: {
    params: { post_url: POST_URL, comment_urn: COMMENT_URN, tracking_id: 'tr_5f3a', message_text: 'Thank you.' },
    data: { comment_urn: COMMENT_URN },
  },
  like: { params: { post_url: POST_URL }, data: { post_url: POST_URL, reaction_type: 'LIKE' } },
  react: {
    params: { post_url: POST_URL, reaction_type: 'INTEREST' },
    data: { post_url: POST_URL, reaction_type: 'INTEREST' },
  },
  time_spent: {
    params: { post_url: POST_URL, duration_ms: 4000 },
    data: { post_url: POST_URL, duration_ms: 4000 },
  },
  search: {
    params: { keyword: 'freight', post_date: 'past-week', sort_by: 'relevance' },
    data: { posts: [post], ...wholeList(1, 50) },
  },
  get_feed: { params: { count: 10 }, data: { posts: [post], ...wholeList(1, 10) } },
  get_comments: {
    params: { post_url: POST_URL },
    data: {
      comments: [
        {
          comment_urn: COMMENT_URN,
          tracking_id: 'tr_5f3a',
          comment_text: 'So true.',
          created_time: NOW_MS,
          commenter: {
            name: 'Lin Park',
            profile_urn: 'urn:member:ACoAAB3x9Qk',
            linkedin_url: PROFILE_URL,
            occupation: 'Head of Engineering at Northwind',
          },
        },
      ],
      ...wholeList(1, 10),
    },
  },
  get_reactions: {
    params: { post_url: POST_URL },
    data: {
      reactions: [
        {
          type: 'PRAISE',
          name: 'Lin Park',
          subtitle: 'Head of Engineering at Northwind',
          profile_url: PROFILE_URL,
          actor_urn: 'urn:member:ACoAAB3x9Qk',
        },
      ],
      ...wholeList(1, 10),
    },
  },
};
