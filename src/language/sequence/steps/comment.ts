import { keysOf } from '../schema/describe.ts';
import { commentForm } from '../schema/steps/comment.ts';
import { readTemplate, readTemplateValue } from './read-body.ts';
import { readPost } from './read-post.ts';
import { BOTH, type StepKind } from './step-kind.ts';

const EXAMPLE = '- comment: { on: latest_post, text: "Well said, {{ first_name }}." }';

export const commentStep: StepKind = {
  word: 'comment',
  below: keysOf(commentForm),
  branches: BOTH,
  reviewable: true,
  example: EXAMPLE,
  check(input) {
    if (input.value.kind === 'text') {
      const checked = readTemplateValue(input, input.value, 'a comment', `\`${EXAMPLE}\``);
      return checked && { body: { kind: 'comment', on: 'latest_post', text: checked.text }, reads: checked.reads };
    }
    const post = readPost(input, 'comment', keysOf(commentForm), EXAMPLE);
    if (!post) return null;
    const text = readTemplate(input, post.entries, 'text', 'the text of a comment');
    if (text === undefined) {
      input.context.report('SEQ008', input.place, 'the comment has no `text`', `Write \`${EXAMPLE}\`.`);
    }
    return text ? { body: { kind: 'comment', on: post.on, text: text.text }, reads: text.reads } : null;
  },
};
