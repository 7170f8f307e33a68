/** Files of one kind that the night alone runs. */
export interface NightlyFiles {
  /** The work that takes so long. */
  readonly what: string;
  /** The part of `npm test` that asks the same rules. */
  readonly by_day: string;
  /** Paths of a folder with the slash at its end, or of a file without its `.test.ts`. */
  readonly paths: readonly string[];
}

/**
 * The files that `npm run test:nightly` alone runs. A file that takes seconds of CPU for one question is here; one that judges
 * a rule of the engine is not.
 */
export const AT_NIGHT: readonly NightlyFiles[] = [
  {
    what: 'Kills, power cuts and days of whole systems',
    by_day: '`whole-product` is one pass over all of it',
    paths: [
      'test/e2e/answers',
      'test/e2e/demo',
      'test/e2e/demo-mail',
      'test/e2e/documented-commands',
      'test/e2e/erasure',
      'test/e2e/faults',
      'test/e2e/follow',
      'test/e2e/four-days',
      'test/e2e/import-kills',
      'test/e2e/kill-points',
      'test/e2e/mail-kills',
      'test/e2e/mail-sequences',
      'test/e2e/monitoring',
      'test/e2e/package',
      'test/e2e/real-mail',
      'test/e2e/recipes',
      'test/e2e/recruiter',
      'test/e2e/secret-key',
      'test/e2e/servers-come-back',
      'test/e2e/simulate-matches-run',
      'test/nightly/',
    ],
  },
  {
    what: 'Each click of each page',
    by_day: '`console` opens all pages, `whole-product` does the main jobs on a running system',
    paths: [
      'test/browser/api-docs',
      'test/browser/client',
      'test/browser/connection-pages',
      'test/browser/console-access',
      'test/browser/console-campaigns',
      'test/browser/console-frame',
      'test/browser/console-hostile-names',
      'test/browser/console-inbox',
      'test/browser/console-inbox-bursts',
      'test/browser/console-large',
      'test/browser/console-live',
      'test/browser/console-mails',
      'test/browser/console-no-news',
      'test/browser/console-open-tab',
      'test/browser/console-people',
      'test/browser/console-sequence-editor',
      'test/browser/console-sequence-form',
      'test/browser/console-sequences',
      'test/browser/console-session',
      'test/browser/console-settings',
      'test/browser/console-tasks',
      'test/browser/mailbox-page',
      'test/cli/results-command',
      'test/v2-service/openapi/documents',
    ],
  },
  {
    what: 'Real mail servers in trouble',
    by_day: '`real-mail` and the kit of the channels use them as they are',
    paths: [
      'test/v2-service/mail/connections/',
      'test/v2-service/mail/real-servers',
      'test/v2-service/mail/reading/hostile-mails',
      'test/v2-service/mail/reading/large-mailbox',
      'test/v2-service/mail/reading/lists',
      'test/v2-service/mail/reading/odd-mails',
      'test/v2-service/mail/reading/watch-takeover',
      'test/v2-service/mail/reading/watching',
      'test/v2-service/mail/sent-copies',
      'test/v2-service/mail/sign-in/',
    ],
  },
  {
    what: 'Processes that are killed, frozen or hostile',
    by_day: "the engine's simulator does it to the engine at every point",
    paths: [
      'test/activities/frozen-worker',
      'test/activities/enrich-cv',
      'test/documents/read-contacts',
      'test/webhooks/killed',
    ],
  },
  {
    what: 'Temporal that lost or kept what Postgres did not, and servers that have another key',
    by_day: 'the simulator restores both',
    paths: [
      'test/control/walks-lost-in-postgres',
      'test/control/walks-lost-in-temporal',
      'test/temporal/wrong-key',
      'test/workflows/newer-schema',
      'test/workflows/time-skipping',
    ],
  },
  {
    what: 'Thousands of requests, texts and draws of one kind',
    by_day: 'the files beside them ask with a few of each kind',
    paths: [
      'test/activities/naughty-fields',
      'test/kit/slow-texts',
      'test/mcp/over-both',
      'test/v2-service/accounts/proxy',
      'test/v2-service/openapi/odd-requests',
      'test/v2-service/sandbox/large-world',
      'test/v2-service/sandbox/world',
    ],
  },
];
