import type { ContentChannel } from '../../../src/v2/service/channels/content-channel.ts';
import type { StubAnswer, StubPage } from './stub-recruiter.ts';

const ACTOR = {
  name: 'Ada Example',
  description: 'Engineer at Example',
  image: 'https://network.example/ada.jpg',
  profile_url: 'https://network.example/in/ada-example',
  urn: 'urn:member:ACo0001',
};
const POST_URL = 'https://network.example/feed/update/urn:share:1';
const PUBLISHED = { post_url: POST_URL, backend_urn: 'urn:activity:1' };
const POST = {
  ...PUBLISHED,
  text: 'Hello',
  reactions: 1,
  comments: 1,
  shares: 0,
  author: ACTOR,
  created_at: 1_700_000_000_000,
  images: [],
  audience: 'PUBLIC' as const,
};
const COMMENT = { comment_urn: 'urn:comment:1', tracking_id: 't1', text: 'Good', created_at: 1, author: ACTOR };

export function stubContent(answer: StubAnswer, page: StubPage): ContentChannel {
  const commented = { comment_urn: COMMENT.comment_urn };
  return {
    publish: () => answer('publish', PUBLISHED),
    repost: () => answer('repost', PUBLISHED),
    search: (_call, _filters, _sortBy, range) => answer('searchPosts', page(POST, range.count)),
    getFeed: (_call, range) => answer('getFeed', page(POST, range.count)),
    react: () => answer('react', { post_url: POST_URL }),
    comment: () => answer('comment', commented),
    answerComment: () => answer('answerComment', commented),
    listComments: (_call, _post, range) => answer('listComments', page(COMMENT, range.count)),
    listReactions: (_call, _post, range) =>
      answer('listReactions', page({ type: 'LIKE' as const, actor: ACTOR }, range.count)),
    spendTime: () => answer('spendTime', { post_url: POST_URL }),
  };
}
