import { z } from 'zod';
import { PLATFORMS } from './account.ts';

export const LINK_STATUSES = ['pending', 'checkpoint', 'used', 'expired'] as const;

/** The answer to creating a connection link. spec: Connection link. */
export const createdConnectLink = z.looseObject({
  link_id: z.string(),
  /** To be opened by a full redirect or in a new tab, never in a frame. */
  url: z.string(),
  expires_at: z.string(),
  platforms: z.array(z.enum(PLATFORMS)),
  name: z.string().nullable(),
  /** The account that is connected anew. @unspecified its form: the account's id. */
  reconnect: z.string().nullable(),
});

export const connectLinkRecord = createdConnectLink.extend({
  status: z.enum(LINK_STATUSES),
  /** Chosen by the person. */
  platform: z.enum(PLATFORMS).nullable(),
  /** Once connected. */
  account_id: z.string().nullish(),
  /** When a `notify_url` was set. */
  notified: z.boolean().optional(),
});
export type ConnectLinkRecord = z.infer<typeof connectLinkRecord>;

/** The body that `notify_url` receives. It is not signed, so the receiver confirms it by reading the account. */
export const connectLinkCallback = z.looseObject({
  status: z.enum(['CREATION_SUCCESS', 'RECONNECTED']),
  account_id: z.string(),
  platform: z.enum(PLATFORMS),
  name: z.string().nullable(),
  link_id: z.string(),
});
