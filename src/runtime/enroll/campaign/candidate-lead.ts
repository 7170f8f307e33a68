import { z } from 'zod';

const text = z.string().nullish().catch(null);

// Only what becomes a lead is read, and leniently: one odd candidate must not fail the page.
const candidate = z.object({
  application_id: z
    .union([z.string(), z.number().transform(String)])
    .nullish()
    .catch(null),
  is_rejected: z.boolean().catch(false),
  rating: text,
  first_name: text,
  last_name: text,
  headline: text,
  profile_url: text,
  location: text,
  experiences: z.array(z.object({ company: text }).catch({ company: null })).catch([]),
});

export interface CandidateLead {
  /** Null: the service does not say. */
  readonly application_id: string | null;
  /** The candidate's row, stable over repeats. */
  readonly row: string;
  readonly rejected: boolean;
  /** Null: the service does not say. */
  readonly rating: string | null;
  readonly lead: Readonly<Record<string, string>>;
}

/** A job's candidate as a lead: the company of the first experience is the present one. */
export function candidateLead(given: unknown): CandidateLead | null {
  const parsed = candidate.safeParse(given);
  if (!parsed.success) return null;
  const { application_id, is_rejected, rating, experiences, ...person } = parsed.data;
  const fields = { ...person, company: experiences[0]?.company };
  const lead = Object.fromEntries(
    Object.entries(fields).filter(
      (field): field is [string, string] => typeof field[1] === 'string' && field[1].trim() !== '',
    ),
  );
  return {
    application_id: application_id ?? null,
    row: application_id ?? lead.profile_url ?? JSON.stringify(lead),
    rejected: is_rejected,
    rating: rating ?? null,
    lead,
  };
}
