-- What is worked on when processes die, again and again. A page is under suspicion by how often that was so: see
-- `src/jobs/suspicion.ts`. Of a job, the finding of its pages elsewhere.
alter table job_pages add column suspicion smallint not null default 0;
create index job_pages_suspected on job_pages (job_id) where state = 'waiting' and suspicion in (2, 3);
alter table jobs add column gathering_suspicion smallint not null default 0;
