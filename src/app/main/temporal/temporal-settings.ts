import { loadClientConnectConfig } from '@temporalio/envconfig';
import type { NativeConnectionOptions } from '@temporalio/worker';
import { CodedError } from '../../../shared/kit/coded-error.ts';
import { messageOf } from '../../../shared/kit/thrown.ts';

export interface TemporalSettings {
  readonly address: string;
  readonly namespace: string;
  readonly connection: NativeConnectionOptions;
}

/**
 * Reads the SDK's own environment configuration: `TEMPORAL_ADDRESS` and its other variables, or a profile in its file. Null
 * when it names no address: then a server is found or started.
 */
export function temporalSettings(env: NodeJS.ProcessEnv): TemporalSettings | null {
  const given = Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => Boolean(entry[1])));
  try {
    const { connectionOptions, namespace } = loadClientConnectConfig({ overrideEnvVars: given });
    if (!connectionOptions.address) return null;
    return { address: connectionOptions.address, namespace: namespace ?? 'default', connection: connectionOptions };
  } catch (error) {
    throw new CodedError(
      'bad_temporal_configuration',
      `The Temporal configuration is not usable: ${messageOf(error)}`,
      { fix: 'Check TEMPORAL_PROFILE, TEMPORAL_CONFIG_FILE and the other TEMPORAL_ variables.' },
    );
  }
}
