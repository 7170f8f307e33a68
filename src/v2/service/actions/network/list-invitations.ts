import { actionOf } from '../../../contract/actions.ts';
import type { ReceivedInvitation as Record } from '../../../contract/records/invitation.ts';
import type { ReceivedInvitation } from '../../channels/network-channel.ts';
import { handleAction } from '../action-handler.ts';
import { offsetList } from '../offset-list.ts';
import { ageInWords, daysSince } from './sent-time.ts';

const definition = actionOf('network', 'list_invitations');

/** spec: network / list_invitations. */
export const listInvitations = handleAction(definition, 'network', async (call) => {
  const { params } = call;
  const type = params.invitation_type ?? null;
  const received = await call.channel.listInvitations(call, type, params);
  return offsetList(definition, params, received, (items) => ({
    invitations: items.map((invitation) => invitationRecord(invitation, call.now)),
  }));
});

function invitationRecord({ sender, sent_at, ...invitation }: ReceivedInvitation, now: number): Record {
  return {
    entity_urn: invitation.entity_urn,
    shared_secret: invitation.shared_secret,
    sender: {
      first_name: sender.first_name,
      last_name: sender.last_name,
      headline: sender.headline,
      linkedin_url: sender.profile_url,
      profile_picture_url: sender.profile_picture,
    },
    invitation_type: invitation.invitation_type,
    sent_time: ageInWords(sent_at, now),
    sent_time_days: daysSince(sent_at, now),
  };
}
