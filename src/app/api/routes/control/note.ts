import { z } from 'zod';

/** Why, for whoever reads it later. */
export const NOTE = z.string().trim().max(1000).optional();
