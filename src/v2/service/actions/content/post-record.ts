import type { PostRecord } from '../../../contract/records/post.ts';
import type { Post } from '../../channels/content-channel.ts';

export const postRecord = (post: Post): PostRecord => ({
  backend_urn: post.backend_urn,
  shareUrl: post.post_url,
  text: post.text,
  numLikes: post.reactions,
  numComments: post.comments,
  numShares: post.shares,
  actor_name: post.author.name,
  actor_description: post.author.description,
  actor_image: post.author.image,
  actor_profile_url: post.author.profile_url,
  created_time: Math.floor(post.created_at / 1000),
  post_images: [...post.images],
  shareAudience: post.audience,
});
