import type { ItemOf, ResultOf } from '../../api-client/asked.ts';

/** All that the page of a campaign shows. Of people it holds numbers alone. */
export interface CampaignReport {
  readonly campaign: ResultOf<'getCampaign'>;
  /** The results by week. */
  readonly results: ResultOf<'getCampaignResults'>;
  readonly senders: ResultOf<'getCampaignResults'>['groups'];
  readonly splits: ResultOf<'getExperiments'>['splits'];
  readonly accounts: readonly Pick<ItemOf<'listAccounts'>, 'id' | 'name' | 'platform' | 'status'>[];
}
