-- Run once in the project's SQL editor, after the two secrets were saved (docs/supabase.md): rings
-- send-pending-email each minute. pg_net neither keeps a call through a crash nor tries it again, so it only
-- rings; what is to be sent stays in the tables of the site. Run again, it changes nothing.
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
