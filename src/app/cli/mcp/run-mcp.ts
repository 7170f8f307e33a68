import { PACKAGE_ROOT } from '../../main/package-root.ts';
import { rememberConfirmations } from '../../mcp/remember-confirmations.ts';
import { serveStdio } from '../../mcp/serve-stdio.ts';
import { createApiClient } from '../api-client.ts';
import { findApi } from '../find-system.ts';
import { packageManifest } from '../package-manifest.ts';

/** The engine may start later than the agent, or elsewhere than before: each call looks where it is. */
export const runMcp = (): Promise<void> =>
  serveStdio({
    // The agent has the terminal: nobody can be asked which one is meant.
    call: createApiClient('overture-mcp', () => findApi(process.env, { mayAsk: false })).call,
    confirmations: rememberConfirmations(),
    package_root: PACKAGE_ROOT,
    version: packageManifest().version,
  });
