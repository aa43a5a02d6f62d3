#!/bin/sh
# npm run fresh-machine [-- bookworm trixie]: the README's two commands, as root, in bare Debian systems that have
# only what debootstrap installs. How apt and npm reach their registries is taken from this machine.
set -eu

# What npm sets for a script is of this project, except how it reaches its registry.
unset $(env | sed -n 's/^\(npm_[a-z_]*\)=.*/\1/p' | grep -v -e proxy -e registry -e cafile)
root=$(cd "$(dirname "$0")/.." && pwd)
# The account root has the same home folder on this machine and in the systems.
home=$(echo ~root)
cache=$root/.cache/fresh-machine
[ "$(id -u)" = 0 ] || { echo "Only root may make a root file system: run it as root." >&2; exit 1; }
command -v debootstrap > /dev/null || { echo "It needs debootstrap: apt-get install debootstrap." >&2; exit 1; }
mkdir -p "$cache"
. /etc/os-release
mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources 2> /dev/null |
  sed -nE 's/^(URIs:|deb( \[[^]]*\])?) +([^ ]+).*/\3/p' | head -n 1)

# Copies how this machine reaches its registries: apt's sources and options, npm's settings, certificates.
pass_on() {
  rm -f "$1/etc/apt/sources.list"
  for path in /etc/apt/sources.list /etc/apt/sources.list.d /etc/apt/apt.conf.d /etc/resolv.conf /etc/hosts \
    /etc/ssl/certs /usr/local/share/ca-certificates /usr/etc/npmrc "$home/.npmrc"; do
    if [ -e "$path" ]; then mkdir -p "$1${path%/*}" && cp -rLT "$path" "$1$path"; fi
  done
  find "$1/etc/apt" -name '*.list' -o -name '*.sources' | xargs -r sed -i "s/$VERSION_CODENAME/$2/g"
  # The system is thrown away: no need to wait for the disk after each file.
  echo force-unsafe-io > "$1/etc/dpkg/dpkg.cfg.d/unsafe-io"
}

# Runs a command in the system, with mounts and processes of its own, which end with it.
inside() {
  env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME="$home" DEBIAN_FRONTEND=noninteractive \
    unshare --mount --pid --fork --kill-child sh -c 'mount -t proc proc "$0/proc" && mount --rbind /dev "$0/dev" &&
      mount -t tmpfs tmpfs "$0/dev/shm" && mount -t sysfs sysfs "$0/sys" && exec chroot "$0" sh -c "cd ~ && $1"' "$1" "$2"
}

# Says whether a step passes, and after how long.
try() {
  began=$(date +%s)
  if inside "$system" "$2" > "$cache/$name.log" 2>&1; then result=green; else result=red; failed=1; fi
  echo "   $1: $result after $(($(date +%s) - began)) s"
  [ "$result" = green ] || tail -n 30 "$cache/$name.log"
}

failed=0
[ $# -gt 0 ] || set -- bookworm trixie
for name in "$@"; do
  echo "── $name"
  system=$(mktemp -d "$cache/$name-XXXXXX")
  debootstrap --variant=minbase "$name" "$system" "$mirror" > /dev/null
  # Accounts other than root, like apt's, must get through its root folder.
  chmod 755 "$system"
  pass_on "$system" "$name"
  git clone --quiet "file://$root" "$system$home/site"
  try "apt-get install git npm" "apt-get update -qq && apt-get install -y -qq git npm"
  # Debian 13's own Node is one that the README names; Debian 12's is not.
  [ "$name" = trixie ] || cp "$(command -v node)" "$system/usr/local/bin/node"
  # On any free port, since the network is this machine's, until the site is up.
  try "npm start" 'cd site && PORT=0 npm start > /tmp/start.log 2>&1 & started=$!
    until grep -q "\"event\":\"listening\"\|^Open http" /tmp/start.log; do
      kill -0 $started 2> /dev/null || { cat /tmp/start.log; exit 1; }
      sleep 0.2
    done'
  try "npm test" "cd site && npm test"
  rm -rf "$system"
done
exit $failed
