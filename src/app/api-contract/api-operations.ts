import type { Operation } from './operation.ts';
import { ACCESS_OPERATIONS } from './operations/access.ts';
import { ACCOUNT_OPERATIONS } from './operations/accounts.ts';
import { CAMPAIGN_OPERATIONS } from './operations/campaigns.ts';
import { CLOCK_OPERATIONS } from './operations/clock.ts';
import { CONTROL_OPERATIONS } from './operations/control.ts';
import { ENROLLMENT_OPERATIONS } from './operations/enrollments.ts';
import { EVENT_OPERATIONS } from './operations/events.ts';
import { PEOPLE_OPERATIONS } from './operations/people.ts';
import { SEQUENCE_OPERATIONS } from './operations/sequences.ts';
import { SERVICE_OPERATIONS } from './operations/service.ts';
import { TASK_OPERATIONS } from './operations/tasks.ts';

/** Every route of the engine, once: what the server checks, the documents say and the client calls. */
export const OPERATIONS = {
  ...SEQUENCE_OPERATIONS,
  ...ENROLLMENT_OPERATIONS,
  ...CAMPAIGN_OPERATIONS,
  ...PEOPLE_OPERATIONS,
  ...CONTROL_OPERATIONS,
  ...TASK_OPERATIONS,
  ...ACCOUNT_OPERATIONS,
  ...EVENT_OPERATIONS,
  ...ACCESS_OPERATIONS,
  ...CLOCK_OPERATIONS,
  ...SERVICE_OPERATIONS,
};

export type OperationName = keyof typeof OPERATIONS;
export type OperationNamed<Name extends OperationName> = (typeof OPERATIONS)[Name];

export const operationNames = Object.keys(OPERATIONS) as OperationName[];
/** The operation as any other. */
export const operationOf = (name: OperationName): Operation => OPERATIONS[name];
