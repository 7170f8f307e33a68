-- What people, company pages and accounts publish, the reactions to it, and more columns for jobs and applications. Virtual time.

-- The sandbox's posts are generated when somebody first looks for one, because most tests never need them.
alter table sandbox_worlds
  add column posts_drawn boolean not null default false,
  -- How many people the sandbox began with; people added later publish nothing by themselves.
  add column people integer not null default 1000;

create table sandbox_posts (
  post_key bigint generated always as identity primary key,
  user_id text not null references users on delete cascade,
  -- The number in the post's URL and urns.
  post_id text not null,
  -- The author: exactly one of the three.
  person_id integer references sandbox_people on delete cascade,
  company text,
  account_id text references accounts on delete cascade,
  -- For a company page's post: the account that wrote it in the page's name.
  published_by text,
  text text not null,
  kind text not null check (kind in ('TEXT', 'IMAGES', 'VIDEOS', 'ARTICLES', 'DOCUMENTS')),
  images text[] not null,
  -- Name, type and size of the files it was published with.
  files jsonb not null default '[]',
  audience text not null check (audience in ('PUBLIC', 'CONNECTIONS')),
  -- What searches read of the author, as it was when the post appeared.
  author_company text,
  author_industry text,
  author_job_title text,
  mentioned_people integer[] not null,
  mentioned_companies text[] not null,
  -- The post that this one shares again.
  repost_of bigint references sandbox_posts on delete set null,
  -- Shares by people that are not posts of their own.
  shares integer not null default 0,
  created_at timestamptz not null,
  deleted_at timestamptz,
  unique (user_id, post_id),
  foreign key (user_id, company) references sandbox_companies on delete cascade,
  check (num_nonnulls(person_id, company, account_id) = 1)
);
create index sandbox_posts_owner on sandbox_posts (user_id, created_at desc, post_key desc);
create index sandbox_posts_person on sandbox_posts (person_id);
create index sandbox_posts_company on sandbox_posts (user_id, company);
create index sandbox_posts_account on sandbox_posts (account_id);
create index sandbox_posts_repost on sandbox_posts (repost_of);

create table sandbox_post_reactions (
  reaction_key bigint generated always as identity primary key,
  post_key bigint not null references sandbox_posts on delete cascade,
  person_id integer references sandbox_people on delete cascade,
  account_id text references accounts on delete cascade,
  type text not null check (type in ('LIKE', 'PRAISE', 'EMPATHY', 'INTEREST', 'APPRECIATION', 'ENTERTAINMENT')),
  at timestamptz not null,
  -- One reaction per person: another one replaces it.
  unique (post_key, person_id),
  unique (post_key, account_id),
  check (num_nonnulls(person_id, account_id) = 1)
);
create index sandbox_post_reactions_person on sandbox_post_reactions (person_id);
create index sandbox_post_reactions_account on sandbox_post_reactions (account_id);

create table sandbox_post_comments (
  comment_key bigint generated always as identity primary key,
  post_key bigint not null references sandbox_posts on delete cascade,
  person_id integer references sandbox_people on delete cascade,
  account_id text references accounts on delete cascade,
  comment_id text not null,
  -- Needed beside the urn to answer a comment.
  tracking_id text not null,
  answer_to bigint references sandbox_post_comments on delete cascade,
  text text not null,
  at timestamptz not null,
  unique (post_key, comment_id),
  check (num_nonnulls(person_id, account_id) = 1)
);
create index sandbox_post_comments_person on sandbox_post_comments (person_id);
create index sandbox_post_comments_account on sandbox_post_comments (account_id);
create index sandbox_post_comments_answer on sandbox_post_comments (answer_to);

-- How long each account has looked at posts in total.
create table sandbox_post_time (
  post_key bigint not null references sandbox_posts on delete cascade,
  account_id text not null references accounts on delete cascade,
  duration_ms bigint not null,
  primary key (post_key, account_id)
);
create index sandbox_post_time_account on sandbox_post_time (account_id);

-- Lists are ordered by this number, so that they stay stable; new jobs take theirs from here.
alter table sandbox_jobs add column job_key bigint generated always as identity;
create index sandbox_jobs_key on sandbox_jobs (job_key);
create sequence sandbox_job_ids start with 4200000001;
update sandbox_jobs
   set post = '{"talent_questions": [], "budget": null, "suspend_reasons": []}'::jsonb || post;

-- What a candidate shows the recruiter beside the CV.
alter table sandbox_applications
  add column application_key bigint generated always as identity,
  add column shares_email boolean not null default true,
  add column shares_phone boolean not null default true;
create index sandbox_applications_key on sandbox_applications (application_key);
