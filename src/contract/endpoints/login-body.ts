import { z } from 'zod';
import { emailAddress, phoneNumber, word } from '../params.ts';
import { DEFAULT_COUNTRY, PRODUCTS } from '../records/account.ts';
import { loginCountry } from './country.ts';

/**
 * `POST /v2/login`.
 * @unspecified `products`, and every field of the messenger and email channels.
 */
const professional = z
  .object({
    platform: z.literal('professional'),
    email: emailAddress().optional(),
    password: z.string().min(1).optional(),
    login_token: word().optional(),
    country: loginCountry().prefault(DEFAULT_COUNTRY),
    products: z.array(z.enum(PRODUCTS)).min(1).default(['classic']),
  })
  .refine((body) => body.login_token !== undefined || (body.email !== undefined && body.password !== undefined), {
    error: 'email and password are required, or login_token',
  });

const messenger = z.object({
  platform: z.literal('messenger'),
  phone_number: phoneNumber(),
  country: loginCountry().prefault(DEFAULT_COUNTRY),
});

const mailServer = z.object({
  host: word(),
  port: z.int().min(1).max(65_535),
  secure: z.boolean().default(true),
});

const email = z.object({
  platform: z.literal('email'),
  email: emailAddress(),
  password: z.string().min(1),
  name: word().optional(),
  daily_limit: z.int().min(1).optional(),
  /** Without them they are found from the address. */
  imap: mailServer.optional(),
  smtp: mailServer.optional(),
});

export const loginBody = z.preprocess(
  (body) =>
    typeof body === 'object' && body !== null && !('platform' in body) ? { ...body, platform: 'professional' } : body,
  z.discriminatedUnion('platform', [professional, messenger, email]),
);
