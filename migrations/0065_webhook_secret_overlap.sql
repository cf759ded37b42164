-- Receivers need time to learn a new secret: until then deliveries are signed with the one before as well.
alter table teams add column webhook_secret_changed_at timestamptz;
