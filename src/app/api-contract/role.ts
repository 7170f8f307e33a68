import { type Operation, ROLES, type Role, type Scope } from './operation.ts';

export const ROLE_MEANINGS: Readonly<Record<Role, string>> = {
  viewer: 'looks',
  operator: 'acts on people, answers, tasks',
  editor: 'publishes sequences, starts campaigns, looks after accounts',
  owner: 'keys, users, the audit log',
};

const BY_SCOPE: Readonly<Record<Scope, Role>> = { read: 'viewer', send: 'operator', write: 'editor', admin: 'owner' };

/** The least role that may call it: what the operation says, else what follows from its scope. Null: whoever asks. */
export const roleOf = ({ scope, role }: Pick<Operation, 'scope' | 'role'>): Role | null =>
  scope === null ? null : (role ?? BY_SCOPE[scope]);

export const mayAct = (role: Role, needed: Role): boolean => ROLES.indexOf(role) >= ROLES.indexOf(needed);
