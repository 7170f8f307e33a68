import { z } from 'zod';
import type { StepForm } from '../define-step.ts';

export const enrichForm: StepForm = {
  word: 'enrich',
  title: 'Find out more about the lead',
  description:
    'Fills in the lead: `email` finds and validates an address, `profile` reads the profile, `contact` its contact details. `else` when nothing is found.',
  examples: ['email', 'profile', 'contact'],
  value: () => z.enum(['email', 'profile', 'contact']),
  done: 'when something was found',
  otherwise: 'when nothing was found',
  snippet: 'enrich: <email|profile|contact>',
};
