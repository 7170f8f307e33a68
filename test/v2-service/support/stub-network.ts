import type { NetworkChannel } from '../../../src/v2/service/channels/network-channel.ts';
import type { SeenProfile } from '../../../src/v2/service/channels/professional-channel.ts';
import type { ProfilesChannel } from '../../../src/v2/service/channels/profiles-channel.ts';
import type { StubAnswer, StubPage } from './stub-recruiter.ts';

const COMPANY = {
  name: 'Example',
  company_url: 'https://network.example/company/example',
  website: 'https://example.example',
  domain: 'example.example',
  industry: 'Software',
  size: '11-50',
  headquarters: 'Paris',
  description: '',
};
const AT = 1_700_000_000_000;

export function stubProfiles(answer: StubAnswer, page: StubPage, person: SeenProfile): ProfilesChannel {
  return {
    getProfile: () => answer('getProfile', person),
    getMe: () => answer('getMe', { ...person, degree: null }),
    getContact: () => answer('getContact', { emails: ['ada@example.example'], phones: [], websites: [] }),
    visit: () => answer('visit', person),
    searchPeople: (_call, _filters, range) => answer('searchPeople', page(person, range.count)),
    searchCompanies: (_call, _filters, range) => answer('searchCompanies', page(COMPANY, range.count)),
    getCompany: () => answer('getCompany', COMPANY),
    unlock: () =>
      answer('unlock', {
        lead_id: 'L1',
        recipient_urn: 'urn:lead:L1',
        member_urn: person.member_urn,
        full_name: 'Ada Example',
        degree: 2,
        profile_url: person.profile_url,
        inmail_restriction: 'NO_RESTRICTION',
        repeated: false,
      }),
  };
}

export function stubNetwork(answer: StubAnswer, page: StubPage, person: SeenProfile): NetworkChannel {
  const connection = {
    member_urn: person.member_urn,
    name: 'Ada Example',
    job_title: 'Engineer',
    profile_url: person.profile_url,
    profile_picture: person.profile_picture,
    connected_at: AT,
  };
  const received = {
    entity_urn: 'urn:invitation:7',
    shared_secret: 'secret',
    invitation_type: 'CONNECTION',
    sent_at: AT,
    sender: person,
  };
  const sent = { invitation_id: 7, profile_url: person.profile_url, name: 'Ada Example', sent_at: AT };
  return {
    invite: () => answer('invite', { invitation_id: 7, profile_url: person.profile_url }),
    withdraw: () => answer('withdraw', { withdrawn: true as const }),
    accept: () => answer('accept', connection),
    checkInvitation: () =>
      answer('checkInvitation', {
        state: 'PENDING' as const,
        type: 'SENT' as const,
        invitation_id: 7,
        distance: 2,
      }),
    listInvitations: (_call, _type, range) => answer('listInvitations', page(received, range.count)),
    listSent: (_call, range) => answer('listSent', page(sent, range.count)),
    listConnections: (_call, range) => answer('listConnections', page(connection, range.count)),
    readConnections: () => answer('readConnections', [connection]),
    identify: () => answer('identify', person.member_urn),
    recommendations: (_call, range) => answer('recommendations', page(person, range.count)),
  };
}
