import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { findKey } from '../../../runtime/store/keys/find-key.ts';
import { findByEmail, hasUsers, lockInvited } from '../../../runtime/store/users/find-user.ts';
import { setPassword } from '../../../runtime/store/users/let-in.ts';
import type { UserRow } from '../../../runtime/store/users/user.ts';
import { mailboxKey } from '../../../shared/identity/mailbox-key.ts';
import { isSameOrigin, UNKNOWN_KEY } from '../auth/authenticate.ts';
import { checkNewPassword, checkPassword } from '../auth/check-password.ts';
import { hashKey } from '../auth/keys.ts';
import { knownBrowser } from '../auth/known-browser.ts';
import { hashPassword } from '../auth/password.ts';
import { closeSession, openSession } from '../auth/session.ts';
import { signedIn } from '../auth/signed-in.ts';
import type { ApiDeps } from '../context.ts';
import { Problem, readBody } from '../problem.ts';

const text = z.string().trim().min(1).max(500);
const withKey = z.strictObject({ key: text });
const withPassword = z.strictObject({ email: text, password: z.string().min(1).max(1000) });
const accepted = z.strictObject({
  token: text,
  name: z.string().trim().min(1).max(100).optional(),
  password: z.string().max(1000),
});

/** How a browser signs in and out, on the page: with a key, with a password, or by an invitation. */
export function addSignInRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const { db, oidc } = deps;
  // The library is loaded where there is a provider.
  if (oidc !== undefined) {
    app.register(async (ways) => {
      const [{ createOidcClient }, { addOidcRoutes }] = await Promise.all([
        import('../auth/oidc.ts'),
        import('./sign-in-oidc.ts'),
      ]);
      addOidcRoutes(ways, deps, createOidcClient(oidc));
    });
  }
  const fromOurPage = (request: FastifyRequest) => {
    if (!isSameOrigin(deps, request)) throw new Problem(403, 'other_origin', 'Sign in and out from our own page.');
  };

  /** Says what the form has to ask for. */
  app.get('/session', async (_, reply) => {
    reply.header('Cache-Control', 'no-store');
    return { has_users: await hasUsers(db), oidc: deps.oidc?.name ?? null };
  });

  app.post('/session', async (request, reply) => {
    fromOurPage(request);
    const isKey = typeof request.body === 'object' && request.body !== null && 'key' in request.body;
    if (isKey) await signInWithKey(deps, readBody(withKey, request.body).key, request, reply);
    else await signInWithPassword(deps, readBody(withPassword, request.body), request, reply);
    return reply.status(204).send();
  });

  app.post('/session/invitation', async (request, reply) => {
    fromOurPage(request);
    const { token, name, password } = readBody(accepted, request.body);
    checkNewPassword(password);
    const hashed = await hashPassword(password, deps.password_cost);
    const user = await db.transaction(async (tx) => {
      const invited = await lockInvited(tx, hashKey(token));
      if (invited === null) return null;
      refuseWithoutProvider(deps, invited);
      await setPassword(tx, invited.id, { password: hashed, name });
      const named = { id: invited.id, name: name ?? invited.name };
      await signedIn(tx, request, named, 'set a password by the link of an invitation');
      return named;
    });
    if (user === null) {
      const text = 'This link was used, or is too old. Ask an owner of the team for another.';
      throw new Problem(401, 'invalid_invitation', text);
    }
    await openSession(deps, request, reply, { user_id: user.id, key_id: null, scopes: [] });
    return reply.status(204).send();
  });

  app.delete('/session', async (request, reply) => {
    fromOurPage(request);
    await closeSession(deps, request, reply);
    return reply.status(204).send();
  });
}

async function signInWithKey(deps: ApiDeps, key: string, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const found = await findKey(deps.db, hashKey(key));
  if (found === null) throw new Problem(401, 'invalid_key', UNKNOWN_KEY);
  await openSession(deps, request, reply, { user_id: found.user?.id ?? null, key_id: found.id, scopes: found.scopes });
}

async function signInWithPassword(
  deps: ApiDeps,
  { email, password }: z.output<typeof withPassword>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const account = mailboxKey(email);
  const user = await findByEmail(deps.db, account);
  const stored = user?.password ?? null;
  const known_browser = knownBrowser(deps, request, user?.id);
  const asked = { account, address: request.ip, known_browser, password, stored, cost: deps.password_cost };
  if (!(await checkPassword(deps.db, asked)) || user === null) {
    request.log.warn({ address: request.ip }, 'somebody has tried to sign in with a wrong address or password');
    throw new Problem(401, 'wrong_sign_in', 'The address or the password is wrong.');
  }
  refuseWithoutProvider(deps, user);
  await deps.db.transaction((tx) => signedIn(tx, request, user, 'signed in with a password'));
  await openSession(deps, request, reply, { user_id: user.id, key_id: null, scopes: [] });
}

/** An owner can always sign in, also while the provider is away. */
function refuseWithoutProvider({ oidc }: ApiDeps, { role }: Pick<UserRow, 'role'>): void {
  if (oidc?.only === true && role !== 'owner') {
    throw new Problem(403, 'oidc_only', `Here only owners sign in with a password; use ${oidc.name}.`);
  }
}
