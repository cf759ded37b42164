-- Job types and charged operations are registered in code; the database does not list them.
alter table jobs drop constraint jobs_kind_check;
alter table credit_entries drop constraint credit_entries_kind_check;
