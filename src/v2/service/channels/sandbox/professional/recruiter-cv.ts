import type { Call, Outcome } from '../../call.ts';
import type { CandidateCv } from '../../recruiter-channel.ts';
import { done, notFound } from '../../refusals.ts';
import { profileUrl, slugOf } from '../addresses.ts';
import { fullName, SEEN_PEOPLE, type SeenPersonRow } from '../people/person-row.ts';
import { ensureWorld } from '../world/ensure-world.ts';
import { writeCv } from './write-cv.ts';

type ApplicantRow = SeenPersonRow & {
  readonly applied_at: Date;
  readonly shares_email: boolean;
  readonly shares_phone: boolean;
};

/** The candidate's own data on paper: the same candidate has the same file, byte for byte. */
export async function getCv(call: Call, applicationId: string): Promise<Outcome<CandidateCv>> {
  const { tx, account } = call;
  await ensureWorld(tx, account.user_id, call.now);
  const { rows } = await tx.query<ApplicantRow>(
    `select seen.*, a.applied_at, a.shares_email, a.shares_phone
       from sandbox_applications a join (${SEEN_PEOPLE}) seen using (person_id)
      where a.user_id = $1 and a.application_id = $3`,
    [account.user_id, account.account_id, applicationId],
  );
  const person = rows[0];
  if (!person) return notFound(`application ${applicationId} not found`);
  const name = fullName(person);
  const email = person.shares_email ? person.email : null;
  const phone = person.shares_phone ? person.phone_number : null;
  const bytes = await writeCv({
    name,
    headline: person.headline,
    contact: [person.location, email, phone].filter((line) => line !== null && line !== '').join('  |  '),
    summary: person.summary,
    experiences: person.experiences,
    at: person.applied_at,
  });
  return done({
    application_id: applicationId,
    name,
    email,
    phone,
    profile_url: profileUrl(person.public_identifier),
    file: { name: `${slugOf(name) || 'candidate'}-cv.pdf`, content_type: 'application/pdf', bytes },
  });
}
