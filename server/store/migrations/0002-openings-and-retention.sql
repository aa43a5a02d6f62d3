-- Raised by each opening, so that an opening writes: see sqlite-database.ts.
alter table installation add column openings integer not null default 0;

-- What retention looks through.
create index owed_mails_sent on owed_mails (sent_at) where state = 'sent';

-- The health check keeps a request and takes it out again instead.
alter table installation drop column checked_at;
