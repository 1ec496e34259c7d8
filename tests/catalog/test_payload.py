"""Records in their compressed form, as several threads read them."""

from __future__ import annotations

import subprocess
import sys

READERS = """
import random, threading
from shopworld.catalog.payload import PayloadCodec

codec = PayloadCodec(b"")
chance = random.Random(1)
texts = [" ".join(chance.choices(["alpha", "beta", "gamma", "delta"], k=40_000)).encode() for _ in range(8)]
packed = [codec.compress(text) for text in texts]
wrong = []

def read(number):
    for _ in range(200):
        try:
            same = codec.decompress(packed[number]) == texts[number]
        except Exception:
            same = False
        if not same:
            wrong.append(number)

threads = [threading.Thread(target=read, args=(number,)) for number in range(8)]
for one in threads:
    one.start()
for one in threads:
    one.join()
print(len(wrong))
"""


def test_several_threads_read_records_at_once() -> None:
    """In a process of its own: a decompressor that threads share mixes records up, or ends it by a fault."""
    done = subprocess.run([sys.executable, "-c", READERS], capture_output=True, text=True, timeout=120, check=False)
    assert (done.returncode, done.stdout) == (0, "0\n"), done.stderr
