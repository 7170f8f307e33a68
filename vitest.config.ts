import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.ts';

// `end-to-end` runs after the rings: it starts whole systems and would make the others wait. Each has a home and ports of its own, so
// two run at a time; what they judge are counts and orders, and times of the world, not of the machine.
export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'rings',
          globalSetup: ['test/support/find-servers.ts', 'test/support/shared-postgres.ts'],
          include: ['test/**/*.test.ts'],
          exclude: ['test/e2e/**', 'test/generated/**'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'end-to-end',
          include: ['test/e2e/**/*.test.ts'],
          globalSetup: ['test/support/find-servers.ts'],
          testTimeout: 900_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: { name: 'generated', include: ['test/generated/**/*.test.ts'], sequence: { groupOrder: 2 } },
      },
    ],
  },
});
