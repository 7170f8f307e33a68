import { personKey } from '../../../../../shared/identity/mailbox-key.ts';
import type { EnrichmentSource } from '../../enrichment-source.ts';
import { done } from '../../refusals.ts';
import { profileUrl } from '../addresses.ts';
import { fullName, type PersonRow } from '../people/person-row.ts';
import { ensureWorld } from '../world/ensure-world.ts';

export const findOwner: EnrichmentSource['findOwner'] = async (call, email) => {
  await ensureWorld(call.tx, call.user_id, call.now);
  const { rows } = await call.tx.query<PersonRow>(
    'select * from sandbox_people where user_id = $1 and email_key = $2 order by person_id limit 1',
    [call.user_id, personKey(email)],
  );
  const person = rows[0];
  return done(
    person
      ? { profile_url: profileUrl(person.public_identifier), full_name: fullName(person), company: person.company }
      : null,
  );
};
