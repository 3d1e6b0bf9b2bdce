#!/bin/sh
# Starts Heatlamp, or runs one of its commands: `heatlamp`, `heatlamp doctor`.
set -eu

self=$0
while [ -h "$self" ]; do
  link=$(readlink "$self")
  case $link in
    /*) self=$link ;;
    *) self=$(dirname "$self")/$link ;;
  esac
done
folder=$(CDPATH='' cd -- "$(dirname "$self")" && pwd)

# The archives with Node bring it in bin.
node=$folder/bin/node
if [ ! -x "$node" ]; then
  node=$(command -v node) || {
    echo 'Heatlamp needs Node 22.14 or newer, and there is none: install it, or take the archive with Node.' >&2
    exit 1
  }
fi
if ! "$node" -e 'process.exit(Number(process.versions.napi) >= 10 ? 0 : 1)'; then
  echo "Heatlamp needs Node 22.14 or newer, and $node is $("$node" --version): install a newer one, or take the archive with Node." >&2
  exit 1
fi

[ $# -eq 0 ] || exec "$node" "$folder/build/heatlamp.mjs" "$@"
exec env NODE_ENV=production START_VARIABLES "$node" START_OPTIONS "$folder/build/main.mjs"
