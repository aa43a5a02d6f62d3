#!/bin/sh
# Puts the site online on this machine, with the settings in /etc/diesel-site.env (docs/going-live.md).
# Safe to run again: do so after changing a setting, or when deploy/ has new files.
set -eu

settings=/etc/diesel-site.env
place=/opt/diesel-site

stop() {
  echo "$1" >&2
  exit 1
}

[ "$(id -u)" = 0 ] || stop "This changes the machine: run it as root, with sudo."
[ "$(cd "$(dirname "$0")/.." && pwd -P)" = "$place" ] || stop "The project must be in $place: clone it there."
[ -r "$settings" ] || stop "Write the settings to $settings first, as docs/going-live.md shows."
site_url=$(sed -n 's/^SITE_URL=//p' "$settings" | tail -n 1)
case $site_url in
  https://?*) host=${site_url#https://} host=${host%/} ;;
  *) host= ;;
esac
case $host in
  '' | *[!A-Za-z0-9.:-]*) stop "$settings must have a line like SITE_URL=https://www.example.com, without a path." ;;
esac

cd "$place"
# The settings contain the mailbox password.
chmod 600 "$settings"
node --input-type=module --eval "import { install } from './scripts/install.mjs'; await install();"
SITE_URL=https://$host npm run --silent build
# Everything that can fail comes before the first change to the machine.
sed "s/{\$SITE_HOST:localhost}/$host/" deploy/Caddyfile > /etc/caddy/Caddyfile.new

cp deploy/*.service deploy/*.timer /etc/systemd/system/
systemctl daemon-reload
systemctl enable diesel-site diesel-site-backup.timer
systemctl restart diesel-site diesel-site-backup.timer

# Keep what was there before the first run: on a new machine, the example that comes with Caddy.
[ -e /etc/caddy/Caddyfile.before ] || cp /etc/caddy/Caddyfile /etc/caddy/Caddyfile.before
mv /etc/caddy/Caddyfile.new /etc/caddy/Caddyfile
systemctl reload-or-restart caddy

# Make the first backup once the server has created its database. With PostgreSQL there is no file to back up.
for _ in 1 2 3 4 5 6 7 8 9 10; do
  [ -e /var/lib/diesel-site/requests.sqlite ] && break
  sleep 1
done
systemctl start diesel-site-backup

echo "The site is at https://$host. To see what is still open, run: npm run launch-check"
