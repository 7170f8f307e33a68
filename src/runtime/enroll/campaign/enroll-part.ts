import { Conflict, retryConflicts } from '../../../shared/postgres/retry-conflicts.ts';
import { askAhead } from '../../../shared/postgres/transaction.ts';
import type { CampaignRow } from '../../store/campaigns/read-campaign.ts';
import { lockPendingRows, type PendingRow, type RowResult, recordRows } from '../../store/campaigns/record-rows.ts';
import type { Admission, Enrolled } from '../admission/admission.ts';
import { admitRead, type ReadLead } from '../admission/admit-leads.ts';
import { isDuplicate } from '../enroll-batch.ts';
import type { EnrollDeps } from '../enroll-lead.ts';
import type { KnownRow } from './update-known.ts';

export interface ReadRow {
  readonly row: PendingRow;
  readonly lead: ReadLead;
}

/** Rows that are enrolled in one transaction. */
export interface Part {
  readonly rows: readonly ReadRow[];
  /** Resolves once it waits for no further lock, or has ended. */
  readonly hasLocks: Promise<void>;
  /** The end of its first transaction. It fails where that one was undone, whether or not it is done again. */
  readonly first: Promise<unknown>;
  /** Those by which somebody who is known is to be corrected. */
  readonly done: Promise<readonly KnownRow[]>;
}

interface PartOf {
  readonly campaign: CampaignRow;
  readonly admission: Admission;
  readonly rows: readonly ReadRow[];
  /** The part whose rows stand before these, and which has its locks; null: none is under way. */
  readonly before: Part | null;
}

/**
 * Begins to enroll those of the rows that nobody has changed since they were read. It asks for its locks at once, and decides nothing until the part before it is committed: an earlier row
 * of the list has its person first. That one has all of its locks, so it never waits for this one. Where it is undone, this one is too, and begins again behind it.
 */
export function beginPart({ db, clock }: EnrollDeps, { campaign, admission, rows, before }: PartOf): Part {
  let [ours, letNextBegin] = [rows, () => {}];
  const hasLocks = new Promise<void>((resolve) => {
    letNextBegin = resolve;
  });
  const enroll = async (turn?: Promise<unknown>): Promise<readonly KnownRow[]> => {
    if (ours.length === 0) return [];
    let known: readonly KnownRow[] = [];
    await db.transaction(async (tx) => {
      const read = ours;
      const locked = lockPendingRows(
        tx,
        campaign.id,
        read.map(({ row }) => row),
      );
      const leads = read.map(({ lead }) => lead);
      await askAhead(tx, [
        () => locked,
        () =>
          admitRead(tx, admission, leads, clock.now(), {
            async onNamesLocked() {
              const found = await locked;
              ours = read.filter(({ row }) => found.has(row.row));
              if (ours.length < read.length) throw new Conflict('somebody has changed some of the rows meanwhile');
              await turn;
            },
            onJudged: letNextBegin,
            onDecided(enrolled) {
              const [decided, corrected]: [RowResult[], KnownRow[]] = [[], []];
              for (const [place, { row }] of read.entries()) {
                const result = settled(row, enrolled[place] ?? missing());
                if (campaign.updates && result.status === 'duplicate') corrected.push({ row, result });
                else decided.push(result);
              }
              known = corrected;
              return recordRows(tx, campaign.id, decided);
            },
          }),
      ]);
    });
    return known;
  };
  const first = enroll(before?.first);
  let attempts = 0;
  const done = retryConflicts(async () => {
    if (attempts++ === 0) return first;
    await before?.done;
    return enroll();
  }).finally(letNextBegin);
  // Whoever waits for them is told; nobody has to.
  for (const promise of [first, done]) promise.catch(() => undefined);
  return { rows, hasLocks, first, done };
}

function missing(): never {
  throw new Error('an admission gave no result for a row');
}

function settled({ row }: PendingRow, enrolled: Enrolled): RowResult {
  if (enrolled.kind === 'created') {
    const { enrollment, warning } = enrolled;
    const warned = warning === undefined ? {} : { code: 'bad_address', message: warning };
    return { row, status: 'created', enrollment_id: enrollment.id, ...warned };
  }
  const { code, message, existing_id } = enrolled;
  const status = isDuplicate(code) ? 'duplicate' : 'refused';
  const { erased = false } = enrolled;
  return { row, status, code, message, erased, ...(existing_id === undefined ? {} : { enrollment_id: existing_id }) };
}
