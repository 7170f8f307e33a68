import type { Platform } from '../../../contract/definition.ts';
import { LOGIN_COUNTRIES, type Product } from '../../../contract/records/account.ts';

/** Names of the channels on the pages. */
export const CHANNELS: Readonly<Record<Platform, { readonly name: string; readonly about: string }>> = {
  professional: { name: 'Professional network', about: 'With your email and password' },
  messenger: { name: 'Messaging app', about: 'With a QR code or a pairing code' },
  email: { name: 'Email', about: 'With your address and password' },
};

export const PRODUCT_WORDS: Readonly<Record<Product, { readonly name: string; readonly about: string }>> = {
  classic: { name: 'Profile and messages', about: 'Your regular account' },
  premium_navigator: { name: 'Premium Navigator', about: 'Your sales seat and its inbox' },
  recruiter: { name: 'Recruiter', about: 'Your jobs and their candidates' },
};

const NAMES = new Intl.DisplayNames(['en'], { type: 'region' });

/** The login's list says `UK` where ISO 3166 says `GB`. */
export const countryName = (code: string): string => NAMES.of(code === 'UK' ? 'GB' : code) ?? code;

export const COUNTRY_CHOICES = LOGIN_COUNTRIES.map((value) => ({ value, label: countryName(value) })).sort((a, b) =>
  a.label.localeCompare(b.label, 'en'),
);

export const PRIVACY_NOTE =
  'Whoever sent you this link never sees your password. It is kept encrypted, to sign you in.';
