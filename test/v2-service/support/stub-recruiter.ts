import type { Outcome, Page } from '../../../src/v2/service/channels/call.ts';
import type { SeenProfile } from '../../../src/v2/service/channels/professional-channel.ts';
import type { JobPost, RecruiterChannel } from '../../../src/v2/service/channels/recruiter-channel.ts';

/** How the stub answers: what it was asked is counted, and it refuses when told to. */
export type StubAnswer = <T>(name: string, value: T) => Promise<Outcome<T>>;
export type StubPage = <T>(item: T, count: number) => Page<T>;

const JOB: JobPost = {
  linkedin_job_id: '4000000001',
  title: 'Engineer',
  company_name: 'Example',
  location: 'Paris',
  job_state: 'LISTED',
  description: 'Work',
  editableDescription: '<p>Work</p>',
  employment_status: 'Full-time',
  workplace_type: 'Remote',
  created_at: 1,
  listed_at: 1,
  closed_at: null,
  num_views: 1,
  num_applies: 1,
  job_url: 'https://network.example/jobs/view/4000000001',
  contact_email: 'jobs@example.example',
  industry: ['Software'],
  talent_questions: [],
  budget: null,
  suspend_reasons: [],
};

export function stubRecruiter(answer: StubAnswer, page: StubPage, profile: SeenProfile): RecruiterChannel {
  const candidate = {
    application_id: 'app_1',
    rating: 'GOOD_FIT' as const,
    is_rejected: false,
    rejected_at: null,
    is_top_choice: false,
    top_choice_message: '',
    profile,
  };
  const cv = {
    application_id: 'app_1',
    name: 'Ada Example',
    email: null,
    phone: null,
    profile_url: profile.profile_url,
    file: { name: 'cv.pdf', content_type: 'application/pdf', bytes: Buffer.from('%PDF-') },
  };
  return {
    listJobs: (_call, query) => answer('listJobs', page(JOB, query.count)),
    listCandidates: (_call, query) => answer('listCandidates', page(candidate, query.count)),
    getCv: () => answer('getCv', cv),
    publishJob: () => answer('publishJob', JOB),
    closeJob: () => answer('closeJob', { ...JOB, job_state: 'CLOSED' as const, closed_at: 2 }),
  };
}
