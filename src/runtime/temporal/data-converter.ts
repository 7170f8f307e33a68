import { fileURLToPath } from 'node:url';
import type { DataConverter } from '@temporalio/common';
import type { KeyRing } from '../../shared/secrets/key-ring.ts';
import { soonEncryption } from './encryption-codec.ts';
import { type LoadPlan, soonPlans } from './plan-codec.ts';
import { asCodec, inTurn } from './soon-codec.ts';

export interface DataConverterSettings {
  readonly keys: KeyRing;
  readonly loadPlan: LoadPlan;
}

/** Creates the data converter, which every client and worker of ours must use alike. */
export function createDataConverter({ keys, loadPlan }: DataConverterSettings): DataConverter {
  return {
    failureConverterPath: FAILURE_CONVERTER_PATH,
    // A plan becomes its reference before anything is encrypted.
    payloadCodecs: [asCodec(inTurn([soonPlans(loadPlan), soonEncryption(keys)]))],
  };
}

/** The compiled code shares the file with the sources, as nothing compiles a CommonJS file. */
export const FAILURE_CONVERTER_PATH = fileURLToPath(
  new URL(
    import.meta.url.endsWith('.ts')
      ? './failure-converter.cjs'
      : '../../../../src/runtime/temporal/failure-converter.cjs',
    import.meta.url,
  ),
);
