import type { Operation } from './operation.ts';
import { ACCESS_OPERATIONS } from './operations/access.ts';
import { ACCOUNT_OPERATIONS } from './operations/accounts.ts';
import { ADDRESS_OPERATIONS } from './operations/addresses.ts';
import { ANSWER_OPERATIONS } from './operations/answers.ts';
import { AUDIT_LOG_OPERATIONS } from './operations/audit-log.ts';
import { CAMPAIGN_OPERATIONS } from './operations/campaigns.ts';
import { CLOCK_OPERATIONS } from './operations/clock.ts';
import { CONTROL_OPERATIONS } from './operations/control.ts';
import { CONVERSATION_OPERATIONS } from './operations/conversations.ts';
import { DRAFT_OPERATIONS } from './operations/drafts.ts';
import { ENROLLMENT_OPERATIONS } from './operations/enrollments.ts';
import { ERASURE_OPERATIONS } from './operations/erasures.ts';
import { EVENT_OPERATIONS } from './operations/events.ts';
import { PEOPLE_OPERATIONS } from './operations/people.ts';
import { RESULT_OPERATIONS } from './operations/results.ts';
import { RETENTION_OPERATIONS } from './operations/retention.ts';
import { SAVED_ANSWER_OPERATIONS } from './operations/saved-answers.ts';
import { SEQUENCE_OPERATIONS } from './operations/sequences.ts';
import { SERVICE_OPERATIONS } from './operations/service.ts';
import { TASK_OPERATIONS } from './operations/tasks.ts';
import { UNMATCHED_OPERATIONS } from './operations/unmatched.ts';
import { USER_OPERATIONS } from './operations/users.ts';
import { WEBHOOK_OPERATIONS } from './operations/webhooks.ts';

/** Every route of the engine, once: what the server checks, the documents say and the client calls. */
export const OPERATIONS = {
  ...SEQUENCE_OPERATIONS,
  ...DRAFT_OPERATIONS,
  ...ENROLLMENT_OPERATIONS,
  ...CAMPAIGN_OPERATIONS,
  ...RESULT_OPERATIONS,
  ...PEOPLE_OPERATIONS,
  ...ADDRESS_OPERATIONS,
  ...CONVERSATION_OPERATIONS,
  ...SAVED_ANSWER_OPERATIONS,
  ...UNMATCHED_OPERATIONS,
  ...ANSWER_OPERATIONS,
  ...ERASURE_OPERATIONS,
  ...RETENTION_OPERATIONS,
  ...CONTROL_OPERATIONS,
  ...TASK_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  ...EVENT_OPERATIONS,
  ...USER_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...ACCESS_OPERATIONS,
  ...AUDIT_LOG_OPERATIONS,
  ...CLOCK_OPERATIONS,
  ...SERVICE_OPERATIONS,
};

export type OperationName = keyof typeof OPERATIONS;
export type OperationNamed<Name extends OperationName> = (typeof OPERATIONS)[Name];

export const operationNames = Object.keys(OPERATIONS) as OperationName[];
/** The operation as any other. */
export const operationOf = (name: OperationName): Operation => OPERATIONS[name];
