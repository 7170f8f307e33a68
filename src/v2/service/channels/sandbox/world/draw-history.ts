import { createHash } from 'node:crypto';
import type { Experience } from '../../professional-channel.ts';
import { companyUrl, slugOf } from '../addresses.ts';
import type { CompanySeed } from './person-seed.ts';

const SCHOOLS = [
  'Institute of Applied Sciences',
  'Northgate University',
  'University of the Coast',
  'Polytechnic School of the Lakes',
  'Riverside College',
  'School of Commerce and Law',
  'Technical University of the Plains',
  'Saint Martin University',
  'Eastern Business School',
  'College of Design and Media',
  'National School of Engineers',
  'Old Town University',
].map((name) => slugOf(name));
const EARLIER_TITLES = ['Analyst', 'Assistant', 'Consultant', 'Junior Developer', 'Project Manager', 'Team Lead'];

/**
 * Draws the earlier jobs and the schools of a person. They follow from the person's own id and not from the world's dice, so that
 * they change nobody else. `since`: the year of their present job.
 */
export function drawHistory(memberId: string, companies: readonly CompanySeed[], since: number) {
  const bytes = createHash('sha256').update(memberId).digest();
  const byte = (index: number): number => bytes[index] ?? 0;
  const past: Experience[] = [];
  let until = since;
  for (let job = 0; job < byte(0) % 3; job++) {
    const company = companies[bytes.readUInt16BE(1 + 2 * job) % companies.length];
    if (!company) break;
    const from = until - 1 - (byte(6 + job) % 4);
    past.push({
      title: EARLIER_TITLES[byte(8 + job) % EARLIER_TITLES.length] ?? 'Analyst',
      company: company.name,
      company_url: companyUrl(company.public_identifier),
      date_range: `03/${from} - 12/${until - 1}`,
      description: '',
    });
    until = from;
  }
  return {
    past,
    school_slugs: [SCHOOLS[byte(10) % SCHOOLS.length] ?? 'northgate-university'],
    has_website: byte(11) % 3 === 0,
  };
}
