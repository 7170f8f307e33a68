import type { FastifyInstance, FastifyRequest } from 'fastify';
import { listAccounts } from '../../../runtime/store/accounts/find-account.ts';
import { recordChange } from '../../../runtime/store/audit-log/record-change.ts';
import { type ChangedUser, changeUser, type UserChange } from '../../../runtime/store/users/change-user.ts';
import { findByEmail, findUser, userListing } from '../../../runtime/store/users/find-user.ts';
import { insertUser, renewInvitation } from '../../../runtime/store/users/invite-user.ts';
import { setPassword } from '../../../runtime/store/users/let-in.ts';
import type { UserRow } from '../../../runtime/store/users/user.ts';
import { newId } from '../../../shared/kit/ids.ts';
import { rehearsal } from '../../../shared/postgres/rehearsal.ts';
import { checkNewPassword, checkPassword } from '../auth/check-password.ts';
import { type NewInvitation, newInvitation } from '../auth/invitation.ts';
import { knownBrowser } from '../auth/known-browser.ts';
import { hashPassword } from '../auth/password.ts';
import { openSession } from '../auth/session.ts';
import type { ApiDeps } from '../context.ts';
import { answerPage } from '../paging.ts';
import { invalidField, notFound, Problem } from '../problem.ts';
import { serve } from '../serve.ts';

/** The people of the team: who there is, what each may do, and how they come in. */
export function addUserRoutes(app: FastifyInstance, deps: ApiDeps): void {
  const { db } = deps;
  const tried = (dryRun: boolean) => (dryRun ? rehearsal(db) : db);

  const change = async (id: string, asked: UserChange, dryRun: boolean): Promise<UserRow> => {
    await knowAccounts(deps, asked.account_ids);
    return changedOrProblem(id, await tried(dryRun).transaction((tx) => changeUser(tx, id, asked)));
  };

  serve(app, 'listUsers', ({ query }) => answerPage(db, userListing, query, viewUser));

  serve(app, 'getUser', async ({ params: { id } }) => viewUser(await userOf(deps, id)));

  serve(app, 'inviteUser', async ({ query: { dry_run }, body, request, reply }) => {
    const { email, role, account_ids } = body;
    if (role === 'owner' && account_ids !== null) throw ownerOfSome();
    await knowAccounts(deps, account_ids);
    const invitation = newInvitation(deps, request);
    const fresh = { id: newId('usr'), email, name: body.name ?? nameIn(email), role, account_ids };
    const made = await tried(dry_run).transaction((tx) => insertUser(tx, fresh, invitation));
    if (made === null) throw new Problem(409, 'email_taken', `Somebody has the address ${email} already.`);
    if (dry_run) return { user: viewUser(made), invitation: null, dry_run };
    reply.status(201).header('Location', `/api/users/${made.id}`);
    return { user: viewUser(made), invitation: shown(invitation) };
  });

  serve(app, 'createInvitation', async ({ params: { id }, query: { dry_run }, request, reply }) => {
    await userOf(deps, id);
    const invitation = newInvitation(deps, request);
    const user = await tried(dry_run).transaction((tx) => renewInvitation(tx, id, invitation));
    if (user === null) throw notFound('user', id);
    if (dry_run) return { user: viewUser(user), invitation: null, dry_run };
    reply.status(201);
    return { user: viewUser(user), invitation: shown(invitation) };
  });

  serve(app, 'changeUser', async ({ params: { id }, query: { dry_run }, body }) => {
    const user = viewUser(await change(id, body, dry_run));
    return dry_run ? { ...user, dry_run } : user;
  });

  serve(app, 'removeUser', async ({ params: { id }, query: { dry_run }, reply }) => {
    await change(id, { status: 'removed' }, dry_run);
    if (dry_run) return { id, dry_run };
    return reply.status(204).send();
  });

  serve(app, 'getMe', async ({ request }) => {
    const { user, key, scopes } = callerOf(request);
    return {
      user: user === null ? null : viewUser(await userOf(deps, user.id)),
      ...{ key, scopes: [...scopes], role: user?.role ?? null, account_ids: user?.account_ids ?? null },
    };
  });

  serve(app, 'changePassword', async ({ query: { dry_run }, body: { present, password }, request, reply }) => {
    const { user, session_id } = callerOf(request);
    if (user === null || session_id === null) {
      throw new Problem(409, 'no_user', 'Sign in as a user: keys have no password.');
    }
    checkNewPassword(password);
    const { email } = await userOf(deps, user.id);
    const stored = (await findByEmail(db, email))?.password ?? null;
    if (
      !(await checkPassword(db, {
        account: email,
        address: request.ip,
        known_browser: knownBrowser(deps, request, user.id),
        password: present,
        stored,
        cost: deps.password_cost,
      }))
    ) {
      throw new Problem(403, 'wrong_password', 'The present password is another one.');
    }
    if (dry_run) return { dry_run: true as const };
    const hashed = await hashPassword(password, deps.password_cost);
    await db.transaction(async (tx) => {
      if (!(await setPassword(tx, user.id, { password: hashed }))) throw notFound('user', user.id);
      await recordChange(tx, { did: 'changed the own password', target: { kind: 'user', id: user.id } });
    });
    await openSession(deps, request, reply, { user_id: user.id, key_id: null, scopes: [] });
    return reply.status(204).send();
  });
}

/** Without the hash that is kept of it. */
const shown = ({ url, expires_at }: NewInvitation) => ({ url, expires_at });

const viewUser = (row: UserRow) => {
  const { id, email, name, role, account_ids, status, has_password, wall_created_at, wall_signed_in_at } = row;
  if (status === 'removed') throw new Error(`the user ${id} was removed`);
  return {
    ...{ id, email, name, role, account_ids, status, has_password },
    ...{ created_at: wall_created_at, signed_in_at: wall_signed_in_at },
  };
};

function callerOf({ caller }: FastifyRequest) {
  if (caller === null) throw new Error('nobody was authenticated');
  return caller;
}

async function userOf({ db }: ApiDeps, id: string): Promise<UserRow> {
  const user = await findUser(db, id);
  if (user === null) throw notFound('user', id);
  return user;
}

function changedOrProblem(id: string, result: ChangedUser): UserRow {
  switch (result.kind) {
    case 'changed':
      return result.user;
    case 'unknown':
      throw notFound('user', id);
    case 'last_owner':
      throw new Problem(409, 'last_owner', 'This is the last owner: make somebody else an owner first.');
    case 'owner_of_some':
      throw ownerOfSome();
  }
}

const ownerOfSome = (): Problem =>
  invalidField('account_ids', 'must be null for an owner, who has all sender accounts');

/** A misspelled account would hide everything from whoever is limited to it. */
async function knowAccounts(deps: ApiDeps, ids: readonly string[] | null | undefined): Promise<void> {
  if (ids === null || ids === undefined) return;
  const unknown = async () => {
    const known = new Set((await listAccounts(deps.db)).map(({ id }) => id));
    return ids.find((id) => !known.has(id));
  };
  if ((await unknown()) === undefined) return;
  await deps.refreshAccounts().catch((err: unknown) => deps.log.warn({ err }, 'the accounts could not be refreshed'));
  const id = await unknown();
  if (id === undefined) return;
  throw new Problem(422, 'unknown_account', `account_ids: there is no account ${id}; GET /api/accounts lists them.`, {
    errors: [{ field: 'account_ids', message: `there is no account ${id}` }],
  });
}

const nameIn = (email: string): string => email.split('@')[0] ?? email;
