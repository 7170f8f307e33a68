import type { ErasureMap } from './table-answer.ts';
import { ACCESS_TABLES } from './tables/access.ts';
import { ACCOUNT_TABLES } from './tables/accounts.ts';
import { CAMPAIGN_TABLES } from './tables/campaigns.ts';
import { CONVERSATION_TABLES } from './tables/conversations.ts';
import { PEOPLE_TABLES } from './tables/people.ts';
import { STEP_TABLES } from './tables/steps.ts';
import { WEBHOOK_TABLES } from './tables/webhooks.ts';

/** The answer of each column of the engine's schema to an erasure, in the order in which tables are erased. */
export const ERASURE_MAP: ErasureMap = {
  ...WEBHOOK_TABLES,
  ...STEP_TABLES,
  ...CONVERSATION_TABLES,
  ...CAMPAIGN_TABLES,
  ...ACCOUNT_TABLES,
  ...ACCESS_TABLES,
  ...PEOPLE_TABLES,
};
