import { hashEntry } from '../hash-entry.ts';
import { type ErasureMap, NO_WORDS, OF_LEAD } from '../table-answer.ts';

/** Tables of people, in the order in which they are erased: rows that refer to a lead go before the lead. */
export const PEOPLE_TABLES: ErasureMap = {
  identities: { persons: OF_LEAD, came_back_if: 'true', removes: ['kind', 'value', 'lead_id'] },
  relations: {
    persons: OF_LEAD,
    removes: [
      ...['account_id', 'lead_id', 'connected', 'degree', 'conversation_id', 'premium_conversation_id', 'learned_at'],
    ],
  },
  merges: {
    persons: 'lead_id = any(:leads) or other_id = any(:leads)',
    removes: ['lead_id', 'other_id', 'name', 'state', 'note', 'wall_created_at'],
  },
  // Entries of their names are replaced by salted hashes before.
  suppressions: {
    persons: `(kind = 'lead' and value = any(:leads))
      or (kind, value) in (select split_part(name, ':', 1), substr(name, strpos(name, ':') + 1) from unnest(:names) as name)
      or (kind <> 'lead' and id in (
        select of.person_entry from suppressions of
         where (of.kind, of.value) in (select split_part(name, ':', 1), substr(name, strpos(name, ':') + 1) from unnest(:names) as name)))`,
    hashed: { columns: ['value'], hash: hashEntry },
    removes: ['id', 'kind', 'value', 'reason', 'created_at', 'person_entry', 'wall_created_at'],
  },
  namesakes_of_erased: { persons: OF_LEAD, removes: ['lead_id'] },
  address_reports: {
    persons: `'email:' || address = any(:names)`,
    removes: ['address', 'kind', 'at', 'reason', 'account_id', 'cleared_at', 'cleared_because'],
  },
  leads: {
    persons: 'id = any(:leads)',
    came_back_if: `exists (select from identities i where i.lead_id = leads.id and i.kind || ':' || i.value = any(:names))`,
    removes: [
      ...['id', 'profile_url', 'first_name', 'last_name', 'headline', 'email', 'phone_number', 'company', 'location'],
      ...['timezone', 'country', 'vars', 'created_at', 'updated_at', 'tags', 'company_key', 'premium', 'merged_into'],
      'origins',
    ],
  },
  erasures: {
    keeps: {
      'what an erasure did, and where it is: no name, and no id of a row that is left': [
        ...['id', 'leads', 'enrollments', 'stage', 'place', 'erased', 'kept', 'last_error'],
        ...['created_at', 'wall_created_at', 'wall_due_at', 'lease', 'finished_at'],
      ],
      'the receipt: keyed digests of names, which only this installation can compare with anything': ['receipt'],
      'the names, sealed, until the erasure is done; then empty': ['sealed_names'],
    },
  },
  erasure_checks: {
    keeps: {
      'the receipt that was given, and where something was found': [
        ...['id', 'receipt', 'status', 'place', 'found', 'created_at', 'wall_due_at', 'lease', 'last_error'],
        'finished_at',
      ],
    },
  },
  name_passes: { keeps: { [NO_WORDS]: ['what', 'passes', 'place', 'wall_passed_at'] } },
  enroll_settings: { keeps: { [NO_WORDS]: ['one', 'bad_addresses'] } },
  erasure_salt: { keeps: { [NO_WORDS]: ['one', 'salt'] } },
};
