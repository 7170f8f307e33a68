import { CodedError } from '../../../shared/kit/coded-error.ts';
import type { OidcSettings } from '../../api/auth/oidc.ts';
import type { Environment } from '../config/variables.ts';

/** The provider by which people sign in, of `OVERTURE_OIDC_*`; null: none. */
export function oidcSettings(environment: Environment): OidcSettings | null {
  const {
    OVERTURE_OIDC_ISSUER: issuer,
    OVERTURE_OIDC_CLIENT_ID: client_id,
    OVERTURE_OIDC_CLIENT_SECRET: client_secret,
    OVERTURE_OIDC_NAME: name,
    OVERTURE_OIDC_ONLY: only = false,
  } = environment;
  if (issuer === undefined && client_id === undefined) return null;
  if (issuer === undefined || client_id === undefined) {
    throw new CodedError('bad_environment', 'OVERTURE_OIDC_ISSUER and OVERTURE_OIDC_CLIENT_ID go together.', {
      fix: 'Set both, or none of them.',
    });
  }
  return {
    ...{ issuer, client_id, name: name ?? new URL(issuer).host, only },
    ...(client_secret === undefined ? {} : { client_secret }),
  };
}
