import type { Identity } from '../../../shared/identity/identity.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { listIdentities } from '../leads/list-identities.ts';
import { findSurvivor } from '../leads/read-lead.ts';

/** The names of one lead of the person. */
export interface NamedLead {
  readonly id: string;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly profile_url: string | null;
  readonly email: string | null;
  readonly phone_number: string | null;
}

interface EnrollmentToErase {
  readonly id: string;
  readonly node: string | null;
  readonly visit: number;
  readonly status: string;
}

/** A person with all the leads that turned out to be them. */
export interface PersonToErase {
  /** The lead that they are now. */
  readonly survivor: string;
  readonly leads: readonly NamedLead[];
  readonly identities: readonly Identity[];
  /** The enrollments in the order of their ids. */
  readonly enrollments: readonly EnrollmentToErase[];
  /** Those that have not ended. */
  readonly open: readonly string[];
}

/** Null: there is no such person. */
export async function readPersonToErase(tx: Queryable, leadId: string): Promise<PersonToErase | null> {
  const survivor = await findSurvivor(tx, leadId);
  if (survivor === null) return null;
  const { rows: leads } = await tx.query<NamedLead & Record<string, unknown>>(
    `select id, first_name, last_name, profile_url, email, phone_number from leads where id = $1 or merged_into = $1 order by id`,
    [survivor],
  );
  const ids = leads.map(({ id }) => id);
  const { rows: enrollments } = await tx.query<EnrollmentToErase & Record<string, unknown>>(
    'select id, node, visit, status from enrollments where lead_id = any($1) order by id',
    [ids],
  );
  return {
    survivor,
    leads,
    identities: await listIdentities(tx, ids),
    enrollments,
    open: enrollments.flatMap(({ id, status }) => (status === 'finished' ? [] : [id])),
  };
}

/** Reads which of the person's names somebody else has, too. It looks at all people. */
export async function readSharedNames(
  tx: Queryable,
  ids: readonly string[],
): Promise<{ readonly full_name: boolean; readonly words: ReadonlySet<string> }> {
  const { rows } = await tx.query<{ full_name: boolean; words: string[] }>(
    `select exists (
              select from leads own join leads other
                  on lower(btrim(coalesce(other.first_name, '') || ' ' || coalesce(other.last_name, '')))
                   = lower(btrim(coalesce(own.first_name, '') || ' ' || coalesce(own.last_name, '')))
               where own.id = any($1) and other.id <> all($1) and own.first_name is not null and own.last_name is not null) as full_name,
            array(select distinct word from leads own join leads other on other.id <> all($1)
                    cross join lateral (values (own.email, other.email), (own.phone_number, other.phone_number), (own.profile_url, other.profile_url)) as same (word, others)
                   where own.id = any($1) and word = others) as words`,
    [ids],
  );
  return { full_name: rows[0]?.full_name ?? false, words: new Set(rows[0]?.words ?? []) };
}
