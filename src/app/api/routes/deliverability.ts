import type { FastifyInstance } from 'fastify';
import { profileOf } from '../../../core/calendar/network-profile.ts';
import type { MailboxFigures } from '../../../runtime/deliverability/check-limit.ts';
import { checkSender } from '../../../runtime/deliverability/check-sender.ts';
import { createDns } from '../../../runtime/deliverability/dns.ts';
import type { AccountRow } from '../../../runtime/store/accounts/account.ts';
import { DEFAULT_GUARDRAILS, readMailHealth } from '../../../runtime/store/accounts/guard-mailbox.ts';
import type { ApiDeps } from '../context.ts';
import { Problem } from '../problem.ts';
import { readAccount } from '../read-account.ts';
import { serve } from '../serve.ts';

/**
 * Adds the routes for what decides whether the mail of a mailbox arrives: its domain's records, its server's name, its limit
 * and its health.
 */
export function addDeliverabilityRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const dns = deps.dns ?? createDns();
  serve(app, 'checkDeliverability', async ({ params: { id }, query: { selector = [], server = null }, within }) => {
    const account = await readAccount(deps, id, within);
    if (account.platform !== 'email' || account.email === null) {
      throw new Problem(
        422,
        'not_a_mailbox',
        `${account.name} (${id}) is a ${account.platform} account, not a mailbox.`,
      );
    }
    const figures = await figuresOf(deps, account);
    const question = { email: account.email, selectors: [selector].flat(), server, figures };
    return { account_id: id, email: account.email, findings: await checkSender(dns, question) };
  });
}

async function figuresOf({ db, clock, profiles = [] }: ApiDeps, account: AccountRow): Promise<MailboxFigures> {
  const guardrails = DEFAULT_GUARDRAILS;
  const { sends, bounces, complaints } = await readMailHealth(db, account.id, guardrails, new Date(clock.now()));
  const profile = profileOf(account, profiles);
  const caps = profile?.caps.email ?? [];
  const perDay = caps.flatMap(({ count, per }) => (per === 'day' ? [count] : []));
  return {
    daily_limit: account.daily_limit,
    host_limit: perDay.length > 0 ? Math.min(...perDay) : null,
    host_name: profile?.name ?? null,
    ...{ sends, bounces, complaints, guardrails },
  };
}
