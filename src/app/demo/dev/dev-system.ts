import type { Environment } from '../../main/config/variables.ts';
import type { DemoMail } from '../demo-mail.ts';
import type { DevAddresses } from './dev-client.ts';

export interface DevSystem extends DevAddresses {
  readonly environment: Environment;
  /** Null: no demo. Fetching the server may take a while, so it is not waited for. */
  readonly mail: Promise<DemoMail | null>;
  virtualNow(): number;
  /** Virtual time per wall time once it has begun to run. */
  readonly speed: number;
  /** All is up: until then time has stood nearly still. */
  beginTime(): void;
  /** Stops all that was started, the last first. */
  stop(report: (line: string) => void): Promise<void>;
}
