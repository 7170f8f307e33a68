import type { Queryable } from '../../../shared/postgres/database.ts';

/** `file`: a repository, from which it is published. `console`: the people who edit it here. */
export type Keeper = 'file' | 'console';

/** The conditions under which a text is published. */
export interface Publishing {
  readonly kept_by: Keeper;
  /** Publish although the other one keeps it, which is kept by this one from then on. */
  readonly take_over: boolean;
  /** The version that the text started from, 0: none. Absent: it is not asked whether another came in between. */
  readonly based_on?: number | undefined;
}

/** A file is what everything was published from before anybody could edit here, and what says nothing still comes from one. */
export const BY_FILE: Publishing = { kept_by: 'file', take_over: false };

/** The sequence as it is published now. */
export interface Present {
  readonly current_version: number;
  readonly kept_by: Keeper;
  /** Digest of the current version. */
  readonly digest: string | null;
}

export type Obstacle =
  | { readonly kind: 'kept_elsewhere'; readonly kept_by: Keeper }
  | { readonly kind: 'published_meanwhile'; readonly current_version: number };

/** Why a text is not published over what is there; null: nothing is in its way. */
export function obstacleTo(
  { kept_by, take_over, based_on }: Publishing,
  digest: string,
  present: Present | null,
): Obstacle | null {
  const current_version = present?.current_version ?? 0;
  if (present !== null && current_version > 0 && present.kept_by !== kept_by && !take_over) {
    return { kind: 'kept_elsewhere', kept_by: present.kept_by };
  }
  // A version that is current already may have been made so by this very request, whose answer was lost.
  if (based_on === undefined || based_on === current_version || present?.digest === digest) return null;
  return { kind: 'published_meanwhile', current_version };
}

/** Null: nobody has published it. */
export async function readPresent(db: Queryable, name: string): Promise<Present | null> {
  const { rows } = await db.query<Present & Record<string, unknown>>(
    `select s.current_version, s.kept_by,
            (select v.digest from sequence_versions v where v.sequence = s.name and v.version = s.current_version) as digest
       from sequences s where s.name = $1`,
    [name],
  );
  return rows[0] ?? null;
}
