// A whole V2 service in a process of its own, to be killed: `watching-process.ts <database url> <bootstrap key>`.
import { createV2Service } from '../../../../src/v2/service/service.ts';
import { v2ServiceOptions } from '../../../support/v2-service-options.ts';

/** Milliseconds: a fifth of the usual ones, so that nobody waits for what is as true of them. */
const LEASE = 3_000;
const IDLE_IN_TRANSACTION = 6_000;

const [database_url = '', bootstrap_key = ''] = process.argv.slice(2);
const service = await createV2Service(
  v2ServiceOptions({
    database_url,
    bootstrap_key,
    settings: { mail: { allow_private: true, watch_lease: LEASE } },
    database_timeouts: { idle_in_transaction: IDLE_IN_TRANSACTION },
  }),
);
process.send?.(await service.listen(0));
