import type { Platform } from '../../contract/definition.ts';
import type { LoginBody } from '../../contract/endpoints/login-body.ts';
import type { LinkRow } from '../connect-links/link-row.ts';
import { asksForProducts, readLogin } from '../connect-links/read-login.ts';
import { CONTRACTS } from './contracts.ts';
import type { FieldError, FormState } from './templates/form.ts';

export type Submitted = Readonly<Record<string, unknown>>;

export interface SignInForm {
  readonly form: FormState;
  /** Null while something is wrong. */
  readonly login: LoginBody | null;
  readonly contract: string | null;
}

/** Reads the form of a sign-in page, and describes its mistakes in words for people. */
export function readSignIn(platform: Platform, link: LinkRow, sent: Submitted): SignInForm {
  const input = { platform, ...FIELDS[platform](sent, link) };
  const contract = asksForProducts(link) ? textOf(sent, 'contract') : null;
  const errors = [
    ...mistakesOf(input),
    ...(contract !== null && !CONTRACTS.some(({ value }) => value === contract)
      ? [{ field: 'contract', message: 'Choose a contract from the list.' }]
      : []),
  ];
  const form = { values: keptValues(sent), errors };
  const login = errors.length === 0 ? readLogin(input) : null;
  return { form, login: login?.success ? login.data : null, contract };
}

const FIELDS: Readonly<Record<Platform, (sent: Submitted, link: LinkRow) => Record<string, unknown>>> = {
  professional: (sent, link) => ({
    email: textOf(sent, 'email'),
    password: rawTextOf(sent, 'password'),
    ...countryOf(sent, link),
    ...(asksForProducts(link)
      ? { products: link.products.filter((product) => listOf(sent, 'products').includes(product)) }
      : {}),
  }),
  messenger: (sent, link) => ({
    phone_number: textOf(sent, 'phone_number'),
    ...countryOf(sent, link),
  }),
  email: (sent) => ({
    email: textOf(sent, 'email'),
    password: rawTextOf(sent, 'password'),
    ...serverOf(sent, 'imap'),
    ...serverOf(sent, 'smtp'),
  }),
};

/** The locked country, or the chosen one; a reconnected account keeps its own. */
function countryOf(sent: Submitted, link: LinkRow): { country?: string } {
  return link.reconnect === null ? { country: link.country ?? textOf(sent, 'country') } : {};
}

function serverOf(sent: Submitted, name: 'imap' | 'smtp'): Record<string, unknown> {
  const host = textOf(sent, `${name}_host`);
  if (host === '') return {};
  const port = textOf(sent, `${name}_port`);
  return {
    [name]: {
      host,
      port: /^\d{1,5}$/.test(port) ? Number(port) : port,
      secure: textOf(sent, `${name}_security`) !== 'starttls',
    },
  };
}

const MESSAGES: Readonly<Record<string, string>> = {
  email: 'Enter your email address, like name@example.com.',
  password: 'Enter your password.',
  phone_number: 'Enter the number with its country code, like +33 6 12 34 56 78.',
  country: 'Choose a country from the list.',
  products: 'Choose at least one.',
  imap_host: 'Enter the name of the server, like imap.example.com.',
  smtp_host: 'Enter the name of the server, like smtp.example.com.',
  imap_port: 'Enter a port between 1 and 65535.',
  smtp_port: 'Enter a port between 1 and 65535.',
};

function mistakesOf(input: Readonly<Record<string, unknown>>): FieldError[] {
  const parsed = readLogin(input);
  if (parsed.success) return [];
  const order = Object.keys(MESSAGES);
  const fields = new Set(parsed.error.issues.map(({ path }) => (path[0] === 'products' ? 'products' : path.join('_'))));
  return [...fields]
    .sort((a, b) => order.indexOf(a) - order.indexOf(b))
    .map((field) => ({ field, message: MESSAGES[field] ?? 'Check this field.' }));
}

/** A form shows again what was typed, but never a password. */
function keptValues(sent: Submitted): Record<string, string> {
  const kept: Record<string, string> = { products: '' };
  for (const name of Object.keys(sent)) {
    if (name !== 'password' && name !== 'form_token') kept[name] = listOf(sent, name).join(',');
  }
  return kept;
}

export const textOf = (sent: Submitted, name: string): string => rawTextOf(sent, name).trim();

/** White space may belong to a password. */
const rawTextOf = (sent: Submitted, name: string): string => listOf(sent, name)[0] ?? '';

function listOf(sent: Submitted, name: string): string[] {
  const value = sent[name];
  if (typeof value === 'string') return [value];
  return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
}
