import { writeFileSync } from 'node:fs';
import { ringOf } from '../../src/secrets/key-ring.ts';
import { createDataConverter } from '../../src/temporal/data-converter.ts';
import { bundleWorkflows } from '../../src/temporal/worker.ts';

/** For workers that are started again and again: most of a start is the bundling. */
export async function writeWorkflowBundle(file: string): Promise<void> {
  const loadPlan = () => Promise.reject(new Error('a bundle holds no plan'));
  // No key goes into it.
  const converter = createDataConverter({ keys: ringOf([{ id: 'test', key: new Uint8Array(32) }]), loadPlan });
  const { code } = await bundleWorkflows(converter);
  writeFileSync(file, code);
}
