import { type ClientConfigProfile, loadClientConfigProfile } from '@temporalio/envconfig';
import type { VariableReport } from '../config/read-environment.ts';
import { VARIABLES } from '../config/variables.ts';

interface Described {
  readonly about: string;
  readonly otherwise: string;
  /** Reads the value from a profile of the configuration file. */
  readonly of?: (profile: ClientConfigProfile) => string | undefined;
}

/** Variables of the SDK's own environment configuration that most people set. */
const TEMPORAL_VARIABLES: Readonly<Record<string, Described>> = {
  TEMPORAL_ADDRESS: {
    about: 'the Temporal server',
    otherwise: 'one of our own, started with overture dev',
    of: ({ address }) => address,
  },
  TEMPORAL_NAMESPACE: {
    about: 'where our workflows are; it must be there',
    otherwise: 'default',
    of: ({ namespace }) => namespace,
  },
  TEMPORAL_API_KEY: { about: 'key of the Temporal server', otherwise: 'none', of: ({ apiKey }) => apiKey },
  TEMPORAL_TLS: {
    about: 'whether the Temporal server is reached over TLS',
    otherwise: 'with an API key or certificates, else not',
    of: ({ tls }) => (tls === undefined ? undefined : String(!tls.disabled)),
  },
  TEMPORAL_PROFILE: { about: 'profile of the configuration file', otherwise: 'default' },
  TEMPORAL_CONFIG_FILE: { about: "configuration file of Temporal's programs", otherwise: 'temporal.toml of this user' },
};

const isSecret = (name: string): boolean => /KEY|DATA|AUTH|GRPC_META/.test(name) && !name.endsWith('_PATH');

/** How the Temporal server is reached: each variable that is set, those that most people set, and where each value comes from. */
export function describeTemporal(env: NodeJS.ProcessEnv): VariableReport[] {
  const given = Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => Boolean(entry[1])));
  const profile = profileOf(given);
  const isOther = (name: string) => /^TEMPORAL_/.test(name) && !(name in TEMPORAL_VARIABLES) && !(name in VARIABLES);
  const others = Object.keys(given).filter(isOther);
  return [...Object.keys(TEMPORAL_VARIABLES), ...others.sort()].map((name) => {
    const { about, otherwise, of } = TEMPORAL_VARIABLES[name] ?? { about: "read by Temporal's SDK", otherwise: '' };
    const ofProfile = of?.(profile);
    const value = given[name] ?? ofProfile;
    return {
      name,
      value: value === undefined ? otherwise : isSecret(name) ? '(set, hidden)' : value,
      source: given[name] !== undefined ? 'environment' : ofProfile !== undefined ? 'profile' : 'default',
      about,
    };
  });
}

/** Reads the profile from the file alone; where that cannot be read, its first use reports it. */
function profileOf(given: Record<string, string>): ClientConfigProfile {
  try {
    return loadClientConfigProfile({ overrideEnvVars: given });
  } catch {
    return {};
  }
}
