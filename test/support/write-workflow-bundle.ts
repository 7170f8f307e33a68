import { writeFileSync } from 'node:fs';
import { createDataConverter } from '../../src/runtime/temporal/data-converter.ts';
import { bundleWorkflows } from '../../src/runtime/temporal/worker.ts';
import { ringOf } from '../../src/shared/secrets/key-ring.ts';

/** For workers that are started again and again: most of a start is the bundling. */
export async function writeWorkflowBundle(file: string): Promise<void> {
  const loadPlan = () => Promise.reject(new Error('a bundle holds no plan'));
  // No key goes into it.
  const converter = createDataConverter({ keys: ringOf([{ id: 'test', key: new Uint8Array(32) }]), loadPlan });
  const { code } = await bundleWorkflows(converter);
  writeFileSync(file, code);
}
