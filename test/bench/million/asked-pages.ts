import { enrollmentOf, leadOf, MILLION } from '../../support/fill-million.ts';

const LARGEST = MILLION.largest;
/** Enrollments that wait to begin, are under way, and are over. */
const [WAITS, UNDER_WAY, OVER] = [enrollmentOf(7), enrollmentOf(100), enrollmentOf(10)];

/** Pages of the API, each of which has to come within a tenth of a second. */
export const PAGES: Readonly<Record<string, string>> = {
  'enrollments, no filter': '/api/enrollments',
  'enrollments of a campaign': `/api/enrollments?campaign_id=${LARGEST}`,
  'enrollments, status=active': '/api/enrollments?status=active',
  'enrollments of an account that have answered': '/api/enrollments?account_id=acc_7&replied=true',
  'people, no filter': '/api/leads',
  'people by name': '/api/leads?sort=name',
  'people of a campaign that have answered': `/api/leads?campaign_id=${LARGEST}&replied=true`,
  'people, q of one': '/api/leads?q=person.123456%40company-23456.example',
  'people, q of a name that every fiftieth has': '/api/leads?q=Ada',
  'people, q of the beginning of nearly all names': '/api/leads?q=b',
  'people, q of a whole name': '/api/leads?q=Bea123%20Lovelace123',
  'people, q of a company': '/api/leads?q=company%20777',
  'people, q of the beginning of all companies': '/api/leads?q=comp',
  'people, q of nobody': '/api/leads?q=zebulon',
  'people, q of a last name, of a campaign': `/api/leads?q=lovelace77&campaign_id=${LARGEST}`,
  'a person': `/api/leads/${leadOf(100)}`,
  campaigns: '/api/campaigns',
  'campaigns of a name': '/api/campaigns?q=campaign%201',
  'a campaign': `/api/campaigns/${LARGEST}`,
  'rows of a list': `/api/campaigns/${LARGEST}/rows`,
  'rows of a list that were refused': `/api/campaigns/${LARGEST}/rows?status=refused`,
  'people behind a result': `/api/campaigns/${LARGEST}/results/people?replied=true`,
  'explain, waits to begin': `/api/enrollments/${WAITS}/explain`,
  'explain, under way': `/api/enrollments/${UNDER_WAY}/explain`,
  'explain, over': `/api/enrollments/${OVER}/explain`,
  'a timeline': `/api/enrollments/${OVER}/timeline`,
  'timeline of all': '/api/timeline',
  inbox: '/api/conversations?state=open',
  'inbox, q of two words': '/api/conversations?q=hello%20often3',
  'received events': '/api/received-events',
  tasks: '/api/tasks',
  'do-not-contact list': '/api/suppressions',
  'audit log': '/api/audit-log',
  accounts: '/api/accounts',
  metrics: '/metrics',
};

/** Numbers about all people of a campaign, or of all of them. */
export const NUMBERS: Readonly<Record<string, string>> = {
  'results of the largest campaign': `/api/campaigns/${LARGEST}/results`,
  'results of another campaign': '/api/campaigns/cmp_07/results',
  'numbers of a campaign': `/api/stats?campaign_id=${LARGEST}`,
  'numbers of all': '/api/stats',
  'enrollments of a campaign, counted': `/api/enrollments?campaign_id=${LARGEST}&count=true&limit=1`,
  'people of a campaign, counted': `/api/leads?campaign_id=${LARGEST}&count=true&limit=1`,
  'people, q of many, counted': '/api/leads?q=b&count=true&limit=1',
};
