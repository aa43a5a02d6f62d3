#!/bin/sh
# Puts the site online on this machine, with the settings in /etc/diesel-site.env (docs/going-live.md).
# You can safely run this again. Do so after you change SITE_URL, or when files in deploy/ have changed.
set -eu

settings=/etc/diesel-site.env
place=/opt/diesel-site
caddyfile=/etc/caddy/Caddyfile

stop() {
  echo "$1" >&2
  exit 1
}

[ "$(id -u)" = 0 ] || stop "This changes the machine: run it as root, with sudo."
[ "$(cd "$(dirname "$0")/.." && pwd -P)" = "$place" ] || stop "The project must be in $place: clone it there."
[ -r "$settings" ] || stop "Put the settings in $settings first, as docs/going-live.md shows."
site_url=$(node "$place/deploy/read-setting.mjs" "$settings" SITE_URL)
case $site_url in
  https://?*) host=${site_url#https://} host=${host%/} ;;
  *) host= ;;
esac
case $host in
  '' | *[!A-Za-z0-9.:-]*) stop "$settings must have a line like SITE_URL=https://www.example.com, without a path." ;;
esac
# Only the Caddyfile of Debian's package, or one that this script wrote, may be replaced.
[ ! -e "$caddyfile" ] || grep -q -e deploy/install.sh -e /usr/share/caddy "$caddyfile" ||
  stop "$caddyfile has other sites: put those in deploy/Caddyfile, commit, and remove $caddyfile."

cd "$place"
# The settings may contain the mailbox password.
chmod 600 "$settings"
cp deploy/*.service deploy/*.timer /etc/systemd/system/
systemctl daemon-reload
# Keep the running version, because the owner may have returned to an older one. The first time, use the one in $place.
running=$(readlink current || echo HEAD)
deploy/upgrade.sh "${running##*-}"
systemctl enable diesel-site diesel-site-backup.timer
systemctl restart diesel-site-backup.timer

case $host in
  www.*) other=${host#www.} ;;
  *) other=www.$host ;;
esac
sed "s/{\$SITE_HOST}/$host/g; s/{\$OTHER_HOST}/$other/g" deploy/Caddyfile > "$caddyfile.new"
mv "$caddyfile.new" "$caddyfile"
systemctl reload-or-restart caddy

# With PostgreSQL, the service does nothing, because there is no file to back up.
systemctl start diesel-site-backup

echo "The site is at https://$host. To see what is still to do: cd $place/current && npm run launch-check"
