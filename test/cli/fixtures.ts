import { afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { ADMIN, type ApiBench } from '../api/fixtures.ts';

/** The commands of each test find this API, as an administrator. Called once a file, below the `beforeAll` that opens it; a hook that runs a command calls what it gives. */
export function reachedByCommands(api: () => ApiBench): () => void {
  let port: string;
  const point = () => {
    vi.stubEnv('OVERTURE_PORT', port);
    vi.stubEnv('OVERTURE_API_KEY', ADMIN);
    vi.stubEnv('TZ', 'UTC');
  };
  beforeAll(async () => {
    port = new URL(await api().app.listen({ port: 0, host: '127.0.0.1' })).port;
  });
  beforeEach(point);
  afterEach(() => {
    vi.unstubAllEnvs();
  });
  return point;
}
