import { createHash } from 'node:crypto';
import { canonicalJson } from '../../../language/plan/canonical-json.ts';
import { newId } from '../../../shared/kit/ids.ts';
import type { Queryable } from '../../../shared/postgres/database.ts';
import { findAccount, listAccounts } from '../../store/accounts/find-account.ts';
import { announce } from '../../store/announcements/announce.ts';
import { recordChange, recordNoChange } from '../../store/audit-log/record-change.ts';
import { insertCampaign, type NewCampaign } from '../../store/campaigns/insert-campaign.ts';
import { awaitOptOuts } from '../../store/campaigns/opt-outs.ts';
import { type CampaignRow, readCampaign } from '../../store/campaigns/read-campaign.ts';
import { setSource } from '../../store/campaigns/update-campaign.ts';
import { saveFollow } from '../../store/follows/follow.ts';
import { insertLook } from '../../store/follows/look.ts';
import { addToOutbox } from '../../store/outbox/add-to-outbox.ts';
import { readSequenceVersion, type SequenceVersion } from '../../store/sequences/read-sequence-version.ts';
import { hasAny } from '../../store/within.ts';
import { findPools, type GivenPools } from '../assign-senders.ts';
import type { EnrollDeps } from '../enroll-lead.ts';
import { type Refused, refused } from '../refused.ts';
import { type CampaignSource, followOf } from './campaign-source.ts';
import { openRows, type RowSource, stageAll } from './stage-source.ts';

export interface CampaignRequest {
  readonly name: string;
  readonly sequence: string;
  readonly weight?: number;
  /** Whether values in the source replace those that are known of people who are in the sequence already. */
  readonly update?: boolean;
  /** Accounts to send from, in place of those that the sequence names; by channel. */
  readonly senders?: GivenPools | undefined;
  readonly source: PagedSource | RowSource;
}

export type PagedSource = Extract<CampaignSource, { candidates: unknown } | { search: unknown }>;

export type CreatedCampaign = { readonly kind: 'created' | 'existing'; readonly campaign: CampaignRow } | Refused;

/** Starts a campaign. The same name, sequence and source again is the same campaign, as it stands. */
export async function createCampaign(deps: EnrollDeps, request: CampaignRequest): Promise<CreatedCampaign> {
  const checked = await checkCampaign(deps, request);
  if (checked.kind === 'refused') return checked;
  const { db } = deps;
  const present = { is: '' };
  try {
    return await db.transaction(async (tx): Promise<CreatedCampaign> => {
      const id = newId('cmp');
      const { fingerprint, opt_outs } = await writeCampaign(deps, tx, id, request, checked.version);
      const campaign = await readCampaign(tx, { fingerprint });
      if (campaign?.id === id) {
        await addToOutbox(tx, { kind: 'start_campaign', target_id: id }, campaign.created_at);
        const { name, sequence, version, weight, updates } = campaign;
        await recordChange(tx, {
          did: `started the campaign ${id} in ${sequence}`,
          target: { kind: 'campaign', id },
          after: {
            name,
            sequence,
            version,
            weight,
            ...(updates && { update: updates }),
            ...(opt_outs > 0 && { opt_outs }),
          },
        });
        if (opt_outs > 0) {
          await recordChange(tx, {
            did: `had ${opt_outs} ${opt_outs === 1 ? 'person' : 'people'} put on the do-not-contact list, as the list of the campaign ${id} says`,
            target: { kind: 'campaign', id },
            after: { opt_outs },
          });
        }
        // Last: whoever follows what is written waits for whoever writes, and reading the rows may take minutes.
        await announce(tx, { type: 'campaign.started', at: campaign.created_at, campaign_id: id });
        return { kind: 'created', campaign };
      }
      present.is = fingerprint;
      throw new AlreadyThere('the campaign is there');
    });
  } catch (error) {
    if (!(error instanceof AlreadyThere)) throw error;
    const campaign = await readCampaign(db, { fingerprint: present.is });
    if (campaign === null) throw new Error('a campaign vanished while it was created');
    recordNoChange();
    return { kind: 'existing', campaign };
  }
}

/** Rolls back the rows that were stored for a campaign that exists already. */
class AlreadyThere extends Error {}

interface Written {
  /** The digest of its source: another campaign has it when that is there already. */
  readonly fingerprint: string;
  /** Rows of which the list says itself not to contact their person. */
  readonly opt_outs: number;
}

/** Writes the campaign with all rows that are handed in. */
async function writeCampaign(
  { clock }: EnrollDeps,
  tx: Queryable,
  id: string,
  request: CampaignRequest,
  version: SequenceVersion,
): Promise<Written> {
  const { name, sequence, source, weight = 1, update = false } = request;
  const senders = chosenOf(request.senders);
  const chosen = Object.keys(senders).length > 0 && { senders };
  const fresh: Omit<NewCampaign, 'source' | 'fingerprint' | 'next_offset'> = {
    ...{ id, name, sequence, version: version.version, weight, updates: update, senders },
    created_at: new Date(clock.now()),
  };
  if (isPaged(source)) {
    const fingerprint = fingerprintOf({ name, sequence, source, ...(update && { update }), ...chosen });
    const every = followOf(source);
    if ((await insertCampaign(tx, { ...fresh, source, fingerprint, next_offset: 0 })) && every !== null) {
      await saveFollow(tx, { campaign_id: id, every, next_look_at: null });
      await insertLook(tx, { campaign_id: id, number: 1, whole: true, begun_at: fresh.created_at });
    }
    return { fingerprint, opt_outs: 0 };
  }
  // The source and its fingerprint are known only when all rows were read.
  await insertCampaign(tx, { ...fresh, source: {}, fingerprint: id, next_offset: null });
  const stream = await openRows(source);
  const { rows, opt_outs } = await stageAll(tx, id, stream);
  const fingerprint = fingerprintOf({ name, sequence, source: stream.digest(), ...(update && { update }), ...chosen });
  await setSource(tx, id, { source: stream.kept(rows), fingerprint });
  if (opt_outs > 0) await awaitOptOuts(tx, id);
  return { fingerprint, opt_outs };
}

export async function checkCampaign(
  { db, within = null }: EnrollDeps,
  { sequence, source, senders }: Pick<CampaignRequest, 'sequence' | 'source' | 'senders'>,
): Promise<{ readonly kind: 'checked'; readonly version: SequenceVersion } | Refused> {
  const version = await readSequenceVersion(db, sequence, null);
  if (version === null) {
    const text = `There is no sequence called ${sequence}; GET /api/sequences lists them.`;
    return refused('unknown_sequence', text, { errors: [{ field: 'sequence', message: 'is not there' }] });
  }
  const account_id = accountOf(source);
  // Every row would else be refused; and whoever imports them has no limits, so what a limited user may send from is looked at now.
  const accounts = (await listAccounts(db)).filter(({ id }) => hasAny(within, [id]));
  const found = findPools({ plan: version.plan, accounts, given: chosenOf(senders), campaign_account: account_id });
  if (found.kind === 'refused') return found;
  if (account_id === null) return { kind: 'checked', version };
  const account = hasAny(within, [account_id]) ? await findAccount(db, account_id) : null;
  if (account?.platform === 'professional') return { kind: 'checked', version };
  const text = `${account_id} is not a connected professional account; GET /api/accounts lists them.`;
  const field = `source.${'candidates' in source ? 'candidates' : 'search'}.account_id`;
  return refused('unknown_account', text, { errors: [{ field, message: 'is not a connected professional account' }] });
}

/** The chosen accounts of channels for which some were chosen, in one order: the same accounts make the same campaign. */
const chosenOf = (senders: CampaignRequest['senders'] = {}): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    Object.entries(senders).flatMap(([channel, ids = []]) =>
      ids.length === 0 ? [] : [[channel, [...new Set(ids)].sort()]],
    ),
  );

function accountOf(source: CampaignRequest['source']): string | null {
  if (!isPaged(source)) return null;
  return ('candidates' in source ? source.candidates : source.search).account_id;
}

export const isPaged = (source: CampaignRequest['source']): source is PagedSource =>
  'candidates' in source || 'search' in source;

function fingerprintOf(of: {
  name: string;
  sequence: string;
  source: unknown;
  update?: boolean;
  senders?: object;
}): string {
  return `sha256:${createHash('sha256').update(canonicalJson(of)).digest('hex')}`;
}
