import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { phoneNumber } from '../../contract/params.ts';
import { findLinkByPhoneToken, findLinkOfPhone, isOpen, type LinkRow } from '../connect-links/link-row.ts';
import { linkPhone, type Step, verifyByLink } from '../connect-links/sign-in.ts';
import { accountOf, FOREIGN_FORM } from './open-link.ts';
import { type Submitted, textOf } from './read-forms.ts';
import type { Site } from './site.ts';
import { EMPTY_FORM, type FieldError, type FormState } from './templates/form.ts';
import { endedPage, phoneLinkedPage } from './templates/outcome.ts';
import { phonePage } from './templates/verification.ts';

/** The sandbox's phone: what the QR code of the messenger leads to, and where its pairing code can be typed. */
export function addPhoneRoutes(scope: FastifyInstance, site: Site): void {
  const { context } = site;

  scope.get('/phone/linked', (_request, reply) => site.send(reply, phoneLinkedPage));

  scope.get('/phone', (request, reply) => showByCode(request, reply));

  scope.post('/phone', async (request, reply) => {
    const sent = (request.body ?? {}) as Submitted;
    const values = { phone_number: textOf(sent, 'phone_number') };
    const again = (error: FieldError, status: number) =>
      showByCode(request, reply, { values, errors: [error] }, status);
    if (!site.browser(request, reply).owns('phone', sent.form_token)) return again(FOREIGN_FORM, 403);
    const number = phoneNumber().safeParse(values.phone_number);
    const link = number.success ? await findLinkOfPhone(context.db, number.data) : null;
    if (!link || !isOpen(link, context.clock.now())) {
      return again({ field: 'phone_number', message: 'No screen waits for this number.' }, 404);
    }
    const step = await verifyByLink(context, link, textOf(sent, 'code'), { browser_digest: null, contract: null });
    return answer(reply, step, (message) => again({ field: 'code', message }, 422));
  });

  scope.get('/phone/:phone_token', async (request, reply) => {
    const link = await linkOfToken(request);
    return link ? showByToken(request, reply, link) : site.send(reply, endedPage('expired'), 410);
  });

  scope.post('/phone/:phone_token', async (request, reply) => {
    const link = await linkOfToken(request);
    if (!link) return site.send(reply, endedPage('expired'), 410);
    const sent = (request.body ?? {}) as Submitted;
    const again = (error: FieldError, status: number) =>
      showByToken(request, reply, link, { values: {}, errors: [error] }, status);
    const token = link.phone_token ?? '';
    if (!site.browser(request, reply).owns(token, sent.form_token)) return again(FOREIGN_FORM, 403);
    return answer(reply, await linkPhone(context, link, token), (message) => again({ field: null, message }, 422));
  });

  function answer(reply: FastifyReply, step: Step, again: (message: string) => FastifyReply | Promise<FastifyReply>) {
    if (step.kind === 'connected') return site.redirect(reply, site.pathOf('phone', 'linked'));
    if (step.kind !== 'refused') return site.send(reply, endedPage('expired'), 410);
    const { message } = step.refusal;
    return again(`${message.slice(0, 1).toUpperCase()}${message.slice(1)}.`);
  }

  function showByCode(request: FastifyRequest, reply: FastifyReply, form: FormState = EMPTY_FORM, status = 200) {
    const token = site.browser(request, reply).formToken('phone');
    const page = { path: site.pathOf('phone'), token, form, phone_number: null, by_code: true };
    return site.send(reply, phonePage(page), status);
  }

  async function showByToken(
    request: FastifyRequest,
    reply: FastifyReply,
    link: LinkRow,
    form: FormState = EMPTY_FORM,
    status = 200,
  ): Promise<FastifyReply> {
    const account = await accountOf(site, link, link.waiting_account_id);
    const path = site.pathOf('phone', link.phone_token ?? '');
    const token = site.browser(request, reply).formToken(link.phone_token ?? '');
    const page = { path, token, form, phone_number: account?.phone_number ?? null, by_code: false };
    return site.send(reply, phonePage(page), status);
  }

  async function linkOfToken(request: FastifyRequest): Promise<LinkRow | null> {
    const { phone_token } = request.params as { phone_token: string };
    const link = await findLinkByPhoneToken(context.db, phone_token);
    return link && isOpen(link, context.clock.now()) ? link : null;
  }
}
