import type { Client } from '@temporalio/client';
import { type AccountLanes, createAccountLanes } from '../../../../activities/call/account-lanes.ts';
import { withinLane } from '../../../../activities/call/calls-in-lanes.ts';
import { countedLanes } from '../../../../activities/call/counted-lanes.ts';
import { createWake } from '../../../../activities/call/create-wake.ts';
import { type ActivityDeps, settingsForTimeout } from '../../../../activities/deps.ts';
import { type AccountCheck, createAccountCheck } from '../../../../activities/reconcile/forgotten/check-accounts.ts';
import { importPage } from '../../../runtime/enroll/campaign/import-page.ts';
import type { V2Reader } from '../../../runtime/enroll/campaign/v2-reader.ts';
import { continueIn } from '../../../runtime/enroll/continue-in.ts';
import { lookUpEnrollment } from '../../../runtime/temporal/look-up.ts';
import { readReported } from '../../../runtime/temporal/read-reported.ts';
import type { ProcessLoad } from '../../../runtime/temporal/task-slots.ts';
import { SECOND } from '../../../shared/kit/duration.ts';
import { countUnderWay } from '../../../shared/kit/under-way.ts';
import { createNotifier } from '../../../shared/postgres/notifier.ts';
import { unsubscribeUrl } from '../../api/auth/unsubscribe.ts';
import { readNetworkProfiles } from '../read-network-profiles.ts';
import { createImporter } from './importing/create-importer.ts';
import { type Engine, NEWS_TOPIC } from './open-engine.ts';
import { publicUrl } from './public-url.ts';

/** Builds what the activities of a worker need, from the environment and the connections of its role. */
export function workerActivityDeps(
  engine: Engine,
  client: Client,
): ActivityDeps & {
  readonly accountCheck: AccountCheck;
  readonly lanes: AccountLanes;
  readonly load: ProcessLoad;
  close(): Promise<void>;
} {
  const { db, clock, log, environment, home, v2 } = engine;
  const { V2_TIMEOUT } = environment;
  const profiles = readNetworkProfiles(environment);
  const load: ProcessLoad = { lists: countUnderWay(), waits: countUnderWay() };
  const lanes = countedLanes(
    createAccountLanes({
      ...(V2_TIMEOUT === undefined ? {} : { settings: { answer_ms: V2_TIMEOUT * SECOND } }),
      wake: createWake({ db, clock, log }),
    }),
    load.waits,
  );
  const whole: V2Reader = v2;
  const reader: V2Reader = {
    call: (category, action, options) =>
      withinLane(lanes, options.account_id, (timed) => timed(() => whole.call(category, action, options))),
  };
  const accounts_shared = environment.V2_ACCOUNTS_SHARED ?? false;
  const importer = createImporter({ url: engine.url, profiles, clock, lists: load.lists });
  return {
    ...{ db, clock, v2, log, lanes, load },
    accountCheck: createAccountCheck({
      ...{ db, clock, v2, accounts_shared },
      walks: {
        look: (id, snapshot) => lookUpEnrollment(client, id, snapshot),
        reported: (id) => readReported(client, id),
      },
    }),
    askForNews: createNotifier(db, NEWS_TOPIC),
    // The address is looked up for each mail: the API may come up later than the worker.
    unsubscribeUrl: (id) => unsubscribeUrl(publicUrl(environment, home), engine.keys.current.key)(id),
    importPage: importPage({
      ...{ db, clock, v2: reader, profiles },
      ...(importer.enroll === undefined ? {} : { enrollElsewhere: importer.enroll }),
    }),
    continueIn: continueIn({ db, clock, profiles }),
    close: importer.close,
    settings: {
      profiles,
      accounts_shared,
      idempotency_honored: environment.V2_IDEMPOTENCY_HONORED ?? 'detect',
      ...(V2_TIMEOUT === undefined ? {} : settingsForTimeout(V2_TIMEOUT * SECOND)),
    },
  };
}
