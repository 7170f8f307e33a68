import type { Call } from '../../call.ts';
import type { PersonRow } from '../people/person-row.ts';
import { ensureWorld } from '../world/ensure-world.ts';

/** In international format; empty where the person has none. */
export const phoneOf = ({ phone_number }: Pick<PersonRow, 'phone_number'>): string => phone_number ?? '';

/** Finds the person who has the number; of two people who share it, the one who was there first. */
export async function findByPhone(call: Call, phone: string): Promise<PersonRow | null> {
  await ensureWorld(call.tx, call.account.user_id, call.now);
  const { rows } = await call.tx.query<PersonRow>(
    'select * from sandbox_people where user_id = $1 and phone_number = $2 order by person_id limit 1',
    [call.account.user_id, phone],
  );
  return rows[0] ?? null;
}

export const isOwnPhone = ({ account }: Call, phone: string): boolean => account.phone_number === phone;
