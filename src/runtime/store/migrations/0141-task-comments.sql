-- What people of ours say to each other about a task: [{at, author, text}], in their order.
alter table tasks add column comments jsonb not null default '[]';
