import { z } from 'zod';
import type { CommentNode } from '../../plan/nodes/comment.ts';
import type { StepForm } from '../schema/define-step.ts';
import { describe, keysOf } from '../schema/describe.ts';
import { text } from '../schema/values.ts';
import { onLatestPost } from './like.ts';
import { readTemplate, readTemplateValue } from './read-body.ts';
import { readPost } from './read-post.ts';
import { performed, type StepDescriptor } from './step-kind.ts';

const commentForm = z.strictObject({
  on: onLatestPost(),
  text: describe(text(), 'The comment; a template. Everybody can read it.', ['Well said, {{ first_name }}.']),
});

const form: StepForm = {
  word: 'comment',
  title: "Comment on the lead's latest post",
  description: "Comments on the lead's latest post; `else` when there is none.",
  examples: [{ on: 'latest_post', text: 'Well said, {{ first_name }}.' }],
  value: () => z.union([commentForm, text()]),
  done: 'when the comment was written',
  otherwise: 'when the lead has no post',
  reviewable: true,
  snippet: 'comment: { on: latest_post, text: "<Well said, {{ first_name }}.>" }',
};

const EXAMPLE = '- comment: { on: latest_post, text: "Well said, {{ first_name }}." }';

export const commentStep: StepDescriptor<CommentNode> = {
  form,
  below: keysOf(commentForm),
  example: EXAMPLE,
  takes_text: true,
  carries_condition: true,
  build: performed,
  needs: () => ['profile_url'],
  proves_nothing: true,
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
