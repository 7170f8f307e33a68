import type { FastifyInstance } from 'fastify';
import { recordChange } from '../../../runtime/store/audit-log/record-change.ts';
import { DAY, HOUR, SECOND } from '../../../shared/kit/duration.ts';
import { trimEndOf } from '../../../shared/kit/trim-end-of.ts';
import type { ApiDeps } from '../context.ts';
import { Problem } from '../problem.ts';
import { readAccount } from '../read-account.ts';
import { serve } from '../serve.ts';

const ALL = ['professional', 'messenger', 'email'] as const;
/** Virtual milliseconds that a link of the V2 service may live. */
const LONGEST_LIFE = 7 * DAY;

/** Whoever opens it lives in wall time: where virtual time runs faster, an hour of it would be over before the link is read. */
const lifeOf = (speed: number): number => Math.ceil(Math.min(LONGEST_LIFE, HOUR * speed) / SECOND);

/** The link of the V2 service by which the owner of an account connects it: no password comes by here. */
export function addConnectLinkRoutes(app: FastifyInstance, deps: ApiDeps): void {
  serve(app, 'createConnectLink', async ({ query: { dry_run }, body: { platforms, account_id }, within, reply }) => {
    const account = account_id === undefined ? null : await readAccount(deps, account_id, within);
    const answer = {
      platforms: account ? [account.platform] : (platforms ?? [...ALL]),
      account_id: account?.id ?? null,
    };
    if (dry_run) return { ...answer, url: null, expires_at: null, dry_run };
    if (deps.connectLink === undefined)
      throw new Problem(503, 'no_link', 'This engine has no V2 service at which an account could be connected.');
    // Before it is there, for no transaction reaches into the V2 service: no link without its line, which does not hold the link.
    await recordChange(deps.db, {
      did: account
        ? `asked for a link to connect the account ${account.id} again`
        : 'asked for a link to connect an account',
      target: { kind: 'account', id: answer.account_id },
      after: { platforms: answer.platforms },
    });
    const outcome = await deps.connectLink({
      ...(account ? { account_id: account.id } : { platforms: answer.platforms }),
      expires_in: lifeOf(deps.clock.setting().speed),
    });
    if (outcome.kind !== 'success') {
      const why = outcome.kind === 'refused' ? outcome.message : outcome.reason;
      throw new Problem(502, 'no_link', `The V2 service gave no link: ${trimEndOf(why, '.')}.`);
    }
    const { url, expires_at } = outcome.data;
    reply.status(201);
    return { ...answer, url, expires_at };
  });
}
