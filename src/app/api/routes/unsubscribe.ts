import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { unsubscribe } from '../../../runtime/events/reactions/unsubscribe.ts';
import { openUnsubscribeToken } from '../auth/unsubscribe.ts';
import type { ApiDeps } from '../context.ts';

const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};

const ASK = page(
  'Unsubscribe',
  `<p>Do you want to receive no more emails from us? Press the button; nothing else is needed.</p>
      <form method="post"><button type="submit">Unsubscribe</button></form>`,
);
const DONE = page('You are unsubscribed', '<p>We will send you no more emails.</p>');
const UNKNOWN = page(
  'This link is not complete',
  '<p>Please open it again from the email, or answer the email and say that you want no more.</p>',
);

type Token = { Params: { token: string } };

/**
 * RFC 8058: only a POST unsubscribes, since what looks at mails for viruses follows every link; it needs no session, and
 * whatever it says in its body is right.
 */
export function addUnsubscribeRoutes(app: FastifyInstance, deps: ApiDeps): void {
  app.register(async (links) => {
    links.removeAllContentTypeParsers();
    links.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body));

    const style = readFileSync(join(deps.package_root, 'src/app/api/routes/unsubscribe.css'));
    links.get('/u/style.css', async (_, reply) =>
      reply.header('Cache-Control', 'no-cache').type('text/css; charset=utf-8').send(style),
    );

    links.get<Token>('/u/:token', async ({ params }, reply) => {
      const known = (await openUnsubscribeToken(deps.keys, params.token)) !== null;
      return show(reply, known ? ASK : UNKNOWN, known ? 200 : 404);
    });

    links.post<Token>('/u/:token', async ({ params }, reply) => {
      const enrollment = await openUnsubscribeToken(deps.keys, params.token);
      if (enrollment === null || !(await unsubscribe(deps, enrollment))) return show(reply, UNKNOWN, 404);
      deps.onOutbox();
      return show(reply, DONE, 200);
    });
  });
}

const show = (reply: FastifyReply, content: string, status: number): FastifyReply =>
  reply.status(status).headers(HEADERS).type('text/html; charset=utf-8').send(content);

/** The style sheet stands beside the links, for a public address that has a path, or whose proxy lets nothing else by. */
function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>${title}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="style.css">
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      ${content}
    </main>
  </body>
</html>
`;
}
