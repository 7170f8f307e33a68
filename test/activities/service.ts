import { createV2Client } from '../../src/v2/client/create-v2-client.ts';
import { type Sandbox, startSandbox } from '../v2-service/sandbox/sandbox-service.ts';
import { type Bench, openBench } from './bench.ts';

export interface ServiceBench extends Bench {
  readonly sandbox: Sandbox;
  readonly v2: ReturnType<typeof createV2Client>;
  /** A connected sender that both halves know. */
  sender(body?: {
    platform?: 'professional' | 'messenger' | 'email';
    products?: string[];
    [more: string]: unknown;
  }): Promise<string>;
  /** Moves both halves. */
  travel(at: number): void;
}

/** The engine's tables and the real V2 service, on one clock. */
export async function openServiceBench(): Promise<ServiceBench> {
  const [bench, sandbox] = await Promise.all([openBench(), startSandbox()]);
  sandbox.service.clock.set(bench.clock.setting());
  const v2 = createV2Client({
    base_url: sandbox.url,
    api_key: 'sandbox-tests-bootstrap-key',
    timeout_ms: 30_000,
    read_retries: { attempts: 1, first_wait_ms: 1, longest_wait_ms: 1 },
  });
  return {
    ...bench,
    sandbox,
    v2,
    travel(at) {
      bench.travel(at);
      sandbox.service.clock.set(bench.clock.setting());
    },
    async sender(body = {}) {
      const id = await sandbox.account(body);
      const { platform, products } = body;
      await bench.account(id, { ...(platform ? { platform } : {}), ...(products ? { products } : {}) });
      return id;
    },
    async close() {
      await v2.close();
      await sandbox.close();
      await bench.close();
    },
  };
}
