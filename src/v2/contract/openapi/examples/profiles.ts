import type { ExamplesOf } from './example.ts';
import { wholeList } from './example.ts';

const PICTURE = 'https://media.network.example/lin-park.jpg';
export const PROFILE_URL = 'https://network.example/in/lin-park';
export const PROFILE_ID_URL = 'https://network.example/in/ACoAAB3x9Qk';
export const MEMBER_URN = 'urn:member:ACoAAB3x9Qk';
export const LEAD_URN = 'urn:lead:lead_01jb2k3m4n';

const experience = {
  title: 'Head of Engineering',
  company: 'Northwind',
  company_url: 'https://network.example/company/northwind',
  date_range: '03/2021 - present',
  description: 'Leads the platform teams.',
};

const profile = {
  profile_url: PROFILE_URL,
  profile_id_url: PROFILE_ID_URL,
  public_identifier: 'lin-park',
  member_urn: MEMBER_URN,
  first_name: 'Lin',
  last_name: 'Park',
  full_name: 'Lin Park',
  headline: 'Head of Engineering at Northwind',
  location: 'Lyon, France',
  industry: 'Software',
  summary: 'Builds teams that build engines.',
  degree: 2,
  connected: false,
  open_profile: false,
  premium: true,
  experiences: [experience],
  profile_picture: PICTURE,
};

export const searchResult = {
  name: 'Lin Park',
  job_title: 'Head of Engineering',
  connection_level: '2nd',
  location: 'Lyon, France',
  profile_url: PROFILE_URL,
  profile_picture: PICTURE,
};

const company = {
  name: 'Northwind',
  company_url: 'https://network.example/company/northwind',
  website: 'https://northwind.example',
  domain: 'northwind.example',
  industry: 'Software',
  size: '51-200',
  headquarters: 'Lyon, France',
  description: 'Route planning for freight.',
};

export const profiles: ExamplesOf<'profiles'> = {
  get_me: {
    params: {},
    data: { ...profile, first_name: 'Sam', last_name: 'Rivera', full_name: 'Sam Rivera', degree: null },
  },
  get: { params: { profile_url: PROFILE_URL }, data: profile },
  get_contact: {
    params: { profile_url: PROFILE_URL },
    data: { emails: ['lin.park@northwind.example'], phones: [], websites: ['https://lin.example'] },
  },
  visit: {
    params: { profile_url: PROFILE_URL },
    data: {
      visited: true,
      profile_url: PROFILE_URL,
      profile_id_url: PROFILE_ID_URL,
      member_urn: MEMBER_URN,
      degree: 2,
    },
  },
  search_people: {
    params: { keyword: 'engineering', location: ['Lyon'], network: ['S'], count: 25 },
    data: { profiles: [searchResult], ...wholeList(1, 10) },
  },
  search_companies: {
    params: { keyword: 'freight', company_size: ['51-200'] },
    data: { companies: [company], ...wholeList(1, 10) },
  },
  get_company: { params: { company_url: company.company_url }, data: company },
  unlock: {
    params: { profile: PROFILE_URL },
    data: {
      unlocked: true,
      sales_profile_id: 'lead_01jb2k3m4n',
      recipient_urn: LEAD_URN,
      member_urn: MEMBER_URN,
      full_name: 'Lin Park',
      degree: 2,
      profile_url: PROFILE_URL,
      inmail_restriction: 'NO_RESTRICTION',
    },
  },
};
