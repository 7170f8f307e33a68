import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes minutes on a busy machine (`npm run timings`), the longest first: begun last, one of them would be waited for alone. */
const LONG = [
  'e2e/faults.test.ts',
  'e2e/mail-sequences.test.ts',
  'e2e/demo-mail.test.ts',
  'e2e/kill-points.test.ts',
  'e2e/demo.test.ts',
  'e2e/package.test.ts',
  'e2e/documented-commands.test.ts',
  'e2e/secret-key.test.ts',
  'v2-service/openapi/odd-requests.test.ts',
  'activities/frozen-worker.test.ts',
  'v2-service/mail/reading/hostile-mails.test.ts',
  'v2-service/sandbox/large-world.test.ts',
  'sequence/schema/drift.test.ts',
  'activities/slots.test.ts',
  'v2-service/mail/reading/watch-takeover.test.ts',
  'engine-simulator/simulator.test.ts',
  'workflows/enrollment.test.ts',
  'v2-service/mail/sent-copies.test.ts',
  'activities/naughty-fields.test.ts',
  'kit/slow-texts.test.ts',
];

const rank = ({ moduleId }: TestSpecification): number => {
  const found = LONG.findIndex((name) => moduleId.endsWith(`/test/${name}`));
  return found === -1 ? LONG.length : found;
};

/** As usual, but for the long ones. The groups of the projects stay apart. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files);
    return usual.toSorted((one, other) => rank(one) - rank(other));
  }
}
