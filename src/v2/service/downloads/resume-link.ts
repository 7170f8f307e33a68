import { timingSafeEqual } from 'node:crypto';
import { MINUTE, SECOND } from '../../../shared/kit/duration.ts';
import type { ServiceContext } from '../context/service-context.ts';

/** @unspecified how long a link is good; wall time. */
const LIFETIME = 10 * MINUTE;

export const RESUME_PATH = '/files/resumes/:account_id/:application_id/:filename';

/** One application, as one account sees it. */
export interface Resume {
  readonly account_id: string;
  readonly application_id: string;
}

/** A link to the file that needs no key: whoever has it may read it, until it expires. */
export function resumeUrl(
  { settings, secrets }: Pick<ServiceContext, 'settings' | 'secrets'>,
  resume: Resume,
  filename: string,
): string {
  const expires = String(Math.floor((Date.now() + LIFETIME) / SECOND));
  const query = new URLSearchParams({ expires, signature: secrets.digest(signed(resume, expires)) });
  const path = RESUME_PATH.replace(':account_id', encodeURIComponent(resume.account_id))
    .replace(':application_id', encodeURIComponent(resume.application_id))
    .replace(':filename', encodeURIComponent(filename));
  return `${settings.base_url}${path}?${query}`;
}

export function checkResumeLink(
  { secrets }: Pick<ServiceContext, 'secrets'>,
  resume: Resume,
  { expires, signature }: { readonly expires: string; readonly signature: string },
): 'good' | 'forged' | 'expired' {
  const expected = Buffer.from(secrets.digest(signed(resume, expires)));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return 'forged';
  return Date.now() < Number(expires) * SECOND ? 'good' : 'expired';
}

const signed = ({ account_id, application_id }: Resume, expires: string): string =>
  JSON.stringify(['resume', account_id, application_id, expires]);
