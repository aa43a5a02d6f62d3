-- Run this in the project's SQL editor, after saving the two secrets (docs/supabase.md). It calls
-- send-pending-email every minute. The calls carry no data, because pg_net may lose one.
create extension if not exists pg_cron;
create extension if not exists pg_net;

select cron.schedule(
  'send-pending-email',
  '* * * * *',
  $$
    select net.http_post(
      url := (select decrypted_secret from vault.decrypted_secrets where name = 'site_functions_url') || '/send-pending-email',
      headers := jsonb_build_object(
        'Content-Type', 'application/json',
        'X-Cron-Secret', (select decrypted_secret from vault.decrypted_secrets where name = 'site_cron_secret')
      ),
      body := '{}'::jsonb
    )
  $$
);
