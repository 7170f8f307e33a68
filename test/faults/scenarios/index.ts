import type { Scenario } from '../scenario.ts';
import { accountDisconnected, noCredits } from './accounts.ts';
import { answerLost, brokenAnswers, errors500 } from './answers.ts';
import { pointInTime, postgresSetBack, temporalSetBack } from './backups.ts';
import { CALENDARS } from './calendars.ts';
import { clusterParts } from './cluster.ts';
import { copiesPutBack, copiesPutBackWithoutKeys } from './copies-put-back.ts';
import { diskFull, logFull } from './disk-full.ts';
import { endedInTemporal } from './ended-in-temporal.ts';
import { replayedEvents, tamperedSignatures } from './events.ts';
import { frozenWorker } from './frozen-worker.ts';
import { killPoints } from './kill-points.ts';
import { killServices } from './kill-services.ts';
import { killWorkers, killWorkersLong } from './kill-workers.ts';
import { mailReading, mailSubmission } from './mail.ts';
import { mixedTransactions } from './mixed-transactions.ts';
import { newVersion, smallCache } from './new-version.ts';
import { otherSpellings } from './other-spellings.ts';
import { badNetwork, receiverDown, temporalDown } from './outages.ts';
import { peopleAnswer } from './people-answer.ts';
import { poison } from './poison.ts';
import { killPostgres, loseCommits } from './postgres.ts';
import { rateLimitStorm } from './rate-limit.ts';
import { hostileReceivers } from './receivers.ts';
import { rollingDeploy } from './rolling-deploy.ts';
import { manySlowAccounts, slowAccount } from './slow-accounts.ts';
import { streamCuts } from './streams.ts';

export const SCENARIOS: readonly Scenario[] = [
  killPoints,
  killWorkers,
  killWorkersLong,
  killServices,
  killPostgres,
  loseCommits,
  temporalDown,
  temporalSetBack,
  postgresSetBack,
  copiesPutBack,
  copiesPutBackWithoutKeys,
  receiverDown,
  hostileReceivers,
  badNetwork,
  answerLost,
  errors500,
  brokenAnswers,
  rateLimitStorm,
  slowAccount,
  manySlowAccounts,
  noCredits,
  accountDisconnected,
  mailSubmission,
  mailReading,
  frozenWorker,
  tamperedSignatures,
  replayedEvents,
  streamCuts,
  mixedTransactions,
  peopleAnswer,
  otherSpellings,
  newVersion,
  smallCache,
  diskFull,
  logFull,
  poison,
  ...CALENDARS,
  clusterParts,
  rollingDeploy,
  endedInTemporal,
  pointInTime,
];
