-- Jobs that were under way when their process died. After the third time a job is set aside, so that the service lives.

alter table jobs
  add column crashes      smallint not null default 0,
  add column set_aside_at timestamptz(3);

create index jobs_crashed on jobs (crashes) where crashes > 0;
