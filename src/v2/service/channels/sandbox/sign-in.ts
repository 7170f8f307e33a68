import { randomInt } from 'node:crypto';
import type { LocalChannel } from '../adapter.ts';
import type { Outcome } from '../call.ts';
import { done, refused } from '../refusals.ts';
import type { AdapterSignIn, Challenge, GivenMailSecret, Session, SignedIn } from '../sign-in.ts';
import { tellUnobserved } from './effects/observe.ts';
import { openSeat } from './professional/seat.ts';
import type { SandboxDeps } from './sandbox-deps.ts';

/** Credentials to which the sandbox reacts in a special way; all others are accepted. */
const REFUSED_PASSWORD = 'wrong';
const PASSWORD_WITH_CODE = 'needs-code';
const CODE = '246810';
/** Antarctica: sessions cannot be moved there. */
const REFUSING_COUNTRY = 'AQ';
const PAIRING_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export function createSandboxSignIn(deps: SandboxDeps): AdapterSignIn {
  const session: Session = {
    keeps_credentials: false,
    async begin(tx, account) {
      if (account.platform === 'professional') await openSeat(tx, account);
      await tellUnobserved(deps, tx, account.account_id);
    },
  };
  const accepted = (
    who: { readonly email: string } | { readonly phone_number: string },
    challenge: Challenge | null,
  ): Outcome<SignedIn> => {
    const identity = { email: null, phone_number: null, ...who };
    return done(challenge ? { ...identity, challenge, session: null } : { ...identity, challenge: null, session });
  };
  const judge = (secret: string, email: string): Outcome<SignedIn> => {
    if (secret === REFUSED_PASSWORD) return refused('AUTH_FAILED', 'the sign-in was refused: check the credentials');
    return accepted({ email }, secret === PASSWORD_WITH_CODE ? { state: CODE, pairing_code: null } : null);
  };

  return {
    takes: () => true,
    async begin(credentials) {
      switch (credentials.platform) {
        case 'messenger': {
          const code = pairingCode();
          return accepted({ phone_number: credentials.phone_number }, { state: code, pairing_code: code });
        }
        case 'email':
          return judge(secretText(credentials.secret), credentials.email);
        case 'professional':
          if ('password' in credentials) return judge(credentials.password, credentials.email);
          return judge(credentials.login_token, credentials.email ?? emailBehind(credentials.login_token));
      }
    },
    confirm: async ({ state }, code) => (plain(code) === plain(state) ? session : null),
    // Its people acted toward the account also while it had no session.
    release: (tx, { account_id }) => tellUnobserved(deps, tx, account_id),
  };

  /** The platform would tell whose token it is; here each token is somebody's. */
  function emailBehind(token: string): string {
    return `member-${deps.secrets.digest(token).slice(0, 12)}@professional.example`;
  }
}

/** No network lies between, so a session is in whatever country it is given. */
export const moveSession: NonNullable<LocalChannel['moveSession']> = async (_call, to) =>
  'country' in to && to.country === REFUSING_COUNTRY
    ? { ok: false, refusal: { kind: 'refused', message: `the session was refused from ${to.country}` } }
    : done({ moved: true as const });

function secretText(secret: GivenMailSecret): string {
  if ('pass' in secret) return secret.pass;
  return 'access_token' in secret ? secret.access_token : secret.refresh_token;
}

function pairingCode(): string {
  const half = () => Array.from({ length: 4 }, () => PAIRING_ALPHABET[randomInt(PAIRING_ALPHABET.length)]).join('');
  return `${half()}-${half()}`;
}

const plain = (code: string): string => code.replace(/[\s-]/g, '').toUpperCase();
