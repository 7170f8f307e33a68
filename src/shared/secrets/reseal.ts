import type { Database } from '../postgres/database.ts';
import type { SecretBox } from './secret-box.ts';

/** A column of sealed texts; null and empty ones hold nothing. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
}

const AT_A_TIME = 200;

/**
 * Seals anew what another key than the present one sealed; returns how many. What changes meanwhile is left to whoever changes it,
 * and what no key opens stays as it is.
 */
export async function reseal(
  db: Database,
  box: SecretBox,
  presentId: string,
  columns: readonly SealedColumn[],
): Promise<number> {
  let done = 0;
  for (const column of columns) {
    // A row that moved in the meantime is met in the next turn.
    for (let turn = 1; turn > 0; done += turn) turn = await resealOnce(db, box, presentId, column);
  }
  return done;
}

async function resealOnce(
  db: Database,
  box: SecretBox,
  presentId: string,
  { table, column }: SealedColumn,
): Promise<number> {
  let done = 0;
  for (let after = '(0,0)'; ; ) {
    const { rows } = await db.query<{ place: string; sealed: string }>(
      `select ctid::text as place, ${column} as sealed from ${table}
          where ctid > $1::tid and ${column} <> '' and not starts_with(${column}, $2) order by ctid limit $3`,
      [after, `v2.${presentId}.`, AT_A_TIME],
    );
    const last = rows.at(-1);
    if (last === undefined) return done;
    after = last.place;
    for (const { place, sealed } of rows) {
      const plain = openOrNull(box, sealed);
      if (plain === null) continue;
      const { rowCount } = await db.query(
        `update ${table} set ${column} = $3 where ctid = $1::tid and ${column} = $2`,
        [place, sealed, box.seal(plain)],
      );
      done += rowCount ?? 0;
    }
  }
}

function openOrNull(box: SecretBox, sealed: string): string | null {
  try {
    return box.open(sealed);
  } catch {
    return null;
  }
}
