import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { consentUrl, readConsentState } from '../channels/mail/consents/begin-consent.ts';
import type { MailConsent } from '../channels/mail/consents/mail-consent.ts';
import { redeemConsent } from '../channels/mail/consents/redeem-consent.ts';
import { findLink } from '../connect-links/link-row.ts';
import { signInByLink } from '../connect-links/sign-in.ts';
import { type OpenLink, openLink, sendOver } from './open-link.ts';
import { type Submitted, textOf } from './read-forms.ts';
import { refusalInWords, type ShowSignIn } from './sign-in-routes.ts';
import type { Site } from './site.ts';
import { endedPage } from './templates/outcome.ts';

/**
 * spec: Authentication, rule 4: a mailbox is connected by consent at its provider. The person goes there with what is going on, sealed,
 * and comes back to one address for all links, which is the one that a provider knows.
 */
export function addConsentRoutes(scope: FastifyInstance, site: Site, showSignIn: ShowSignIn): void {
  const { context } = site;
  const { secrets, settings } = context;
  const rules = settings.mail ?? { allow_private: false };
  const cameBackTo = (): string => `${settings.app_url}/connect/consent`;
  const named = (id: string): MailConsent | null => rules.consents?.find((consent) => consent.id === id) ?? null;

  scope.get('/:link_id/consent/:consent_id', async (request, reply) => {
    const consent = named((request.params as { consent_id: string }).consent_id);
    if (!consent) return site.send(reply, endedPage('unknown'), 404);
    const opened = await openLink(site, request, reply);
    if (!opened) return reply;
    const { link, account } = opened;
    if (!link.platforms.includes('email')) return site.send(reply, endedPage('unknown'), 404);
    const browser_digest = site.browser(request, reply).digest;
    const who = { link_id: link.link_id, browser_digest, email: account?.email ?? null };
    return site.redirect(reply, consentUrl(consent, who, { redirect_uri: cameBackTo(), secrets }));
  });

  scope.get('/consent', async (request, reply) => {
    const sent = request.query as Submitted;
    const begun = readConsentState(textOf(sent, 'state'), secrets);
    const consent = begun && named(begun.consent_id);
    const browser = site.browser(request, reply);
    // A consent that another browser began is not finished here: it would connect the mailbox of the person at that browser.
    if (!begun || !consent || begun.browser_digest !== browser.digest) {
      return site.send(reply, endedPage('unknown'), 400);
    }
    const opened = await openLink(site, request, reply, 'step', begun.link_id);
    return opened ? finish(request, reply, opened, { consent, verifier: begun.verifier, sent }) : reply;
  });

  async function finish(
    request: FastifyRequest,
    reply: FastifyReply,
    opened: OpenLink,
    { consent, verifier, sent }: { consent: MailConsent; verifier: string; sent: Submitted },
  ): Promise<FastifyReply> {
    const { link } = opened;
    const again = (message: string, status: number): FastifyReply =>
      showSignIn(request, reply, opened, 'email', { values: {}, errors: [{ field: null, message }] }, status);
    const code = textOf(sent, 'code');
    if (code === '') return again(`${consent.name} was not allowed to give access. Try again, or use a password.`, 422);
    const redeemed = await redeemConsent(consent, { code, verifier, redirect_uri: cameBackTo() }, rules);
    if ('wrong' in redeemed) return again(redeemed.wrong, 422);
    const person = { browser_digest: site.browser(request, reply).digest, contract: null };
    const step = await signInByLink(context, link, redeemed.login, person);
    switch (step.kind) {
      case 'connected':
        return site.sendOn(reply, link);
      case 'refused':
        return again(refusalInWords(step.refusal, 'email').message, 422);
      case 'too_many_attempts':
        return again('Too many attempts with this link. Ask for a new one.', 429);
      case 'verify':
      case 'closed':
        return sendOver(site, request, reply, (await findLink(context.db, link.link_id)) ?? link);
    }
  }
}
