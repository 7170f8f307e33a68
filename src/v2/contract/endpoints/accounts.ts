import { z } from 'zod';
import { CONNECT_LINK_NAME_LENGTH, CONNECT_LINK_SECONDS } from '../limits.ts';
import { text, webUrl, word } from '../params.ts';
import {
  ACCOUNT_STATUSES,
  accountRecord,
  creditsRecord,
  loginResult,
  PLATFORMS,
  PRODUCTS,
} from '../records/account.ts';
import { connectLinkRecord, createdConnectLink } from '../records/connect-link.ts';
import { loginCountry, proxyCountry } from './country.ts';
import { defineEndpoint } from './endpoint.ts';
import { loginBody } from './login-body.ts';

const channel = z.enum([...PLATFORMS, '*']);

/** spec: POST /v2/accounts/connect-link. `platform` is a shorthand; the output has the list only. */
const connectLinkBody = z
  .object({
    platforms: z.union([channel, z.array(channel).min(1)]).optional(),
    platform: channel.optional(),
    name: z.string().max(CONNECT_LINK_NAME_LENGTH).optional(),
    expires_in: z
      .int()
      .min(CONNECT_LINK_SECONDS.min)
      .max(CONNECT_LINK_SECONDS.max)
      .default(CONNECT_LINK_SECONDS.default),
    /** @unspecified the codes of the login, which the page carries out. */
    country: loginCountry().optional(),
    account_id: word().optional(),
    account_name: text().optional(),
    success_url: webUrl().optional(),
    failure_url: webUrl().optional(),
    /** That it is HTTPS and public is checked by the service, where development may be exempt. */
    notify_url: webUrl().optional(),
    products: z.array(z.enum(PRODUCTS)).min(1).default(['classic']),
  })
  .transform(({ platform, platforms, ...body }) => {
    const given = [platforms ?? platform ?? '*'].flat();
    const chosen = given.flatMap((one) => (one === '*' ? PLATFORMS : [one]));
    return { ...body, platforms: [...new Set(chosen)] };
  });

export const accounts = {
  login: defineEndpoint({
    method: 'POST',
    path: '/v2/login',
    summary: 'Connects an account, or reconnects an inactive one',
    action: 'login',
    body: loginBody,
    data: loginResult,
    credits: 'of_the_login',
  }),
  checkpoint: defineEndpoint({
    method: 'POST',
    path: '/v2/checkpoint',
    summary: 'Submits the verification code',
    action: 'checkpoint',
    /** @unspecified */
    body: z.object({ account_id: word(), code: word() }),
    data: loginResult,
  }),
  list_accounts: defineEndpoint({
    method: 'GET',
    path: '/v2/accounts',
    summary: "The caller's accounts",
    action: 'list_accounts',
    /** @unspecified filters and answer. */
    query: z.object({ platform: z.enum(PLATFORMS).optional(), status: z.enum(ACCOUNT_STATUSES).optional() }),
    data: z.looseObject({ accounts: z.array(accountRecord), total: z.int() }),
  }),
  get_account: defineEndpoint({
    method: 'GET',
    path: '/v2/accounts/{account_id}',
    summary: "An account's details and status",
    action: 'get_account',
    data: accountRecord,
  }),
  /** @unspecified an extension: disconnects, and erases the account's secrets. */
  delete_account: defineEndpoint({
    method: 'DELETE',
    path: '/v2/accounts/{account_id}',
    summary: 'Disconnects an account',
    action: 'delete_account',
    data: z.looseObject({ account_id: z.string(), deleted: z.boolean() }),
  }),
  connect_link: defineEndpoint({
    method: 'POST',
    path: '/v2/accounts/connect-link',
    summary: 'Creates a hosted connection link',
    action: 'connect_link',
    body: connectLinkBody,
    data: createdConnectLink,
  }),
  get_connect_link: defineEndpoint({
    method: 'GET',
    path: '/v2/accounts/connect-link/{link_id}',
    summary: 'The state of a connection link',
    action: 'get_connect_link',
    data: connectLinkRecord,
  }),
  /** @unspecified the path and the answer. */
  set_country: defineEndpoint({
    method: 'PUT',
    path: '/v2/accounts/{account_id}/country',
    summary: "Sets the country of the account's proxy",
    action: 'set_country',
    body: z.object({ country: proxyCountry() }),
    data: accountRecord,
  }),
  /** @unspecified */
  set_proxy: defineEndpoint({
    method: 'PUT',
    path: '/v2/accounts/{account_id}/proxy',
    summary: 'Routes the account through a custom proxy; null returns it to the pool',
    action: 'set_proxy',
    body: z.object({ url: z.string().trim().min(1).nullable() }),
    data: accountRecord,
  }),
  get_credits: defineEndpoint({
    method: 'GET',
    path: '/v2/credits',
    summary: 'The API credit balance',
    action: 'get_credits',
    data: creditsRecord,
  }),
} as const;
