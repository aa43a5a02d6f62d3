"""Links this network namespace to another with a slow link: python3 slow-link.py NAMESPACE RTT_MS KBIT.

This namespace gets the address 10.99.0.1, and the other gets 10.99.0.2. Real packets are delayed by half the
round-trip time each way, and their rate is limited. Prints "ready" once the link works. Needs root and /dev/net/tun.
"""

import asyncio
import fcntl
import os
import struct
import subprocess
import sys

TUNSETIFF = 0x400454CA
IFF_TUN_NO_PI = 0x1001


def tunnel(name, own, peer, namespace=None):
    device = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(device, TUNSETIFF, struct.pack("16sH", name.encode(), IFF_TUN_NO_PI))
    ip = ["ip"]
    if namespace:
        subprocess.run(["ip", "link", "set", name, "netns", namespace], check=True)
        ip = ["ip", "-n", namespace]
    subprocess.run([*ip, "addr", "add", own, "peer", peer, "dev", name], check=True)
    subprocess.run([*ip, "link", "set", name, "up"], check=True)
    return device


async def link(namespace, rtt, kbit):
    loop = asyncio.get_running_loop()
    here = tunnel("slow-here", "10.99.0.1", "10.99.0.2")
    there = tunnel("slow-there", "10.99.0.2", "10.99.0.1", namespace)
    free = {here: 0.0, there: 0.0}  # when the line to each end is free again

    def pass_on(end, other):
        packet = os.read(end, 65536)
        free[other] = max(free[other], loop.time()) + len(packet) * 8 / (kbit * 1000)
        loop.call_at(free[other] + rtt / 2000, os.write, other, packet)

    loop.add_reader(here, pass_on, here, there)
    loop.add_reader(there, pass_on, there, here)
    print("ready", flush=True)
    await asyncio.Event().wait()


asyncio.run(link(sys.argv[1], float(sys.argv[2]), float(sys.argv[3])))
