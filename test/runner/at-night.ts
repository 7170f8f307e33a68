/**
 * Files and folders that `npm run test:nightly` alone runs, with what `npm test` asks of the same rule. What takes seconds of CPU for one question
 * is here; what judges a rule of the engine is not.
 */
export const AT_NIGHT: readonly string[] = [
  // Kills, power cuts and days of whole systems: `whole-product` is one pass over all of it.
  'test/e2e/answers',
  'test/e2e/demo',
  'test/e2e/documented-commands',
  'test/e2e/erasure',
  'test/e2e/faults',
  'test/e2e/follow',
  'test/e2e/four-days',
  'test/e2e/image',
  'test/e2e/kill-points',
  'test/e2e/mail-',
  'test/e2e/monitoring',
  'test/e2e/package',
  'test/e2e/power-cut',
  'test/e2e/real-mail',
  'test/e2e/recipes',
  'test/e2e/secret-key',
  'test/e2e/simulate-matches-run',
  'test/nightly/',
  // Each click of each page: `console` opens all pages, `whole-product` two of a running system.
  'test/browser/api-docs',
  'test/browser/client',
  'test/browser/connection-pages',
  'test/browser/console-live',
  'test/browser/console-sequences',
  'test/browser/mail',
  'test/browser/page',
  'test/cli/results-command',
  'test/v2-service/openapi/documents',
  // Real mail servers in trouble: `real-mail` and the kit of the channels use them as they are.
  'test/v2-service/mail/connections/',
  'test/v2-service/mail/real-servers',
  'test/v2-service/mail/reading/hostile-mails',
  'test/v2-service/mail/reading/large-mailbox',
  'test/v2-service/mail/reading/lists',
  'test/v2-service/mail/reading/odd-mails',
  'test/v2-service/mail/reading/watch',
  'test/v2-service/mail/sent-copies',
  'test/v2-service/mail/sign-in/',
  // Processes that are killed, frozen or hostile: the engine's simulator does it to the engine at every point.
  'test/activities/frozen-worker',
  'test/activities/enrich-cv',
  'test/documents/read-contacts',
  'test/webhooks/killed',
  // Temporal that lost or kept what Postgres did not, and servers that have another key: the simulator restores both.
  'test/control/lost-walks',
  'test/temporal/wrong-key',
  'test/workflows/newer-schema',
  'test/workflows/time-skipping',
  // Thousands of requests, texts and draws of one kind.
  'test/activities/naughty-fields',
  'test/kit/slow-texts',
  'test/mcp/over-both',
  'test/v2-service/accounts/proxy',
  'test/v2-service/openapi/odd-requests',
  'test/v2-service/sandbox/large-world',
  'test/v2-service/sandbox/world',
];
