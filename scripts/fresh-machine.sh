#!/bin/sh
# npm run fresh-machine [-- bookworm trixie]
#
# Runs "npm start" and "npm test" as root, in minimal Debian systems that debootstrap installs. The systems get this
# machine's settings for reaching the apt and npm registries. Except for trixie, they also get its Node.
set -eu

# npm's variables describe this project's script, so only its registry settings are kept.
unset $(env | sed -n 's/^\(npm_[a-z_]*\)=.*/\1/p' | grep -v -e proxy -e registry -e cafile)
root=$(cd "$(dirname "$0")/.." && pwd)
# root has the same home folder on this machine and in the systems.
home=$(echo ~root)
cache=$root/.cache/fresh-machine
[ "$(id -u)" = 0 ] || { echo "Creating a root file system needs root. Run this as root." >&2; exit 1; }
command -v debootstrap > /dev/null || { echo "debootstrap is missing. Run 'apt-get install debootstrap'." >&2; exit 1; }
mkdir -p "$cache"
. /etc/os-release
mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources 2> /dev/null |
  sed -nE 's/^(URIs:|deb( \[[^]]*\])?) +([^ ]+).*/\3/p' | head -n 1)

# Copies this machine's registry settings: apt's sources and options, npm's settings, and certificates.
copy_registry_settings() {
  rm -f "$1/etc/apt/sources.list"
  for path in /etc/apt/sources.list /etc/apt/sources.list.d /etc/apt/apt.conf.d /etc/resolv.conf /etc/hosts \
    /etc/ssl/certs /usr/local/share/ca-certificates /usr/etc/npmrc "$home/.npmrc"; do
    if [ -e "$path" ]; then mkdir -p "$1${path%/*}" && cp -rLT "$path" "$1$path"; fi
  done
  find "$1/etc/apt" -name '*.list' -o -name '*.sources' | xargs -r sed -i "s/$VERSION_CODENAME/$2/g"
  # The system is temporary, so dpkg doesn't need to sync each file.
  echo force-unsafe-io > "$1/etc/dpkg/dpkg.cfg.d/unsafe-io"
}

# Runs a command in the system with separate mounts and processes, which end when the command ends.
run_inside() {
  env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME="$home" DEBIAN_FRONTEND=noninteractive \
    unshare --mount --pid --fork --kill-child sh -c 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" &&
      mount -t tmpfs tmpfs "$0/dev/shm" && mount -t sysfs sysfs "$0/sys" && exec chroot "$0" sh -c "cd ~ && $1"' "$1" "$2"
}

# Runs a step and prints its result and duration.
run_step() {
  began=$(date +%s)
  if run_inside "$system" "$2" > "$cache/$name.log" 2>&1; then result=green; else result=red; failed=1; fi
  echo "   $1: $result after $(($(date +%s) - began)) s"
  [ "$result" = green ] || tail -n 30 "$cache/$name.log"
}

failed=0
[ $# -gt 0 ] || set -- bookworm trixie
for name in "$@"; do
  echo "── $name"
  system=$(mktemp -d "$cache/$name-XXXXXX")
  debootstrap --variant=minbase "$name" "$system" "$mirror" > /dev/null
  # Other accounts, such as apt's, must be able to read the system's root folder.
  chmod 755 "$system"
  copy_registry_settings "$system" "$name"
  git clone --quiet "file://$root" "$system$home/site"
  run_step "apt-get install git npm" "apt-get update -qq && apt-get install -y -qq git npm"
  # Debian 13's Node is recent enough for the README's commands. Debian 12's isn't.
  [ "$name" = trixie ] || cp "$(command -v node)" "$system/usr/local/bin/node"
  # Starts the site on any free port, because it shares this machine's network, and waits until it is up.
  run_step "npm start" 'cd site && PORT=0 npm start > /tmp/start.log 2>&1 & started=$!
    until grep -q "\"event\":\"listening\"\|^Open http" /tmp/start.log; do
      kill -0 $started 2> /dev/null || { cat /tmp/start.log; exit 1; }
      sleep 0.2
    done'
  run_step "npm test" "cd site && npm test"
  rm -rf "$system"
done
exit $failed
