-- Attempts of webhook deliveries and the responses to them; none under zero data retention. Deleted with their delivery.
create table delivery_attempts (
  delivery_id uuid not null references deliveries (id) on delete cascade,
  position bigint generated always as identity,
  started_at timestamptz not null,
  duration_ms integer not null,
  -- Null when there was no response.
  status integer,
  failure text,
  -- Media type and beginning of the text of the response, sealed; null when there was neither.
  answer text,
  primary key (delivery_id, position)
);
