import { LEAD_FIELDS } from '../../../language/plan/lead.ts';

/** People of a list with their variables, which come only where they are asked for. */
export const WITH_VARS = ['id', ...LEAD_FIELDS, 'tags', 'vars'] as const;
