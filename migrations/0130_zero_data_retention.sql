-- One name for zero data retention in the database, the code and the API.
alter table jobs rename column leaves_no_trace to zero_data_retention;
alter table deliveries rename column leaves_no_trace to zero_data_retention;
