import type { Operation, Role, Scope } from './operation.ts';
import { mayAct, roleOf } from './role.ts';

/** The caller, as `GET /api/me` says it. */
export interface Asking {
  readonly scopes: readonly Scope[];
  /** Null: of nobody in particular. */
  readonly role: Role | null;
  /** The accounts that they are limited to. Null: all. */
  readonly account_ids: readonly string[] | null;
}

/** `admin` may do everything, `write` and `send` may also read; neither may do what the other does. */
export function allows(scopes: readonly Scope[], needed: Scope): boolean {
  if (scopes.includes('admin') || scopes.includes(needed)) return true;
  return needed === 'read' && (scopes.includes('write') || scopes.includes('send'));
}

/** Whether the server would let them call it, by what it says of itself. */
export function mayCall(
  { scopes, role, account_ids }: Asking,
  operation: Pick<Operation, 'scope' | 'role' | 'accounts'>,
): boolean {
  const { scope, accounts } = operation;
  if (scope === null) return true;
  if (!allows(scopes, scope)) return false;
  if (role !== null && !mayAct(role, roleOf(operation) ?? 'viewer')) return false;
  return account_ids === null || accounts !== undefined;
}
