import type { OperationName } from '../../api-contract/api-operations.ts';
import type { EngineEventType } from '../../api-contract/engine-events.ts';

const PEOPLE: readonly OperationName[] = [
  ...(['listEnrollments', 'getEnrollment', 'explainEnrollment', 'listTimeline', 'listActivity', 'getStats'] as const),
  ...(['getLead', 'listLeads', 'listCampaigns', 'getCampaign', 'getCampaignResults', 'listResultPeople'] as const),
  ...(['listCampaignRows', 'listCampaignLooks', 'getControlJob'] as const),
];
const INBOX: readonly OperationName[] = ['listConversations', 'getConversation', 'getAnswer', 'listUnmatched'];
const HOLDS: readonly OperationName[] = ['listHolds', 'listCampaigns', 'getCampaign', 'listAccounts', 'getAccount'];

/** Which operations may answer otherwise after an event. */
const BY_GROUP: Readonly<Record<string, readonly OperationName[]>> = {
  enrollment: [
    ...PEOPLE,
    'listAddressReports',
    'getCapacity',
    'getCampaignCalendar',
    'listAccountSends',
    'listSentMails',
    'listAccounts',
  ],
  reply: [...PEOPLE, ...INBOX, 'getExperiments', 'listAddressReports'],
  task: [...PEOPLE, 'listTasks', 'getTask'],
  campaign: [...HOLDS, 'getCampaignResults', 'explainEnrollment', 'listCampaignRows', 'listCampaignLooks'],
  account: [...HOLDS, 'getCapacity', 'listAccountSends', 'explainEnrollment'],
  message: [...PEOPLE, ...INBOX, 'listTasks', 'getTask'],
  lead: [...PEOPLE, ...INBOX, 'listSuppressions', 'listErasures', 'getErasure'],
  sequence: ['listSequences', 'getSequence', 'listSequenceVersions'],
  webhook: ['listWebhooks', 'getWebhook', 'listDeliveries'],
};

export const whatChanges = (type: EngineEventType): readonly OperationName[] =>
  BY_GROUP[type.slice(0, type.indexOf('.'))] ?? [];
