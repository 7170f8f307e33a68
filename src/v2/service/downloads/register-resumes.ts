import type { FastifyInstance } from 'fastify';
import type { AccountRow } from '../accounts/account-row.ts';
import { ACCOUNT_COLUMNS } from '../accounts/find-account.ts';
import { invalidParams, ServiceError } from '../answers/service-error.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { checkResumeLink, RESUME_PATH } from './resume-link.ts';

interface Route {
  readonly Params: { readonly account_id: string; readonly application_id: string };
  readonly Querystring: { readonly expires?: unknown; readonly signature?: unknown };
}

const REFUSALS = {
  forged: 'this link was altered: use resume_url exactly as get_cv returned it',
  expired: 'this link has expired: call get_cv again for a new one',
} as const;

/** spec: Candidate CV: where `resume_url` leads. The same bytes as in the answer of get_cv. */
export function registerResumes(app: FastifyInstance, context: ServiceContext): void {
  app.get<Route>(RESUME_PATH, async ({ params, query }, reply) => {
    const { account_id, application_id } = params;
    const verdict = checkResumeLink(
      context,
      { account_id, application_id },
      { expires: String(query.expires ?? ''), signature: String(query.signature ?? '') },
    );
    if (verdict !== 'good') throw new ServiceError('INVALID_API_KEY', REFUSALS[verdict]);
    const { rows } = await context.db.query<AccountRow & Record<string, unknown>>(
      `select ${ACCOUNT_COLUMNS} from accounts where account_id = $1`,
      [account_id],
    );
    const account = rows[0];
    if (!account) throw new ServiceError('INVALID_ACCOUNT', `account ${account_id} not found`);
    const cv = await readCv(context, account, application_id);
    if (!cv) throw invalidParams(`application_id: there are no CVs on the ${account.platform} channel`);
    if (!cv.ok) throw invalidParams(cv.refusal.message);
    const { file } = cv.value;
    return reply
      .headers({
        'content-type': file.content_type,
        'content-disposition': `attachment; filename="${file.name}"`,
        'cache-control': 'private, no-store',
      })
      .send(Buffer.from(file.bytes));
  });
}

async function readCv({ channels, db, clock }: ServiceContext, account: AccountRow, applicationId: string) {
  const channel = await channels.of(db, account);
  const now = clock.now();
  if (channel.kind === 'remote') return channel.parts.recruiter?.getCv({ account, now }, applicationId);
  const { recruiter } = channel.parts;
  return recruiter && db.transaction((tx) => recruiter.getCv({ tx, account, now }, applicationId));
}
