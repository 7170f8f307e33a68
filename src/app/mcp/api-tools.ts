import type { OperationName } from '../api-contract/api-operations.ts';
import type { Tool } from './tool.ts';

const LONG_SIMULATION = ['by_day', 'by_account', 'saturated', 'saturated_domains'];

const look = (operation: OperationName, about?: string): Tool =>
  about === undefined ? { operation } : { operation, about };

const brake = (operation: OperationName, reversible?: true): Tool => ({
  operation,
  bound_to: ({ action, scope }) => ({ action, scope }),
  ...(reversible ? { reversible } : {}),
});

/**
 * The tools of the API that agents are offered, in the order of the work. Access, the clock and the service itself are for
 * people.
 */
export const API_TOOLS: readonly Tool[] = [
  look('validateSequence', 'Do this after every change to a text, until `ok` is true and the warnings are meant.'),
  look(
    'testSequence',
    'Write tests for what must hold: who replies gets nothing more, who is silent gets no more than you say.',
  ),
  {
    operation: 'simulateText',
    long: LONG_SIMULATION,
    about: 'Do this before a plan, with the number of people meant.',
  },
  { operation: 'simulateSequence', long: LONG_SIMULATION },
  look('listSequences'),
  look('getSequence', 'The text is in `source`.'),
  look('listSequenceVersions'),
  look('listDrafts'),
  look('getDraft', 'The text is in `text`; save it over its `revision`.'),
  {
    operation: 'saveDraft',
    about: 'A person can go on with it in the console. Plan it with `kept_by` "console" and its `based_on`.',
    reversible: true,
    bound_to: ({ name, text, based_on }) => ({ name, text, based_on }),
  },
  { operation: 'discardDraft', bound_to: ({ name }) => name },
  look('getExperiments'),
  look('listCampaigns'),
  look('getCampaign'),
  look('getCampaignResults', 'Open a number to its people with list_result_people.'),
  look('listResultPeople'),
  look('listCampaignRows', 'Who was not enrolled, and why.'),
  look('listCampaignLooks', 'Of a campaign that follows its source: what each look saw, who was new, what it cost.'),
  look('forecastCampaign'),
  look('getStats'),
  look('listEnrollments'),
  look('explainEnrollment', 'The first thing to look at when somebody asks why something happened, or did not.'),
  look('listTimeline'),
  look('listLeads', 'Find a person with `q`.'),
  look('getLead', 'All that both sides wrote on every channel is in `history`.'),
  look('listConversations', 'The inbox; `waiting_for` is `us` where somebody has written last.'),
  look('getConversation', 'What both sides wrote, in order.'),
  {
    operation: 'sendAnswer',
    about: 'The first call is the draft: show it to a person. `last_seen` is the last message that you have read.',
    // To go against the do-not-contact list is for people.
    without: ['confirm'],
    // A newer message of either side is a refusal of the API itself.
    bound_to: ({ account_id, channel, to, subject, text }) => ({ account_id, channel, to, subject, text }),
  },
  look('getAnswer'),
  { operation: 'withdrawAnswer', reversible: true, bound_to: ({ id }) => id },
  look('listSavedAnswers', 'Texts that people of the team have written to be sent again.'),
  look(
    'fillSavedAnswer',
    'The text for one person; what stands in `missing` has to be known first. It goes out by send_answer.',
  ),
  { operation: 'createSavedAnswer', reversible: true },
  { operation: 'updateSavedAnswer', reversible: true },
  look('listUnmatched', 'Somebody wrote, and nothing says who it is.'),
  { operation: 'matchUnmatched', bound_to: ({ id, lead_id }) => ({ id, lead_id }) },
  { operation: 'makePersonOfUnmatched', bound_to: ({ id }) => id },
  { operation: 'leaveUnmatched', bound_to: ({ id }) => id },
  { operation: 'sendTest', about: 'Let a person see a text in their own mailbox before it is published to others.' },
  look('listTasks', 'What waits for a person.'),
  look('getTask'),
  look('listAccounts'),
  look('getCapacity'),
  look('listHolds'),
  look('listSuppressions'),
  look('listAddressReports'),
  look('getControlJob'),
  {
    operation: 'rollBackSequence',
    reversible: true,
    without: ['hash'],
    bound_to: ({ hash }) => hash,
    exactly: ({ hash }) => ({ hash }),
  },
  // Who it is stands in the arguments; a dry run makes up the other ids each time.
  { operation: 'createEnrollment', bound_to: ({ sequence, version }) => ({ sequence, version }) },
  { operation: 'createEnrollments' },
  { operation: 'createCampaign', without: ['mapping', 'format'] },
  { operation: 'changeCampaign', reversible: true },
  { operation: 'retryCampaign' },
  brake('pauseCampaign', true),
  { operation: 'resumeCampaign' },
  brake('stopCampaign'),
  brake('pauseSequence', true),
  { operation: 'resumeSequence' },
  brake('pauseAccount', true),
  { operation: 'resumeAccount' },
  brake('pauseEverything', true),
  { operation: 'resumeEverything' },
  { operation: 'pauseEnrollment', reversible: true, bound_to: ({ id }) => id },
  { operation: 'resumeEnrollment' },
  { operation: 'stopEnrollment', bound_to: ({ id }) => id },
  { operation: 'skipStep' },
  { operation: 'retryStep' },
  { operation: 'rescheduleStep', reversible: true },
  { operation: 'decideTask' },
  { operation: 'suppress', bound_to: ({ kind, value }) => ({ kind, value }) },
];
