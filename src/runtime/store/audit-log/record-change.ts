import { newId } from '../../../shared/kit/ids.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { type Actor, presentActing } from './acting.ts';

export interface Change {
  /**
   * The change in words that follow a name: `paused the campaign cmp_1`. They name no person and no secret: facts about people stand in `before` and
   * `after`, where an erasure finds them.
   */
  readonly did: string;
  readonly target: { readonly kind: string; readonly id: string | null };
  /** The fields that are different, as they were and as they are. Never a secret. */
  readonly before?: Readonly<Record<string, unknown>>;
  readonly after?: Readonly<Record<string, unknown>>;
  /** The person it is about. For an enrollment it is found by itself. */
  readonly lead_id?: string | null;
  /** The enrollment whose person it is about, where the target is something else. */
  readonly enrollment_id?: string;
}

/**
 * Writes the line of the audit log, in the transaction of the change. Where nobody asked for it (the engine does it by itself, or a test calls
 * the function) there is no line.
 */
export async function recordChange(tx: Queryable, change: Change): Promise<void> {
  const acting = presentActing();
  if (acting === null) return;
  const { actor, operation } = acting;
  const { did, target, before, after, lead_id, enrollment_id } = change;
  const enrollment = enrollment_id ?? (target.kind === 'enrollment' ? target.id : null);
  await tx.query(
    `insert into audit_log (id, user_id, user_name, key_id, key_name, session_id, via, address, operation, target_kind, target_id,
                            sentence, before, after, lead_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14,
             coalesce($15, (select lead_id from enrollments where id = $16)))`,
    [
      ...[
        newId('aud'),
        actor.user?.id ?? null,
        actor.user?.name ?? null,
        actor.key?.id ?? null,
        actor.key?.name ?? null,
      ],
      ...[actor.session_id, actor.via, actor.address, operation, target.kind, target.id],
      ...[`${nameOf(actor)} ${did}.`, jsonOf(before), jsonOf(after), lead_id ?? null, enrollment],
    ],
  );
  acting.lines += 1;
}

/** Says that what was asked for is so already, so that there is nothing to write down. */
export function recordNoChange(): void {
  const acting = presentActing();
  if (acting !== null) acting.unchanged = true;
}

/** Says that a line which was written before covers this: somebody goes on with what they began. */
export function recordContinuation(): void {
  recordNoChange();
}

const jsonOf = (value: Change['before']): string | null => (value === undefined ? null : JSON.stringify(value));

function nameOf({ user, key }: Pick<Actor, 'user' | 'key'>): string {
  if (user !== null) return key === null ? user.name : `${user.name}, with the key "${key.name}",`;
  return key === null ? 'The owner, signed in by a link,' : `The key "${key.name}"`;
}
