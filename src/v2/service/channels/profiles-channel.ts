import type { Call, OffsetRange, Outcome, Page } from './call.ts';
import type { SeenProfile } from './professional-channel.ts';

/** All that are given must be met; of a list, one. A value that the network does not know finds nobody. */
export interface SearchFilters {
  readonly keyword?: string;
  readonly first_name?: string;
  readonly last_name?: string;
  readonly title?: string;
  readonly company_name?: string;
  /** Present companies: page URLs or slugs. */
  readonly company_url?: readonly string[];
  /** Earlier companies: page URLs, slugs or names. */
  readonly past_company?: readonly string[];
  readonly location?: readonly string[];
  /** Page URLs or slugs. */
  readonly school_url?: readonly string[];
  readonly industry?: readonly string[];
  /** `F`, `S`, `O`: first, second, third degree. */
  readonly network?: readonly string[];
  /** Profiles whose connections, and whose followers, are meant; one that is not there is refused. */
  readonly connection_of?: string;
  readonly follower_of?: string;
}

export interface CompanyFilters {
  readonly keyword?: string;
  readonly location?: readonly string[];
  readonly industry?: readonly string[];
  readonly company_size?: readonly string[];
  readonly sector?: readonly string[];
}

export interface Company {
  readonly name: string;
  readonly company_url: string;
  readonly website: string | null;
  readonly domain: string | null;
  readonly industry: string;
  readonly size: string;
  readonly headquarters: string;
  readonly description: string;
}

export interface ContactDetails {
  readonly emails: readonly string[];
  readonly phones: readonly string[];
  readonly websites: readonly string[];
}

/** A member as a premium seat knows them. */
export interface UnlockedMember {
  readonly lead_id: string;
  readonly recipient_urn: string;
  readonly member_urn: string;
  readonly full_name: string;
  readonly degree: number;
  readonly profile_url: string;
  readonly inmail_restriction: string;
  /** The contract had them unlocked before: nothing was spent. */
  readonly repeated: boolean;
}

export interface ProfilesChannel {
  /** `profile`: URL of either form, slug, urn or member id. */
  getProfile(call: Call, profile: string): Promise<Outcome<SeenProfile>>;
  getMe(call: Call): Promise<Outcome<SeenProfile>>;
  /** Empty lists unless connected. */
  getContact(call: Call, profile: string): Promise<Outcome<ContactDetails>>;
  visit(call: Call, profile: string): Promise<Outcome<SeenProfile>>;
  searchPeople(call: Call, filters: SearchFilters, range: OffsetRange): Promise<Outcome<Page<SeenProfile>>>;
  searchCompanies(call: Call, filters: CompanyFilters, range: OffsetRange): Promise<Outcome<Page<Company>>>;
  /** `company`: page URL or slug. */
  getCompany(call: Call, company: string): Promise<Outcome<Company>>;
  /** `profile`: also a lead URL, lead urn or bare lead id. Refused without a premium seat, and without an unlock left. */
  unlock(call: Call, profile: string): Promise<Outcome<UnlockedMember>>;
}
