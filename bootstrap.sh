#!/bin/sh
# Makes the project's environment: sh bootstrap.sh PYTHON VENV
set -eu
python=$1
venv=$2

if ! command -v "$python" >/dev/null 2>&1; then
    echo "Shopworld needs Python 3.11 or newer, and there is no '$python' here." >&2
    echo "Install it (Debian: apt-get install python3 python3-venv), or say which one: make PYTHON=python3.12 …" >&2
    exit 1
fi
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    echo "Shopworld needs Python 3.11 or newer; '$python' is $("$python" -V 2>&1)." >&2
    echo "Say which one to use: make PYTHON=python3.12 …" >&2
    exit 1
fi
if ! "$python" -c 'import venv, ensurepip' >/dev/null 2>&1; then
    echo "Shopworld needs Python's venv module, and '$python' has none." >&2
    echo "Install it (Debian: apt-get install python3-venv)." >&2
    exit 1
fi
[ -x "$venv/bin/python" ] || "$python" -m venv "$venv"
echo "Installing Shopworld into $venv …"
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[test]'
# axe-core for the tests of pages; what drives it is our own browser, so none of its dependencies are needed.
"$venv/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps axe-playwright-python==0.1.8
