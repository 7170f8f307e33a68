import { createHash } from 'node:crypto';
import { newId } from '../kit/ids.ts';
import { canonicalJson } from '../plan/canonical-json.ts';
import { findAccount } from '../store/accounts/find-account.ts';
import { insertCampaign } from '../store/campaigns/insert-campaign.ts';
import { type CampaignRow, readCampaign } from '../store/campaigns/read-campaign.ts';
import { addToOutbox } from '../store/outbox/add-to-outbox.ts';
import { readSequenceVersion } from '../store/sequences/read-sequence-version.ts';
import type { CampaignSource } from './campaign-source.ts';
import type { EnrollDeps } from './enroll-lead.ts';
import { type Refused, refused } from './refused.ts';

export interface CampaignRequest {
  readonly name: string;
  readonly sequence: string;
  readonly source: CampaignSource;
}

export type CreatedCampaign = { readonly kind: 'created' | 'existing'; readonly campaign: CampaignRow } | Refused;

/** Starts a campaign. The same name, sequence and source again is the same campaign, as it stands. */
export async function createCampaign(
  deps: EnrollDeps,
  request: CampaignRequest,
  options: { readonly dry_run?: boolean } = {},
): Promise<CreatedCampaign> {
  const { db, clock } = deps;
  const version = await readSequenceVersion(db, request.sequence, null);
  if (version === null) {
    return refused('unknown_sequence', `No sequence is called ${request.sequence}; GET /api/sequences lists them.`);
  }
  if ('candidates' in request.source) {
    const { account_id } = request.source.candidates;
    const account = await findAccount(db, account_id);
    if (account?.platform !== 'professional') {
      return refused(
        'unknown_account',
        `${account_id} is not a connected professional account; GET /api/accounts lists them.`,
      );
    }
  }
  const at = new Date(clock.now());
  const fingerprint = fingerprintOf(request);
  const fresh: CampaignRow = {
    id: newId('cmp'),
    name: request.name,
    sequence: request.sequence,
    version: version.version,
    source: request.source,
    fingerprint,
    status: 'importing',
    error: null,
    refusals: {},
    created_at: at,
  };
  if (options.dry_run) {
    const present = await readCampaign(db, { fingerprint });
    return present === null ? { kind: 'created', campaign: fresh } : { kind: 'existing', campaign: present };
  }
  return db.transaction(async (tx) => {
    const created = await insertCampaign(tx, fresh);
    const campaign = await readCampaign(tx, { fingerprint });
    if (campaign === null) throw new Error('a campaign vanished while it was created');
    if (created) await addToOutbox(tx, { kind: 'start_campaign', target_id: campaign.id }, at);
    return { kind: created ? 'created' : 'existing', campaign };
  });
}

function fingerprintOf({ name, sequence, source }: CampaignRequest): string {
  return `sha256:${createHash('sha256').update(canonicalJson({ name, sequence, source })).digest('hex')}`;
}
