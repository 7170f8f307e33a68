import { pino } from 'pino';
import { PACKAGE_ROOT } from '../../src/app/main/package-root.ts';
import { createClock } from '../../src/shared/kit/clock.ts';
import type { V2ServiceOptions } from '../../src/v2/service/service.ts';

type Given = Pick<V2ServiceOptions, 'database_url'> &
  Partial<Omit<V2ServiceOptions, 'settings'>> & {
    readonly bootstrap_key: string;
    readonly settings?: Partial<V2ServiceOptions['settings']>;
  };

/** Options of a V2 service with its sandbox, that limits no rate and refuses no address of this machine. */
export function v2ServiceOptions({ bootstrap_key, settings, ...given }: Given): V2ServiceOptions {
  return {
    secret_keys: () => [new Uint8Array(32).fill(7)],
    settings: {
      sandbox: true,
      rate_limit: 0,
      allow_private_webhooks: true,
      allow_private_media: true,
      mail: { allow_private: true },
      media_folder: null,
      bootstrap_key,
      ...settings,
    },
    clock: createClock(),
    log: pino({ level: 'silent' }),
    package_root: PACKAGE_ROOT,
    ...given,
  };
}
