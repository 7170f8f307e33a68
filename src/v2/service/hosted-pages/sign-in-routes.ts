import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '../../contract/definition.ts';
import { PLATFORMS } from '../../contract/records/account.ts';
import { ServiceError } from '../answers/service-error.ts';
import type { Refusal } from '../channels/call.ts';
import { type Step, signInByLink } from '../connect-links/sign-in.ts';
import { CONTRACTS } from './contracts.ts';
import { FOREIGN_FORM, linkOf, type OpenLink, openLink, sendOver } from './open-link.ts';
import { readSignIn, type Submitted } from './read-forms.ts';
import type { Site } from './site.ts';
import { chooserPage } from './templates/chooser.ts';
import { EMPTY_FORM, type FieldError, type FormState } from './templates/form.ts';
import { endedPage } from './templates/outcome.ts';
import type { Page } from './templates/page.ts';
import { type ConsentChoice, mailPage, messengerPage, professionalPage } from './templates/sign-in.ts';

/** Shows the sign-in page of a channel, with what is wrong. */
export type ShowSignIn = (
  request: FastifyRequest,
  reply: FastifyReply,
  opened: OpenLink,
  platform: Platform,
  form?: FormState,
  status?: number,
) => FastifyReply;

/** The chooser and the sign-ins of the three channels. */
export function addSignInRoutes(scope: FastifyInstance, site: Site): ShowSignIn {
  scope.get('/:link_id', async (request, reply) => {
    const opened = await openLink(site, request, reply);
    if (!opened) return reply;
    const { link } = opened;
    // Who opens the link again goes on where they were; who asks for the channels begins anew.
    if (link.status === 'checkpoint' && !asksForChannels(request)) {
      return site.redirect(reply, site.pathOf(link.link_id, link.phone_token === null ? 'code' : 'pairing'));
    }
    const [only, ...others] = link.platforms;
    if (only !== undefined && others.length === 0) return showSignIn(request, reply, opened, only);
    return site.send(reply, chooserPage({ path: site.pathOf(link.link_id), platforms: link.platforms }));
  });

  scope.get('/:link_id/:platform', async (request, reply) => {
    const platform = platformOf(request);
    if (!platform) return site.send(reply, endedPage('unknown'), 404);
    const opened = await openLink(site, request, reply);
    if (!opened) return reply;
    if (!opened.link.platforms.includes(platform)) return site.send(reply, endedPage('unknown'), 404);
    return showSignIn(request, reply, opened, platform);
  });

  scope.post('/:link_id/:platform', async (request, reply) => {
    const platform = platformOf(request);
    if (!platform) return site.send(reply, endedPage('unknown'), 404);
    const opened = await openLink(site, request, reply, 'step');
    if (!opened) return reply;
    const { link } = opened;
    const browser = site.browser(request, reply);
    if (!link.platforms.includes(platform)) return site.send(reply, endedPage('unknown'), 404);

    // The content type parser of these pages makes nothing else.
    const sent = (request.body ?? {}) as Submitted;
    const { form, login, contract } = readSignIn(platform, link, sent);
    const again = (error: FieldError, status: number): FastifyReply =>
      showSignIn(request, reply, opened, platform, { ...form, errors: [error] }, status);
    if (!browser.owns(link.link_id, sent.form_token)) return again(FOREIGN_FORM, 403);
    if (!login) return showSignIn(request, reply, opened, platform, form, 400);

    let step: Step;
    try {
      step = await signInByLink(site.context, link, login, { browser_digest: browser.digest, contract });
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'INSUFFICIENT_CREDITS') throw error;
      return again(
        { field: null, message: 'This cannot be finished right now. Please tell whoever sent you the link.' },
        402,
      );
    }
    switch (step.kind) {
      case 'connected':
        return site.sendOn(reply, link);
      case 'verify':
        return site.redirect(reply, site.pathOf(link.link_id, platform === 'messenger' ? 'pairing' : 'code'));
      case 'refused':
        return again(refusalInWords(step.refusal, platform), 422);
      case 'too_many_attempts':
        return again({ field: null, message: 'Too many attempts with this link. Ask for a new one.' }, 429);
      case 'closed':
        return sendOver(site, request, reply, (await linkOf(site, request)) ?? link);
    }
  });

  const showSignIn: ShowSignIn = (request, reply, opened, platform, form, status) => {
    const token = site.browser(request, reply).formToken(opened.link.link_id);
    return site.sendForm(reply, opened.link, signInPage(site, opened, platform, token, form), status);
  };
  return showSignIn;
}

function signInPage(
  site: Site,
  { link, account }: OpenLink,
  platform: Platform,
  token: string,
  form?: FormState,
): Page {
  const own = { email: account?.email ?? '', phone_number: account?.phone_number ?? '' };
  const page = {
    path: site.pathOf(link.link_id, platform),
    back:
      link.platforms.length > 1
        ? { href: `${site.pathOf(link.link_id)}?${CHANNELS_QUERY}`, label: 'All channels' }
        : undefined,
    token,
    form: form ?? { ...EMPTY_FORM, values: account ? own : {} },
    reconnect: account !== null,
    ...(account || platform === 'email' ? {} : { country: link.country }),
    sandbox: site.context.settings.sandbox,
  };
  switch (platform) {
    case 'professional':
      return professionalPage({ ...page, products: account ? [] : link.products, contracts: CONTRACTS });
    case 'messenger':
      return messengerPage(page);
    case 'email':
      return mailPage({ ...page, consents: consentsOf(site, link.link_id) });
  }
}

const consentsOf = ({ context, pathOf }: Site, linkId: string): ConsentChoice[] =>
  (context.settings.mail?.consents ?? []).map(({ id, name }) => ({ name, href: pathOf(linkId, 'consent', id) }));

export function refusalInWords(refusal: Refusal, platform: Platform): FieldError {
  if (refusal.at) return { field: refusal.at.field, message: refusal.at.message ?? asSentence(refusal.message) };
  if (refusal.kind !== 'refused') {
    return { field: null, message: 'These are the sign-in details of another account than the one to be reconnected.' };
  }
  if (refusal.sub_code === 'AUTH_FAILED' && platform === 'professional') {
    return { field: 'password', message: 'The email or the password was not accepted. Check both and try again.' };
  }
  return {
    field: platform === 'messenger' ? 'phone_number' : 'password',
    message: asSentence(refusal.message),
  };
}

const asSentence = (message: string): string => `${message.slice(0, 1).toUpperCase()}${message.slice(1)}.`;

const CHANNELS_QUERY = 'channels';

/** The router's own reading of the query. */
const asksForChannels = (request: FastifyRequest): boolean => CHANNELS_QUERY in (request.query as object);

function platformOf(request: FastifyRequest): Platform | null {
  const { platform } = request.params as { platform: string };
  return PLATFORMS.find((one) => one === platform) ?? null;
}
