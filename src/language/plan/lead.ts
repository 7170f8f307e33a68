/** A person's fields as an enrollment brings them. All are optional, but to be enrolled a person needs some way to be reached. */
export interface LeadFields {
  readonly profile_url?: string;
  readonly first_name?: string;
  readonly last_name?: string;
  readonly headline?: string;
  readonly email?: string;
  readonly phone_number?: string;
  readonly company?: string;
  readonly location?: string;
  /** IANA name. */
  readonly timezone?: string;
  /** ISO 3166-1 alpha-2. */
  readonly country?: string;
}

export const LEAD_FIELDS = [
  'profile_url',
  'first_name',
  'last_name',
  'headline',
  'email',
  'phone_number',
  'company',
  'location',
  'timezone',
  'country',
] as const satisfies readonly (keyof LeadFields)[];

export type Vars = Readonly<Record<string, string | number | boolean | null>>;
