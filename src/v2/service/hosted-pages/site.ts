import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LinkRow } from '../connect-links/link-row.ts';
import { statusOf } from '../connect-links/link-row.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { type Browser, browserOf } from './browser.ts';
import { type Ending, endedPage } from './templates/outcome.ts';
import { type Page, pageMarkup } from './templates/page.ts';

/** How the pages answer: their addresses, their headers, and where a person goes when a link is over. */
export interface Site {
  readonly context: ServiceContext;
  /** As a browser names it, below the path of `app_url`. */
  pathOf(...parts: string[]): string;
  /** Identifies the visitor's browser; a new one gets its cookie with this answer. */
  browser(request: FastifyRequest, reply: FastifyReply): Browser;
  send(reply: FastifyReply, page: Page, status?: number): FastifyReply;
  /** The page with the form may lead on to where the link ends. */
  sendForm(reply: FastifyReply, link: LinkRow, page: Page, status?: number): FastifyReply;
  redirect(reply: FastifyReply, url: string): FastifyReply;
  /** spec: Connection link, states: opening a link that is expired or used. */
  sendEnded(reply: FastifyReply, link: LinkRow, ending?: Ending): FastifyReply;
  /** To success_url, or to the confirmation. */
  sendOn(reply: FastifyReply, link: LinkRow): FastifyReply;
}

export function createSite(context: ServiceContext, assets: { readonly style: string; readonly script: string }): Site {
  const root = (): string => `${new URL(context.settings.app_url).pathname.replace(/\/$/, '')}/connect`;
  const visiting = new WeakMap<FastifyRequest, Browser>();
  const pathOf = (...parts: string[]): string => [root(), ...parts].join('/');
  const site: Site = {
    context,
    pathOf,
    browser(request, reply) {
      // A new browser must get one cookie, however often an answer asks who it is.
      const known = visiting.get(request);
      if (known) return known;
      const browser = browserOf(request, reply, {
        path: root(),
        secure: context.settings.app_url.startsWith('https:'),
      });
      visiting.set(request, browser);
      return browser;
    },
    send: (reply, page, status = 200) =>
      reply
        .code(status)
        .type('text/html; charset=utf-8')
        .send(pageMarkup(page, { root: root(), style: root() + assets.style, script: root() + assets.script })),
    sendForm(reply, link, page, status) {
      reply.header('content-security-policy', securityPolicy([link.success_url, link.failure_url]));
      return site.send(reply, page, status);
    },
    redirect: (reply, url) => reply.redirect(headerSafe(url), reply.request.method === 'GET' ? 302 : 303),
    sendEnded(reply, link, ending) {
      if (link.failure_url !== null) return site.redirect(reply, link.failure_url);
      const status = statusOf(link, context.clock.now());
      return site.send(reply, endedPage(ending ?? (status === 'used' ? 'used' : 'expired')), 410);
    },
    sendOn: (reply, link) => site.redirect(reply, link.success_url ?? pathOf(link.link_id, 'done')),
  };
  return site;
}

/** Nothing from elsewhere, in nobody's frame, kept by nobody. */
export const PAGE_HEADERS = Object.freeze({
  'content-security-policy': securityPolicy([]),
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
});

/**
 * A browser holds the whole chain of redirects after a form against `form-action`, and a client's `success_url` may redirect
 * within its own pages: so its scheme is allowed, not its host alone.
 */
function securityPolicy(endings: readonly (string | null)[]): string {
  const schemes = new Set(endings.flatMap((url) => (url === null ? [] : [new URL(url).protocol])));
  return [
    "default-src 'none'",
    "style-src 'self'",
    "script-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    ["form-action 'self'", ...schemes].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

/** As the client wrote it, unless no header can carry that. */
const headerSafe = (url: string): string => (/^[\x21-\x7e]+$/.test(url) ? url : new URL(url).href);
