import { defineConfig } from 'vitest/config';

// `end-to-end` runs alone at the end: it starts whole systems and would make the others wait.
export default defineConfig({
  test: {
    globalSetup: ['test/support/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'rings',
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
          testTimeout: 900_000,
          fileParallelism: false,
          maxWorkers: 1,
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
