import { z } from 'zod';
import { RATINGS } from '../contract/records/recruiter.ts';

/** Where a campaign's people come from. */
export const campaignSource = z.union([
  z.strictObject({
    candidates: z.strictObject({
      account_id: z.string().min(1),
      job_id: z.union([z.string().min(1), z.int().positive().transform(String)]),
      ratings: z
        .array(z.enum(RATINGS))
        .min(1)
        .default([...RATINGS]),
      include_rejected: z.boolean().default(false),
    }),
  }),
  z.strictObject({ leads: z.array(z.unknown()).min(1) }),
]);

export type CampaignSource = z.output<typeof campaignSource>;

/** Sources that are designed and not built yet. */
export const LATER_SOURCES = ['search', 'csv'] as const;
