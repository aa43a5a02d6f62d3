#!/bin/sh
# deploy/upgrade.sh [COMMIT]: updates the site to the newest version, or to the version of a commit. Returns to the
# previous version if the new version isn't healthy within 30 s (docs/upgrades-and-backups.md).
set -eu

cd "$(git -C "$(dirname "$0")" rev-parse --show-toplevel)"

stop() {
  echo "$1" >&2
  exit 1
}
setting() { node deploy/read-setting.mjs /etc/diesel-site.env "$1"; }

[ "$(id -u)" = 0 ] || stop "This changes the machine: run it as root, with sudo."
mkdir -p releases
exec 9> releases/.lock
flock -n 9 || stop "Another upgrade is running: wait until it ends."
[ -z "$(git status --porcelain)" ] || stop "Only commits are built: commit your edits first, with git add and git commit."

echo "Backing up the requests."
systemctl start diesel-site-backup ||
  stop "The backup failed, so nothing was changed: see journalctl -u diesel-site-backup."
if [ $# = 0 ]; then
  echo "Fetching the newest version."
  git fetch --quiet || stop "The newest version could not be fetched, so nothing was changed."
  git merge --quiet --no-edit '@{upstream}' ||
    stop "The newest version conflicts with your own commits, so the site was not changed: resolve the conflict, or run git merge --abort."
fi

commit=$(git rev-parse --short --verify "${1:-HEAD}^{commit}")
release=releases/$(date -u +%Y%m%dT%H%M%S.%3N)-$commit
former=$(readlink current || true)
site_url=$(setting SITE_URL)
[ $# != 0 ] || [ "${former##*-}" != "$commit" ] || echo "There is no newer version, so the running one is built again."
echo "Building version $commit, which takes a few minutes."
mkdir "$release"
git archive "$commit" | tar -x -C "$release"
(cd "$release" && SITE_URL=${site_url%/} npm run --silent build) || {
  rm -rf "$release"
  stop "Version $commit could not be built, so the site was not changed."
}

# Links a version, restarts the server with it, and waits up to 30 s until it is healthy.
run() {
  ln -sfn "$1" current.new && mv -T current.new current
  systemctl restart diesel-site &&
    HOST=$(setting HOST) PORT=$(setting PORT) current/node_modules/.bin/node deploy/is-healthy.mjs 30
}

# Ignore a lost connection to this machine, and Ctrl+C, which would end the script halfway.
trap '' HUP INT
if run "$release"; then
  echo "Version $commit is running and healthy."
  if [ $# = 0 ] && [ -n "$former" ] && [ "${former##*-}" != "$commit" ]; then
    echo "To go back to the previous version, run: deploy/upgrade.sh ${former##*-}"
    git diff --quiet "${former##*-}" "$commit" -- deploy ||
      echo "The server's setup has changed, too. Run deploy/install.sh, which restarts the site."
  fi
  for old in releases/*-*; do [ "$old" = "$release" ] || [ "$old" = "$former" ] || rm -rf "$old"; done
elif [ -n "$former" ] && run "$former"; then
  stop "Version $commit was not healthy within 30 s, so the previous version was restored: see journalctl -u diesel-site."
else
  stop "The site is not healthy: see journalctl -u diesel-site."
fi
