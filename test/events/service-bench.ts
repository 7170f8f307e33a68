import { afterAll, beforeAll } from 'vitest';
import { type SyncLoop, type SyncLoopDeps, startSyncLoop } from '../../src/runtime/accounts/sync-loop.ts';
import { createV2Client, type V2Client } from '../../src/v2/client/create-v2-client.ts';
import { createV2Service, type V2Service } from '../../src/v2/service/service.ts';
import { type ApiBench, openApi } from '../api/fixtures.ts';
import { createTestDatabase } from '../support/database.ts';
import { createSandboxClient, type SandboxClient } from '../support/sandbox-client.ts';
import { v2ServiceOptions } from '../support/v2-service-options.ts';
import { box, receiverOf } from './fixtures.ts';

interface ServiceBench {
  /** An API that receives what the service delivers, and knows no account yet. */
  readonly api: ApiBench;
  readonly service: V2Service;
  readonly base_url: string;
  readonly api_key: string;
  readonly v2: V2Client;
  readonly sandbox: SandboxClient;
  /** Looks at the service only when it is told to. Its errors are kept, if nothing else is said. */
  startSync(more?: Partial<SyncLoopDeps>): SyncLoop;
  readonly errors: unknown[];
  close(): Promise<void>;
}

interface Options {
  /** The receiver does not answer while this is so. */
  readonly isDown?: () => boolean;
  readonly refreshAccounts?: () => Promise<void>;
}

/** The engine's API, and the real V2 service whose webhooks reach it. */
async function openServiceBench({ isDown = () => false, refreshAccounts }: Options = {}): Promise<ServiceBench> {
  const api_key = 'events-with-the-service-key';
  const database = await createTestDatabase('service');
  const service = await createV2Service(v2ServiceOptions({ database_url: database.url, bootstrap_key: api_key }));
  const base_url = await service.listen(0);
  const v2 = createV2Client({ base_url, api_key });
  let receive: ReturnType<typeof receiverOf> | undefined;
  const api = await openApi({
    receive: (delivery) => {
      if (isDown() || receive === undefined) throw new Error('the receiver is down');
      return receive(delivery);
    },
    ...(refreshAccounts === undefined ? {} : { refreshAccounts }),
  });
  receive = receiverOf(api);
  await api.db.query('delete from accounts');
  const public_url = await api.app.listen({ port: 0, host: '127.0.0.1' });
  const errors: unknown[] = [];
  return {
    ...{ api, service, base_url, api_key, v2, errors },
    sandbox: createSandboxClient({ base_url, api_key }),
    startSync: (more = {}) =>
      startSyncLoop({
        ...{ ...api, v2, secrets: box, public_url, idle_ms: 600_000 },
        onReceived: () => undefined,
        onError: (error) => errors.push(error),
        ...more,
      }),
    async close() {
      await v2.close();
      await api.close();
      await service.close();
      await database.drop();
    },
  };
}

/** One for all tests of a file: its parts are there from the first `beforeAll` on. */
export function serviceBench(options: Options = {}): Omit<ServiceBench, 'close'> {
  let opened: ServiceBench | undefined;
  beforeAll(async () => {
    opened = await openServiceBench(options);
  });
  afterAll(() => opened?.close());
  const bench = (): ServiceBench => {
    if (opened === undefined) throw new Error('the bench is not there yet');
    return opened;
  };
  return {
    get api() {
      return bench().api;
    },
    get service() {
      return bench().service;
    },
    get base_url() {
      return bench().base_url;
    },
    get api_key() {
      return bench().api_key;
    },
    get v2() {
      return bench().v2;
    },
    get sandbox() {
      return bench().sandbox;
    },
    get errors() {
      return bench().errors;
    },
    startSync: (more) => bench().startSync(more),
  };
}
