import { randomInt } from 'node:crypto';
import { z } from 'zod';
import type { LoginBody } from '../../contract/endpoints/login-body.ts';
import { PLATFORMS } from '../../contract/records/account.ts';
import type { AccountRow } from '../accounts/account-row.ts';
import { findAccount } from '../accounts/find-account.ts';
import { invalidParams, ServiceError } from '../answers/service-error.ts';
import { findLink, isOpen, type LinkRow, linkRecord, statusOf } from '../connect-links/link-row.ts';
import { fixedByLink, readLogin } from '../connect-links/read-login.ts';
import { linkWaitingPhone, type Step, signInByLink, verifyByLink } from '../connect-links/sign-in.ts';
import type { ServiceContext } from '../context/service-context.ts';
import { parseInput } from '../http/parse-input.ts';
import type { SandboxRoute } from './sandbox-route.ts';

const completion = z.object({
  platform: z.enum(PLATFORMS).optional(),
  email: z.string().min(3).optional(),
  password: z.string().min(1).default('sandbox'),
  phone_number: z.string().min(3).optional(),
  /** The code of a sign-in whose password asks for one. */
  code: z.string().min(1).default('246810'),
});
type Completion = z.output<typeof completion>;

/** The person who finishes a hosted page, without a browser. */
export function linkRoutes(context: ServiceContext): SandboxRoute[] {
  const { db, clock, settings } = context;
  const find = async (linkId: string, userId: string): Promise<LinkRow> => {
    const link = await findLink(db, linkId);
    if (!link || link.user_id !== userId) throw invalidParams('Connection link not found');
    return link;
  };

  return [
    {
      method: 'POST',
      path: '/connect-links/:link_id/complete',
      async handle({ owner, path, body, now }) {
        const given = parseInput('body', completion, body);
        const link = await find(path.link_id ?? '', owner.user_id);
        if (!isOpen(link, now)) throw closed(statusOf(link, now));
        const platform = given.platform ?? link.platforms[0];
        if (platform === undefined || !link.platforms.includes(platform)) {
          throw invalidParams(`body.platform: the link offers ${link.platforms.join(', ')}`);
        }
        const account = link.reconnect === null ? null : await findAccount(db, owner.user_id, link.reconnect);
        const person = { browser_digest: null, contract: null };
        const first = await signInByLink(context, link, loginOf(link, account, { ...given, platform }), person);
        const last =
          first.kind !== 'verify'
            ? first
            : platform === 'messenger'
              ? await linkWaitingPhone(context, link)
              : await verifyByLink(context, link, given.code, person);
        const after = await find(link.link_id, owner.user_id);
        requireConnected(last, after, clock.now());
        return linkRecord(after, settings.app_url, clock.now());
      },
    },
  ];
}

function loginOf(
  link: LinkRow,
  account: AccountRow | null,
  { platform, email, password, phone_number }: Completion & { readonly platform: LinkRow['platforms'][number] },
): LoginBody {
  const { country, products } = fixedByLink(link);
  const someone = String(randomInt(10_000_000)).padStart(7, '0');
  const inCountry = country === undefined ? {} : { country };
  const login = readLogin(
    platform === 'messenger'
      ? { platform, phone_number: phone_number ?? account?.phone_number ?? `+1555${someone}`, ...inCountry }
      : {
          platform,
          email: email ?? account?.email ?? `person.${someone}@mailbox.example`,
          password,
          ...(platform === 'professional' ? { ...inCountry, ...(products ? { products } : {}) } : {}),
        },
  );
  if (!login.success) throw invalidParams(`body: ${login.error.issues[0]?.message ?? 'is not a sign-in'}`);
  return login.data;
}

function requireConnected(step: Step, link: LinkRow, now: number): void {
  switch (step.kind) {
    case 'connected':
      return;
    case 'refused':
      throw step.refusal.kind === 'refused'
        ? new ServiceError('CHANNEL_ERROR', step.refusal.message, { sub_code: step.refusal.sub_code })
        : invalidParams(step.refusal.message);
    case 'too_many_attempts':
      throw invalidParams('the link accepts no more sign-ins');
    case 'verify':
    case 'closed':
      throw closed(statusOf(link, now));
  }
}

const closed = (status: string): ServiceError => invalidParams(`the link is ${status}`);
