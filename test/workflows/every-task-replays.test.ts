import { vi } from 'vitest';

// The same suites once more with workers that keep two workflows, so that nearly every task replays the history from its start.
vi.stubEnv('OVERTURE_TEST_CACHED_WORKFLOWS', '2');
await import('./enrollment.test.ts');
await import('./moving.test.ts');
