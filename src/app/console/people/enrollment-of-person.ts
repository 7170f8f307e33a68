import type { ResultOf } from '../../api-client/asked.ts';

export type EnrollmentOfPerson = ResultOf<'getLead'>['enrollments'][number];
