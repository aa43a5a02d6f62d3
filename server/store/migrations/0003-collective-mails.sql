-- Fell for the honeypot: goes out among the collected ones, marked.
alter table owed_mails add column trapped integer not null default 0 check (trapped in (0, 1));

-- The collective mail it is in. A repeat is the same mail, with the same requests.
alter table owed_mails add column batch text;

-- Was in a collective mail that was refused for good: from then on its mail goes out by itself.
alter table owed_mails add column apart integer not null default 0 check (apart in (0, 1));

create index owed_mails_batches on owed_mails (batch) where batch is not null and state <> 'sent';
