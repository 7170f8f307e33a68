import { HOST, memberUrn, profileIdUrl, profileUrl } from '../../src/v2/service/channels/sandbox/addresses.ts';
import type { ScriptedPerson } from './script.ts';

/** A person as the network knows them: ours know the slug alone until they learn more. */
export interface WorldPerson {
  readonly slug: string;
  readonly name: string;
  readonly profile_url: string;
  readonly profile_id_url: string;
  readonly member_urn: string;
  readonly email: string;
  readonly phone: string;
  readonly script: ScriptedPerson;
  /** Accounts that they are connected with. */
  readonly connected: Set<string>;
  /** The pending invitation by account. */
  readonly invited: Map<string, number>;
}

export function worldPerson(script: ScriptedPerson, at: number): WorldPerson {
  const slug = `${script.name.toLowerCase()}-${at}`;
  const id = `ACoAAPerson${at}x${script.name}`;
  return {
    ...{ slug, name: script.name, script },
    profile_url: profileUrl(slug),
    profile_id_url: profileIdUrl(id),
    member_urn: memberUrn(id),
    email: `${slug}@mail.example`,
    phone: `+3361234567${at}`,
    connected: new Set(),
    invited: new Map(),
  };
}

export function findPerson(people: readonly WorldPerson[], reference: unknown): WorldPerson | undefined {
  const text = String(reference);
  const [, name = text] = new RegExp(`^https://(?:\\w+\\.)?${HOST}/(?:mwlite/)?in/([^/?#]+)`).exec(text) ?? [];
  // As the network does: case counts in its ids alone, and in no address.
  return people.find(
    ({ slug, profile_id_url, member_urn, email, phone }) =>
      [member_urn, phone, profile_id_url].includes(text) ||
      [slug, email].includes(name.toLowerCase()) ||
      profile_id_url.endsWith(`/${text}`),
  );
}
