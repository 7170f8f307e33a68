import type { Identity } from '../../../shared/identity/identity.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { retryConflicts } from '../../../shared/postgres/retry-conflicts.ts';
import { lockOptOuts, type OptOutResult, type OptOutRow, recordOptOuts } from '../../store/campaigns/opt-outs.ts';
import { lockCampaign } from '../../store/campaigns/read-campaign.ts';
import { lockNames } from '../../store/leads/lock-names.ts';
import { findSuppressions } from '../../store/suppressions/find-suppression.ts';
import { nameKey } from '../../store/suppressions/suppression-names.ts';
import type { EnrollDeps } from '../enroll-lead.ts';
import { readWhatIsRight } from '../leads/read-lead-fields.ts';
import { suppressIn } from '../suppress.ts';

/** Rows per transaction. */
const AT_ONCE = 100;
/** Wall milliseconds after which no further transaction begins: Temporal waits a minute for an activity. */
const LONG_ENOUGH = 40_000;

/**
 * Puts the people on the do-not-contact list whom a list says itself not to contact, before anybody of it is enrolled: another row, another list and whoever enrolls one person may not
 * say it. Where it is, is committed with the entries, so it goes on after any crash. False: there is more to do.
 */
export async function suppressOptOuts({ db, clock }: EnrollDeps, campaignId: string): Promise<boolean> {
  const begun = performance.now();
  for (;;) {
    const at = new Date(clock.now());
    const isMore = await retryConflicts(() => db.transaction((tx) => suppressNext(tx, campaignId, at)));
    if (!isMore) return true;
    if (performance.now() - begun > LONG_ENOUGH) return false;
  }
}

interface Named {
  readonly row: OptOutRow;
  readonly names: readonly Identity[];
}

async function suppressNext(tx: Queryable, campaignId: string, at: Date): Promise<boolean> {
  const campaign = await lockCampaign(tx, campaignId);
  if (campaign === null || campaign.opt_outs_after === null) return false;
  const rows = await lockOptOuts(tx, campaignId, Number(campaign.opt_outs_after), AT_ONCE);
  const named = rows.map((row): Named => ({ row, names: namesIn(row) }));
  await lockNames(
    tx,
    named.flatMap(({ names }) => names.map(nameKey)),
  );
  const listed = await findSuppressions(
    tx,
    named.map(({ names }) => ({ names, lead_ids: [] })),
  );
  // Whoever was erased is on the list by what nobody can read, and stays so.
  const isErased = (place: number): boolean => listed[place]?.kind === 'erased';
  const asked = named.flatMap(({ row, names }, place) =>
    isErased(place)
      ? []
      : names.map(({ kind, value }) => ({ name: { kind, value }, reason: reasonOf(campaign, row), row: row.row })),
  );
  const done = await suppressIn(tx, asked, at);
  const added = new Set(asked.flatMap(({ row }, place) => (done[place]?.created ? [row] : [])));
  const results = named.map(({ row, names }, place): OptOutResult => {
    const became = added.has(row.row) ? 'added' : row.given !== null && names.length === 0 ? 'nameless' : 'present';
    return { row: row.row, became, erased: isErased(place), message: `${row.message} ${WORDS[became]}` };
  });
  const after = rows.length < AT_ONCE ? null : (rows.at(-1)?.row ?? null);
  await recordOptOuts(tx, campaignId, { results, after });
  return after !== null;
}

const WORDS: Readonly<Record<OptOutResult['became'], string>> = {
  added: 'They were put on the do-not-contact list.',
  present: 'They were on the do-not-contact list already.',
  nameless: 'No name of theirs can be read, so they could not be put on the do-not-contact list.',
};

/** All names of the person that can be read; one that is written wrongly keeps none of the others out. */
const namesIn = ({ given }: OptOutRow): readonly Identity[] =>
  given === null ? [] : readWhatIsRight(given.lead, given.country).lead.identities;

/** The entry says where it was said: `Row 7 of the list “Spring” (cmp_1): “Unsubscribed” is “yes”.` */
const reasonOf = ({ id, name }: { readonly id: string; readonly name: string }, { row, message }: OptOutRow): string =>
  `Row ${row} of the list “${name}” (${id}). ${message}`;
