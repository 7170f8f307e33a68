import { createHash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The variable that holds the seed of another order. */
export const ORDER_SEED = 'OVERTURE_TEST_ORDER';

/** Orders files by name, so that each run is like the one before, or as a seed says: no file may count on another one. */
export class OrderOfFiles extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const seed = process.env[ORDER_SEED];
    const key = ({ moduleId }: TestSpecification): string =>
      seed === undefined ? moduleId : createHash('sha256').update(`${seed} ${moduleId}`).digest('hex');
    return files.toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
  }
}
