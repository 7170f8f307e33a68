import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import QRCode from 'qrcode';
import type { Html } from '../../../shared/html/html.ts';
import type { LinkRow } from '../connect-links/link-row.ts';
import { isOpen } from '../connect-links/link-row.ts';
import { verifyByLink } from '../connect-links/sign-in.ts';
import { accountOf, FOREIGN_FORM, linkOf, openLink, sendOver } from './open-link.ts';
import { type Submitted, textOf } from './read-forms.ts';
import type { Site } from './site.ts';
import { EMPTY_FORM, type FormState } from './templates/form.ts';
import { connectedPage } from './templates/outcome.ts';
import { codePage, pairingPage } from './templates/verification.ts';
import { CHANNELS } from './templates/words.ts';

/** The second half of a sign-in: the code, or the phone; and the confirmation at its end. */
export function addVerificationRoutes(scope: FastifyInstance, site: Site): void {
  const { context } = site;

  scope.get('/:link_id/code', async (request, reply) => {
    const link = await waitingLink(request, reply, 'code');
    return link ? showCode(request, reply, link) : reply;
  });

  scope.post('/:link_id/code', async (request, reply) => {
    const browser = site.browser(request, reply);
    const link = await waitingLink(request, reply, 'code');
    if (!link) return reply;
    const sent = (request.body ?? {}) as Submitted;
    const again = (message: string, status: number) =>
      showCode(request, reply, link, { values: {}, errors: [{ field: 'code', message }] }, status);
    if (!browser.owns(link.link_id, sent.form_token)) {
      return showCode(request, reply, link, { values: {}, errors: [FOREIGN_FORM] }, 403);
    }
    const code = textOf(sent, 'code');
    if (code === '') return again('Enter the code.', 400);
    const step = await verifyByLink(context, link, code, { browser_digest: browser.digest, contract: null });
    if (step.kind === 'connected') return site.sendOn(reply, link);
    if (step.kind === 'refused') return again(inWords(step.refusal.message), 422);
    return sendOver(site, request, reply, (await linkOf(site, request)) ?? link);
  });

  scope.get('/:link_id/pairing', async (request, reply) => {
    const link = await waitingLink(request, reply, 'pairing');
    if (!link || link.phone_token === null || link.sealed_pairing_code === null) return reply;
    const account = await accountOf(site, link, link.waiting_account_id);
    const pairingCode = context.secrets.open(link.sealed_pairing_code);
    const phone = context.settings.sandbox ? `${context.settings.app_url}/connect/phone/${link.phone_token}` : null;
    return site.send(
      reply,
      pairingPage({
        qr: await qrCode(phone ?? pairingCode),
        pairing_code: pairingCode,
        phone_number: account?.phone_number ?? null,
        status: site.pathOf(link.link_id, 'status'),
        again: site.pathOf(link.link_id, 'messenger'),
        phone: phone === null ? null : { linked: site.pathOf('phone', link.phone_token), typed: site.pathOf('phone') },
      }),
    );
  });

  /** Answers the waiting page, which asks every other second. */
  scope.get('/:link_id/status', async (request, reply) => {
    const link = await linkOf(site, request);
    if (link && isOpen(link, context.clock.now())) return reply.send({ state: 'waiting' });
    const own = link?.browser_digest === site.browser(request, reply).digest;
    const done = link?.status === 'used' && own;
    // A link that is over leads on by itself when it is opened.
    const next = done ? (link.success_url ?? site.pathOf(link.link_id, 'done')) : site.pathOf(linkIdOf(request));
    return reply.send({ state: done ? 'connected' : 'over', next });
  });

  scope.get('/:link_id/done', async (request, reply) => {
    const link = await linkOf(site, request);
    const own = link?.browser_digest === site.browser(request, reply).digest;
    if (link?.status !== 'used' || link.platform === null || !own) {
      return site.redirect(reply, site.pathOf(linkIdOf(request)));
    }
    const account = await accountOf(site, link, link.account_id);
    const page = {
      name: account?.name ?? 'Your account',
      channel: CHANNELS[link.platform].name,
      again: link.reconnect !== null,
    };
    return site.send(reply, connectedPage(page));
  });

  /** The link while its sign-in waits for this step; otherwise the answer leads to where it is. */
  async function waitingLink(
    request: FastifyRequest,
    reply: FastifyReply,
    step: 'code' | 'pairing',
  ): Promise<LinkRow | null> {
    const opened = await openLink(site, request, reply, 'step');
    if (!opened) return null;
    const { link } = opened;
    const waitsFor = link.status !== 'checkpoint' ? null : link.phone_token === null ? 'code' : 'pairing';
    if (waitsFor === step) return link;
    site.redirect(reply, site.pathOf(link.link_id));
    return null;
  }

  async function showCode(
    request: FastifyRequest,
    reply: FastifyReply,
    link: LinkRow,
    form: FormState = EMPTY_FORM,
    status = 200,
  ): Promise<FastifyReply> {
    const account = await accountOf(site, link, link.waiting_account_id);
    const page = codePage({
      path: site.pathOf(link.link_id, 'code'),
      again: site.pathOf(link.link_id, link.platform ?? ''),
      token: site.browser(request, reply).formToken(link.link_id),
      form,
      place: link.platform === null ? '' : CHANNELS[link.platform].name,
      email: account?.email ?? null,
    });
    return site.sendForm(reply, link, page, status);
  }
}

async function qrCode(text: string): Promise<Html> {
  return { markup: await QRCode.toString(text, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' }) };
}

const linkIdOf = (request: FastifyRequest): string =>
  encodeURIComponent((request.params as { link_id: string }).link_id);

const inWords = (message: string): string => `${message.slice(0, 1).toUpperCase()}${message.slice(1)}.`;
