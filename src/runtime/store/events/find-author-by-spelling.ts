import type { Queryable } from '../../../shared/postgres/database.ts';

/** Whoever is known by this address with another tag: `ada+news@x.example` is `ada@x.example`. */
export async function findByUntagged(tx: Queryable, address: string): Promise<string[]> {
  const bare = address.replace(/^([^+@]*)\+[^@]*@/, '$1@');
  const { rows } = await tx.query<{ lead_id: string }>(
    `select lead_id from identities where kind = 'email' and value = $1 and $1 <> $2
     union
     select lead_id from identities
      where kind = 'email' and value like '%+%@%' and regexp_replace(value, '\\+[^@]*@', '@') = $1`,
    [bare, address],
  );
  return rows.map(({ lead_id }) => lead_id);
}

/**
 * Whoever this messenger account writes to at a number that ends alike, where one of the two is not in international form: two
 * whole numbers that differ are two people.
 */
export async function findByPhoneDigits(tx: Queryable, accountId: string, number: string): Promise<string[]> {
  const digits = number.replace(/\D/g, '');
  if (digits.length < 9) return [];
  const { rows } = await tx.query<{ lead_id: string }>(
    `select distinct i.lead_id from identities i
      where i.kind = 'phone' and right(regexp_replace(i.value, '\\D', '', 'g'), 9) = right($1, 9)
        and not (i.value like '+%' and $2 like '+%')
        and exists (select from enrollments e where e.lead_id = i.lead_id and e.senders ->> 'messenger' = $3)`,
    [digits, number, accountId],
  );
  return rows.map(({ lead_id }) => lead_id);
}

/**
 * Whoever got a mail of this subject from this mailbox, has this very name, and the same domain or the same name before the `@`:
 * an answer from another address of theirs by a mail program that names no mail that it answers.
 */
export async function findByMailName(
  tx: Queryable,
  mail: { readonly account_id: string; readonly name: string; readonly address: string; readonly subject: string },
): Promise<string[]> {
  const [local = '', domain = ''] = mail.address.split('@');
  const { rows } = await tx.query<{ lead_id: string }>(
    `select distinct e.lead_id
       from leads l join enrollments e on e.lead_id = l.id join intents i on i.enrollment_id = e.id
      where lower(btrim(coalesce(l.first_name, '') || ' ' || coalesce(l.last_name, ''))) = lower($2)
        and exists (select from identities own where own.lead_id = l.id and own.kind = 'email'
                       and (split_part(own.value, '@', 1) = $3 or split_part(own.value, '@', 2) = $4))
        and i.account_id = $1 and i.limit_class = 'email' and lower(btrim(i.request #>> '{params,subject}')) = lower($5)`,
    [mail.account_id, mail.name, local, domain, mail.subject],
  );
  return rows.map(({ lead_id }) => lead_id);
}
