import type { MediaParams } from '../../../contract/actions/messages/media.ts';
import { actionOf } from '../../../contract/actions.ts';
import type { AccountRow } from '../../accounts/account-row.ts';
import type { Audience, PublishedPost } from '../../channels/content-channel.ts';
import { resolveMedia } from '../../media/resolve-media.ts';
import type { ResolvedFile } from '../../media/resolved-file.ts';
import { type ActionCall, answer, handleAction, type PrepareCall } from '../action-handler.ts';

interface NewPost extends MediaParams {
  readonly message_text?: string | undefined;
  readonly visibility: Audience;
}
type PublishCall<Params extends NewPost> = ActionCall<Params, 'content', AccountRow, readonly ResolvedFile[]>;

/** Media as in messages / send. */
const prepare = ({ context, params }: PrepareCall<NewPost>) => resolveMedia(context, params);

export const createPost = handleAction(
  actionOf('content', 'create'),
  'content',
  (call: PublishCall<NewPost>) => publish(call, null),
  { prepare },
);

export const createCompanyPost = handleAction(
  actionOf('content', 'create_company'),
  'content',
  (call: PublishCall<NewPost & { readonly company_url: string }>) => publish(call, call.params.company_url),
  { prepare },
);

async function publish(call: PublishCall<NewPost>, company_url: string | null) {
  const { message_text = '', visibility } = call.params;
  const post = { text: message_text, files: call.prepared, audience: visibility, company_url };
  return answer(await call.channel.publish(call, post), published);
}

export const repost = handleAction(actionOf('content', 'repost'), 'content', async (call) => {
  const { post_url, message_text } = call.params;
  // White space alone says nothing.
  const text = message_text !== undefined && /\S/.test(message_text) ? message_text : null;
  return answer(await call.channel.repost(call, post_url, text), published);
});

const published = ({ post_url, backend_urn }: PublishedPost) => ({ post_url, backend_urn });
