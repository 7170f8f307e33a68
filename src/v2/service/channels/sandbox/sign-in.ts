import { randomInt } from 'node:crypto';
import { done, refused } from '../refusals.ts';
import type { GivenMailSecret, SignedIn, SignIn } from '../sign-in.ts';
import { tellUnobserved } from './effects/observe.ts';
import { openSeat } from './professional/seat.ts';
import type { SandboxDeps } from './sandbox-deps.ts';

/** What the sandbox makes of credentials: everything is accepted, but for these. */
const REFUSED_PASSWORD = 'wrong';
const PASSWORD_WITH_CODE = 'needs-code';
const CODE = '246810';
/** Antarctica: sessions cannot be moved there. */
const REFUSING_COUNTRY = 'AQ';
const PAIRING_ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

export function createSandboxSignIn(deps: SandboxDeps): SignIn {
  return {
    async begin(credentials) {
      switch (credentials.platform) {
        case 'messenger': {
          const code = pairingCode();
          const { phone_number } = credentials;
          return done({ email: null, phone_number, challenge: { state: code, pairing_code: code } });
        }
        case 'email':
          return judge(secretText(credentials.secret), credentials.email);
        case 'professional':
          if ('password' in credentials) return judge(credentials.password, credentials.email);
          return judge(credentials.login_token, credentials.email ?? emailBehind(credentials.login_token));
      }
    },
    isRightCode: async ({ state }, code) => plain(code) === plain(state),
    async sessionBegins(tx, account) {
      if (account.platform === 'professional') await openSeat(tx, account);
      await tellUnobserved(deps, tx, account.account_id);
    },
    async moveSession(_call, to) {
      return 'country' in to && to.country === REFUSING_COUNTRY
        ? { ok: false, refusal: { kind: 'refused', message: `the session was refused from ${to.country}` } }
        : done({ moved: true as const });
    },
  };

  /** The platform would tell whose token it is; here each token is somebody's. */
  function emailBehind(token: string): string {
    return `member-${deps.secrets.digest(token).slice(0, 12)}@professional.example`;
  }
}

function judge(secret: string, email: string) {
  if (secret === REFUSED_PASSWORD) return refused('AUTH_FAILED', 'the sign-in was refused: check the credentials');
  const challenge = secret === PASSWORD_WITH_CODE ? { state: CODE, pairing_code: null } : null;
  return done<SignedIn>({ email, phone_number: null, challenge });
}

function secretText(secret: GivenMailSecret): string {
  if ('pass' in secret) return secret.pass;
  return 'access_token' in secret ? secret.access_token : secret.refresh_token;
}

function pairingCode(): string {
  const half = () => Array.from({ length: 4 }, () => PAIRING_ALPHABET[randomInt(PAIRING_ALPHABET.length)]).join('');
  return `${half()}-${half()}`;
}

const plain = (code: string): string => code.replace(/[\s-]/g, '').toUpperCase();
