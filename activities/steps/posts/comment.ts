import type { CommentNode } from '../../../src/language/plan/nodes/comment.ts';
import type { StepDeps } from '../../deps.ts';
import { type StepContext, senderOf } from '../../look/context.ts';
import { fromSender } from '../../wording.ts';
import { type Absorbed, failed, NO_SENDER, type Preparation } from '../prepared.ts';
import { textAt } from '../read-data.ts';
import { renderText } from '../render.ts';
import type { CallStep } from '../step.ts';
import { completeWithPost, prepareOnLatestPost } from './latest-post.ts';

export const commentStep: CallStep<CommentNode> = {
  prepare: prepareComment,
  complete: completeWithPost,
  absorb: absorbComment,
};

/** spec: content / comment */
function prepareComment(_: StepDeps, context: StepContext, node: CommentNode): Preparation {
  const sender = senderOf(context, 'professional');
  if (!sender) return NO_SENDER('professional');
  const text = renderText(context, sender, node.text);
  if (!text.ok) return text.error;
  if (text.value.trim() === '') return failed('EMPTY_TEXT', 'the comment has no text');
  return prepareOnLatestPost(context, 'comment', { message_text: text.value });
}

function absorbComment(context: StepContext, _: CommentNode, data: unknown): Absorbed {
  return {
    title: `Commented on the latest post of ${context.whom}${fromSender(context)}`,
    changes: {},
    detail: { comment_urn: textAt(data, 'comment_urn') },
  };
}
