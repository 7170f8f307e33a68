import { z } from 'zod';
import { defineAction, READS, TOUCHES } from '../../definition.ts';
import { offsetListFields } from '../../envelope.ts';
import { BATCH, INVITATION_NOTE_LENGTH } from '../../limits.ts';
import { offsetParams, profileReference, word } from '../../params.ts';
import { invitationCheck, receivedInvitation, sentInvitation } from '../../records/invitation.ts';

const PROFESSIONAL = ['professional'] as const;
const NUMERIC_ID = 'must be the numeric id of an invitation';

export const invitations = {
  invite: defineAction({
    category: 'network',
    action: 'invite',
    spec: 'category endpoints',
    summary: 'Sends a connection request, with a note when `message_text` is given',
    channels: PROFESSIONAL,
    /** @unspecified the params, the length of the note and the answer. */
    params: z.object({
      profile_url: profileReference(),
      message_text: z.string().max(INVITATION_NOTE_LENGTH).optional(),
    }),
    data: z.looseObject({
      invitation_id: z.int(),
      invitation_state: z.literal('PENDING'),
      profile_url: z.string(),
    }),
    charge: { kind: 'fixed', credits: 1 },
    pagination: null,
    effect: 'send',
    limit_class: 'invite',
    reconciliation: { by: 'reading', probes: ['check_connection', 'logs', 'check_invitation'] },
  }),
  accept: defineAction({
    category: 'network',
    action: 'accept',
    spec: 'category endpoints',
    summary: 'Accepts a received connection request',
    channels: PROFESSIONAL,
    /** @unspecified both are fields of a `list_invitations` item. */
    params: z.object({ entity_urn: word(), shared_secret: word() }),
    data: z.looseObject({ accepted: z.boolean() }),
    charge: { kind: 'fixed', credits: 1 },
    pagination: null,
    ...TOUCHES,
  }),
  withdraw: defineAction({
    category: 'network',
    action: 'withdraw',
    spec: 'category endpoints',
    summary: 'Withdraws a sent connection request',
    channels: PROFESSIONAL,
    /** @unspecified that digits in a string are taken too. */
    params: z.object({
      invitation_id: z
        .union([z.int(), z.string()], { error: NUMERIC_ID })
        .refine((value) => /^[1-9]\d{0,15}$/.test(String(value)), { error: NUMERIC_ID })
        .transform(Number),
    }),
    data: z.looseObject({ withdrawn: z.boolean() }),
    charge: { kind: 'fixed', credits: 1 },
    pagination: null,
    ...TOUCHES,
  }),
  check_invitation: defineAction({
    category: 'network',
    action: 'check_invitation',
    spec: 'network / check_invitation',
    summary: 'The state of the invitation between the account and a person',
    channels: PROFESSIONAL,
    params: z.object({ profile_url: profileReference() }),
    data: invitationCheck,
    charge: { kind: 'fixed', credits: 1 },
    pagination: null,
    ...READS,
  }),
  list_invitations: defineAction({
    category: 'network',
    action: 'list_invitations',
    spec: 'network / list_invitations',
    summary: 'Received connection requests',
    channels: PROFESSIONAL,
    /** @unspecified types beside `CONNECTION`: one that the network does not know finds none. Newest first. */
    params: z.object({ ...offsetParams(), invitation_type: word().optional() }),
    data: z.looseObject({ invitations: z.array(receivedInvitation), ...offsetListFields() }),
    charge: { kind: 'per_results', credits: 1, results: 50 },
    pagination: { kind: 'offset', batch: BATCH.invitations, pages_fetched: true },
    ...READS,
  }),
  list_sent: defineAction({
    category: 'network',
    action: 'list_sent',
    spec: 'category endpoints',
    summary: 'Sent connection requests that are pending',
    channels: PROFESSIONAL,
    /** @unspecified */
    params: z.object(offsetParams()),
    data: z.looseObject({ invitations: z.array(sentInvitation), ...offsetListFields() }),
    charge: { kind: 'per_results', credits: 1, results: 10 },
    pagination: { kind: 'offset', batch: BATCH.sent_invitations, pages_fetched: true },
    ...READS,
  }),
} as const;
