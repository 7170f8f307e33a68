import { z } from 'zod';

export const INVITATION_STATES = ['ACCEPTED', 'PENDING', 'NO_INVITATION'] as const;
const INVITATION_TYPES = ['CONNECTED', 'SENT', 'RECEIVED'] as const;

/** spec: Invitation check result. */
export const invitationCheck = z.looseObject({
  invitation_state: z.enum(INVITATION_STATES),
  /** `CONNECTED` when accepted; null when there is no invitation. */
  invitation_type: z.enum(INVITATION_TYPES).nullable(),
  /** The id that `withdraw` takes. */
  invitation_id: z.int().nullable(),
  member_distance: z.int(),
  message: z.string(),
});
export type InvitationCheck = z.infer<typeof invitationCheck>;

/** spec: Received invitation (list_invitations item). */
export const receivedInvitation = z.looseObject({
  entity_urn: z.string(),
  shared_secret: z.string(),
  sender: z.looseObject({
    first_name: z.string(),
    last_name: z.string(),
    headline: z.string(),
    linkedin_url: z.string(),
    profile_picture_url: z.string(),
  }),
  invitation_type: z.string(),
  /** Relative age, as text. */
  sent_time: z.string(),
  sent_time_days: z.int(),
});
export type ReceivedInvitation = z.infer<typeof receivedInvitation>;

/** @unspecified */
export const sentInvitation = z.looseObject({
  invitation_id: z.int(),
  profile_url: z.string(),
  name: z.string(),
  sent_at: z.string(),
  sent_time_days: z.int(),
});
export type SentInvitation = z.infer<typeof sentInvitation>;

/** spec: Connection (list_connections item). */
export const connection = z.looseObject({
  name: z.string(),
  job_title: z.string(),
  profile_url: z.string(),
  profile_picture: z.string(),
});
export type ConnectionRecord = z.infer<typeof connection>;
