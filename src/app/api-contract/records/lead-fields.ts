import type { z } from 'zod';

/** Puts each field of a lead, beside tags and variables, under the same schema. */
export const eachLeadField = <Schema extends z.ZodType>(schema: Schema) => ({
  profile_url: schema,
  first_name: schema,
  last_name: schema,
  headline: schema,
  email: schema,
  phone_number: schema,
  company: schema,
  location: schema,
  timezone: schema,
  country: schema,
});
