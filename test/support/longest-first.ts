import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes minutes, the longest first: begun last, one of them would be waited for alone. */
const LONG = [
  'e2e/faults.test.ts',
  'e2e/power-cut.test.ts',
  'e2e/demo.test.ts',
  'e2e/demo-mail.test.ts',
  'e2e/mail-sequences.test.ts',
  'e2e/kill-points.test.ts',
  'activities/no-idempotency.test.ts',
  'v2-service/openapi/odd-requests.test.ts',
  'v2-service/mail/reading/watch-takeover.test.ts',
  'v2-service/webhooks/stream-hub.test.ts',
  'activities/slots.test.ts',
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
