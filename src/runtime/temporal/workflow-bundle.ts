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
const place = (name: string): string => fileURLToPath(new URL(`../../../workflows/${name}`, import.meta.url));
/** Made by `npm run build`. */
const BUILT = place('bundled.js');

/** Reads the bundle that the build has made. Run from the sources, it is made now, which takes seconds. */
export async function workflowBundle(): Promise<WorkflowBundle> {
  if (!FROM_SOURCES && existsSync(BUILT)) return { code: readFileSync(BUILT, 'utf8') };
  return bundleWorkflows();
}

/** Bundles `workflows/` once, for several workers or a replay. */
export function bundleWorkflows(): Promise<WorkflowBundle> {
  return bundleWorkflowCode({
    workflowsPath: place(FROM_SOURCES ? 'index.ts' : 'index.js'),
    // The bundler's list of modules is of no use to an operator.
    logger: new DefaultLogger('WARN'),
    failureConverterPath: FAILURE_CONVERTER_PATH,
  });
}
