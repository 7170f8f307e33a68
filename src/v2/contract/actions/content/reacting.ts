import { z } from 'zod';
import { defineAction, TOUCHES } from '../../definition.ts';
import { word } from '../../params.ts';
import { REACTION_TYPES } from '../../records/post.ts';

/**
 * The actions on posts that their authors may notice.
 * @unspecified params and answers of the whole file; that an account has one reaction to a post, which another one replaces and
 * the same one leaves as it is.
 */
const PROFESSIONAL = ['professional'] as const;
const reacted = z.looseObject({ post_url: z.string(), reaction_type: z.enum(REACTION_TYPES) });

export const reacting = {
  like: defineAction({
    category: 'content',
    action: 'like',
    spec: 'category endpoints',
    summary: 'Likes a post',
    channels: PROFESSIONAL,
    params: z.object({ post_url: word() }),
    data: reacted,
    charge: { kind: 'fixed', credits: 1 },
    pagination: null,
    ...TOUCHES,
  }),
  react: defineAction({
    category: 'content',
    action: 'react',
    spec: 'category endpoints',
    summary: 'Reacts to a post',
    channels: PROFESSIONAL,
    params: z.object({ post_url: word(), reaction_type: z.enum(REACTION_TYPES) }),
    data: reacted,
    charge: { kind: 'fixed', credits: 1 },
    pagination: null,
    ...TOUCHES,
  }),
  time_spent: defineAction({
    category: 'content',
    action: 'time_spent',
    spec: 'category endpoints',
    summary: 'Records time spent reading a post',
    channels: PROFESSIONAL,
    params: z.object({ post_url: word(), duration_ms: z.int().min(1) }),
    data: z.looseObject({ post_url: z.string(), duration_ms: z.int() }),
    charge: { kind: 'fixed', credits: 1 },
    pagination: null,
    ...TOUCHES,
  }),
} as const;
