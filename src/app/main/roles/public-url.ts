import { trimEndOf } from '../../../shared/kit/trim-end-of.ts';
import type { Environment } from '../config/variables.ts';
import { type Home, readRunFile } from '../home.ts';

/** Finds the address at which others reach our API and webhook receiver. */
export function publicUrl(environment: Environment, home: Home): string {
  const given = environment.OVERTURE_PUBLIC_URL ?? readRunFile(home)?.api?.url;
  return trimEndOf(given ?? `http://127.0.0.1:${environment.OVERTURE_PORT ?? 4400}`, '/');
}
