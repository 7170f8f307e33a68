import { type ExamplesOf, NOW, wholeList } from './example.ts';
import { PROFILE_URL, searchResult } from './profiles.ts';

const PICTURE = 'https://media.network.example/lin-park.jpg';
const INVITATION_ID = 7_194_480_512;

export const receivedInvitation = {
  entity_urn: 'urn:invitation:7194480513',
  shared_secret: 'k3y9Qk',
  sender: {
    first_name: 'Lin',
    last_name: 'Park',
    headline: 'Head of Engineering at Northwind',
    linkedin_url: PROFILE_URL,
    profile_picture_url: PICTURE,
  },
  invitation_type: 'CONNECTION',
  sent_time: '2 days ago',
  sent_time_days: 2,
};

export const network: ExamplesOf<'network'> = {
  invite: {
    params: { profile_url: PROFILE_URL, message_text: 'Hello Lin, we both plan routes for freight.' },
    data: { invitation_id: INVITATION_ID, invitation_state: 'PENDING', profile_url: PROFILE_URL },
  },
  accept: {
    params: { entity_urn: receivedInvitation.entity_urn, shared_secret: receivedInvitation.shared_secret },
    data: { accepted: true },
  },
  withdraw: { params: { invitation_id: INVITATION_ID }, data: { withdrawn: true } },
  check_invitation: {
    params: { profile_url: PROFILE_URL },
    data: {
      invitation_state: 'PENDING',
      invitation_type: 'SENT',
      invitation_id: INVITATION_ID,
      member_distance: 2,
      message: 'An invitation was sent and is pending.',
    },
  },
  list_invitations: {
    params: { count: 50, invitation_type: 'CONNECTION' },
    data: { invitations: [receivedInvitation], ...wholeList(1, 100) },
  },
  list_sent: {
    params: { count: 50 },
    data: {
      invitations: [
        { invitation_id: INVITATION_ID, profile_url: PROFILE_URL, name: 'Lin Park', sent_at: NOW, sent_time_days: 0 },
      ],
      ...wholeList(1, 100),
    },
  },
  list_connections: {
    params: { count: 100, use_cache: true },
    data: {
      connections: [
        { name: 'Lin Park', job_title: 'Head of Engineering', profile_url: PROFILE_URL, profile_picture: PICTURE },
      ],
      ...wholeList(1, 100),
      source: 'cache',
      cache_synced: true,
      cache_synced_at: NOW,
    },
  },
  check_connection: {
    params: { profile_url: PROFILE_URL },
    data: { connected: true, name: 'Lin Park', cache_synced: true, cache_synced_at: NOW },
  },
  recommendations: {
    params: { count: 10 },
    data: { recommendations: [searchResult], ...wholeList(1, 10) },
  },
};
