-- A claim counts the leased pages of the hosts of its candidates, not those of all hosts.
create index job_pages_leased_host on job_pages (host) where state = 'leased';
