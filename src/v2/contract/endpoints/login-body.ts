import { z } from 'zod';
import { isRecord } from '../../../shared/kit/is-record.ts';
import { emailAddress, phoneNumber, word } from '../params.ts';
import { DEFAULT_COUNTRY, DEFAULT_PRODUCTS, PRODUCTS } from '../records/account.ts';
import { loginCountry } from './country.ts';

const country = () =>
  loginCountry()
    .optional()
    .meta({ description: `By default ${DEFAULT_COUNTRY}.` });

/** @unspecified the display name, which defaults to the email; connection links call it `account_name`. */
const named = { name: word().optional(), account_name: word().optional() };

/**
 * `POST /v2/login`. The defaults are those of a new account, and filled in by the service: a sign-in to an account that
 * exists keeps what it does not name.
 * @unspecified `products`, and every field of the messenger and email channels.
 */
const professional = z
  .object({
    platform: z.literal('professional'),
    email: emailAddress().optional(),
    password: z.string().min(1).optional(),
    login_token: word().optional(),
    country: country(),
    products: z.array(z.enum(PRODUCTS)).min(1).optional().meta({ default: DEFAULT_PRODUCTS }),
    ...named,
  })
  .refine((body) => body.login_token !== undefined || (body.email !== undefined && body.password !== undefined), {
    error: 'email and password are required, or login_token',
  });

const messenger = z.object({
  platform: z.literal('messenger'),
  phone_number: phoneNumber(),
  country: country(),
  ...named,
});

const mailServer = z.object({
  host: word(),
  port: z.int().min(1).max(65_535),
  /** TLS from the first byte; false: STARTTLS. By default what is usual on the port. */
  secure: z.boolean().optional(),
});
export type MailServer = z.output<typeof mailServer>;

const email = z
  .object({
    platform: z.literal('email'),
    email: emailAddress(),
    password: z.string().min(1).optional(),
    /** Instead of the password, for providers that take none (SASL XOAUTH2). */
    access_token: z.string().min(1).optional(),
    /** The same for good: access tokens are renewed with it (RFC 6749, section 6), by the client that it was given to. */
    refresh_token: z.string().min(1).optional(),
    client_id: word().optional(),
    client_secret: z.string().min(1).optional(),
    /** Known of Google and Microsoft. */
    token_url: word().optional(),
    /** The user name at the mail servers, where it is not the address. */
    login_name: word().optional(),
    ...named,
    daily_limit: z.int().min(1).max(1_000_000).optional(),
    /** Without them they are found from the address. */
    imap: mailServer.optional(),
    smtp: mailServer.optional(),
  })
  .refine((body) => [body.password, body.access_token, body.refresh_token].some((secret) => secret !== undefined), {
    error: 'is required, or access_token, or refresh_token',
    path: ['password'],
  })
  .refine((body) => body.refresh_token === undefined || body.client_id !== undefined, {
    error: 'is required with refresh_token',
    path: ['client_id'],
  });

export const loginBody = z.preprocess(
  (body) => (isRecord(body) && !('platform' in body) ? { ...body, platform: 'professional' } : body),
  z.discriminatedUnion('platform', [professional, messenger, email]),
);

export type LoginBody = z.output<typeof loginBody>;

/** The fields that a login to each channel may have. */
export const LOGIN_FIELDS = Object.freeze({
  professional: Object.keys(professional.shape),
  messenger: Object.keys(messenger.shape),
  email: Object.keys(email.shape),
});
