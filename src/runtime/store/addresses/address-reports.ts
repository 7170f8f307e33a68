import type { Queryable } from '../../../shared/postgres/database.ts';
import { namesErased } from '../erasure/erased-hash.ts';
import type { Listing } from '../listing.ts';

/** A bounce or a complaint that a mail to an address brought. */
export interface AddressReport {
  /** The address in the form in which all its spellings are one. */
  readonly address: string;
  /** `bounce`: for good. */
  readonly kind: 'bounce' | 'complaint';
  /** Virtual time. */
  readonly at: Date;
  /** The mail server's answer; empty where it gave none. */
  readonly reason: string;
  /** The account from which we had written. */
  readonly account_id: string;
}

/** The newest of each kind stands; what is older than what has cleared it does not count. Of an address of somebody who was erased nothing is kept. */
export async function noteAddressReports(tx: Queryable, reports: readonly AddressReport[]): Promise<void> {
  for (const { address, kind, at, reason, account_id } of reports.toSorted((a, b) =>
    a.address < b.address ? -1 : 1,
  )) {
    await tx.query(
      `insert into address_reports as known (address, kind, at, reason, account_id)
       select $1::text, $2, $3::timestamptz, $4, $5 where not ${namesErased("array['email:' || $1::text]")}
       on conflict (address, kind) do update
          set at = excluded.at, reason = excluded.reason, account_id = excluded.account_id, cleared_at = null, cleared_because = null
        where excluded.at > known.at and excluded.at > coalesce(known.cleared_at, known.at)`,
      [address, kind, at, reason, account_id],
    );
  }
}

/** Somebody has answered from these addresses at `at`: what bounced before is over. A complaint is a no, which an answer does not take back. */
export async function clearBounces(tx: Queryable, addresses: readonly string[], at: Date): Promise<void> {
  if (addresses.length === 0) return;
  await tx.query(
    `update address_reports set cleared_at = $2, cleared_because = 'a reply came from it'
      where address = any($1) and kind = 'bounce' and cleared_at is null and at < $2`,
    [[...addresses], at],
  );
}

/** A person says that an address is good: what had been reported of it. */
export async function clearAddress(tx: Queryable, address: string, at: Date): Promise<readonly AddressReport[]> {
  const { rows } = await tx.query<AddressReport & Record<string, unknown>>(
    `update address_reports set cleared_at = $2, cleared_because = 'a person has cleared it'
      where address = $1 and cleared_at is null returning ${COLUMNS}`,
    [address, at],
  );
  return rows;
}

const COLUMNS = 'address, kind, at, reason, account_id';

/** Finds the newest report of each of these addresses that was not cleared. */
export async function findAddressReports(
  db: Queryable,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, AddressReport>> {
  if (addresses.length === 0) return new Map();
  const { rows } = await db.query<AddressReport & Record<string, unknown>>(
    `select distinct on (address) ${COLUMNS} from address_reports
      where address = any($1) and cleared_at is null order by address, at desc`,
    [[...new Set(addresses)]],
  );
  return new Map(rows.map((row) => [row.address, row]));
}

/** Lists the reports that were not cleared. */
export const addressReportListing: Listing<AddressReport> = {
  ...{ columns: COLUMNS, tables: 'address_reports', where: 'cleared_at is null', values: [] },
  orders: {
    address: [
      { sql: 'address', of: ({ address }) => address, kind: 'text' },
      { sql: 'kind', of: ({ kind }) => kind, kind: 'text' },
    ],
  },
  usual: 'address',
};
