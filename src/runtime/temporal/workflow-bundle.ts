import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { FAILURE_CONVERTER_PATH } from './data-converter.ts';

/** The code that a worker runs as workflows. */
export interface WorkflowBundle {
  readonly code: string;
}

/** The bundler reads TypeScript, so the sources and `dist` work alike; it needs the ending that is really there. */
const FROM_SOURCES = import.meta.url.endsWith('.ts');
const place = (name: string): string => fileURLToPath(new URL(`../../../${name}`, import.meta.url));
/** Made by `npm run build`. */
const BUILT = place('workflows/bundled.js');

/**
 * Modules that are loaded once for all workflows of a worker, with all that they import: they keep nothing of a workflow, which a test holds them to. Each
 * workflow that a worker keeps has its own copy of the other modules, those of `workflows/`.
 */
export const SHARED_BY_WORKFLOWS = [
  'src/core/engine/walk-enrollment',
  'src/core/engine/contracts',
  'src/core/engine/schema/chains',
  'src/core/engine/schema/read-inputs',
  'src/core/engine/schema/up-to-date',
] as const;

/** Reads the bundle that the build has made. Run from the sources, it is made now, which takes seconds. */
export async function workflowBundle(): Promise<WorkflowBundle> {
  if (!FROM_SOURCES && existsSync(BUILT)) return { code: readFileSync(BUILT, 'utf8') };
  return bundleWorkflows();
}

/** Bundles `workflows/` once, for several workers or a replay. */
export function bundleWorkflows(): Promise<WorkflowBundle> {
  const ending = FROM_SOURCES ? 'ts' : 'js';
  return bundleWorkflowCode({
    workflowsPath: place(`workflows/index.${ending}`),
    preloadModules: SHARED_BY_WORKFLOWS.map((module) => place(`${module}.${ending}`)),
    // The bundler's list of modules is of no use to an operator.
    logger: new DefaultLogger('WARN'),
    failureConverterPath: FAILURE_CONVERTER_PATH,
  });
}
