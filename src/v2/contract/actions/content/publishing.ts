import { z } from 'zod';
import { defineAction } from '../../definition.ts';
import { isGiven, text, word } from '../../params.ts';
import { type MediaParams, mediaOf, mediaParams, mediaRules } from '../messages/media.ts';

/**
 * The actions by which an account publishes posts, comments and reposts.
 * @unspecified params and answers of the whole file; that an account may publish for every page that is there; that a repost
 * without a text carries that of the post it shares.
 */
const PROFESSIONAL = ['professional'] as const;

const PUBLISHES = { effect: 'send', limit_class: null, reconciliation: { by: 'repeat' } } as const;

const published = z.looseObject({ post_url: z.string(), backend_urn: z.string() });

const newPost = {
  message_text: z.string().optional(),
  ...mediaParams,
  visibility: z.enum(['PUBLIC', 'CONNECTIONS']).default('PUBLIC'),
};

const newPostRules = (params: MediaParams & { readonly message_text?: string | undefined }): string[] => [
  ...(isGiven(params.message_text) || mediaOf(params).length > 0 ? [] : ['message_text: is required, or a file']),
  ...mediaRules(params),
];

export const publishing = {
  create: defineAction({
    category: 'content',
    action: 'create',
    spec: 'category endpoints',
    summary: 'Publishes a post',
    channels: PROFESSIONAL,
    params: z.object(newPost),
    data: published,
    charge: { kind: 'fixed', credits: 1 },
    pagination: null,
    ...PUBLISHES,
    rules: newPostRules,
  }),
  create_company: defineAction({
    category: 'content',
    action: 'create_company',
    spec: 'category endpoints',
    summary: 'Publishes a post in the name of a company page',
    channels: PROFESSIONAL,
    params: z.object({ company_url: word(), ...newPost }),
    data: published,
    charge: { kind: 'fixed', credits: 1 },
    pagination: null,
    ...PUBLISHES,
    rules: newPostRules,
  }),
  repost: defineAction({
    category: 'content',
    action: 'repost',
    spec: 'category endpoints',
    summary: 'Shares a post again, with a text of its own when given',
    channels: PROFESSIONAL,
    params: z.object({ post_url: word(), message_text: z.string().optional() }),
    data: published,
    charge: { kind: 'fixed', credits: 1 },
    pagination: null,
    ...PUBLISHES,
  }),
  comment: defineAction({
    category: 'content',
    action: 'comment',
    spec: 'category endpoints',
    summary: 'Comments on a post',
    channels: PROFESSIONAL,
    params: z.object({ post_url: word(), message_text: text() }),
    data: z.looseObject({ comment_urn: z.string() }),
    charge: { kind: 'fixed', credits: 1 },
    pagination: null,
    ...PUBLISHES,
  }),
  answer_comment: defineAction({
    category: 'content',
    action: 'answer_comment',
    spec: 'category endpoints; Comment (get_comments item)',
    summary: 'Answers a comment',
    channels: PROFESSIONAL,
    params: z.object({ post_url: word(), comment_urn: word(), tracking_id: word(), message_text: text() }),
    data: z.looseObject({ comment_urn: z.string() }),
    charge: { kind: 'fixed', credits: 1 },
    pagination: null,
    ...PUBLISHES,
  }),
} as const;
