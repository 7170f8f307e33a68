import { type ExamplesOf, NOW_MS, wholeList } from './example.ts';
import { PROFILE_URL } from './profiles.ts';

const JOB_ID = '4000000001';
const JOB_URL = `https://network.example/jobs/view/${JOB_ID}`;
const APPLICATION_ID = 'app_9f2c1e';
const { pages_fetched: _, ...jobPages } = wholeList(1, 25).pagination;

export const recruiter: ExamplesOf<'recruiter'> = {
  get_posts: {
    params: { fetch_details: false },
    data: {
      posts: [
        {
          linkedin_job_id: JOB_ID,
          title: 'Platform engineer',
          company_name: 'Northwind',
          location: 'Lyon, France',
          job_state: 'LISTED',
          employment_status: 'Full-time',
          workplace_type: 'Hybrid',
          created_at: NOW_MS - 86_400_000,
          listed_at: NOW_MS,
          closed_at: null,
          num_views: 321,
          num_applies: 18,
          job_url: JOB_URL,
          contact_email: 'jobs@northwind.example',
          industry: ['Software'],
          talent_questions: [],
          suspend_reasons: [],
        },
      ],
      ...wholeList(1, 25),
      pagination: jobPages,
    },
  },
  get_candidates: {
    params: { job_id: JOB_ID, ratings: 'GOOD_FIT,MAYBE', sortType: 'APPLIED_DATE' },
    data: {
      candidates: [
        {
          application_id: APPLICATION_ID,
          rating: 'GOOD_FIT',
          is_rejected: false,
          rejected_at: null,
          is_top_choice: true,
          top_choice_message: 'I have planned routes for ten years.',
          first_name: 'Lin',
          last_name: 'Park',
          full_name: 'Lin Park',
          headline: 'Head of Engineering at Northwind',
          public_identifier: 'lin-park',
          profile_url: PROFILE_URL,
          location: 'Lyon, France',
          experiences: [
            {
              title: 'Head of Engineering',
              company: 'Northwind',
              company_url: 'https://network.example/company/northwind',
              date_range: '03/2021 - present',
              description: 'Leads the platform teams.',
            },
          ],
        },
      ],
      ...wholeList(1, 50),
    },
  },
  get_cv: {
    params: { application_id: APPLICATION_ID },
    data: {
      application_id: APPLICATION_ID,
      candidate: {
        name: 'Lin Park',
        email: 'lin.park@example.example',
        profile_url: PROFILE_URL,
        resume_url: 'https://service.example/files/cv/9f2c1e?expires=1772709300&signature=5d41',
      },
      cv: {
        content: 'JVBERi0xLjcK',
        encoding: 'base64',
        filename: 'lin-park.pdf',
        content_type: 'application/pdf',
        size_bytes: 9,
      },
    },
  },
  publish_job: {
    params: {
      title: 'Platform engineer',
      company_name: 'Northwind',
      location: 'Lyon, France',
      description: 'Plan routes with us.',
      employment_status: 'Full-time',
      workplace_type: 'Hybrid',
    },
    data: { linkedin_job_id: JOB_ID, job_state: 'LISTED', job_url: JOB_URL },
  },
  close_job: {
    params: { job_id: JOB_ID },
    data: { linkedin_job_id: JOB_ID, job_state: 'CLOSED', job_url: JOB_URL },
  },
};
