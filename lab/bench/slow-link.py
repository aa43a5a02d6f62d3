"""A slow link between this network namespace and another: python3 slow-link.py NAMESPACE RTT_MS KBIT.

Gives this one 10.99.0.1 and the other 10.99.0.2, and passes real packets on with half the round-trip
time of delay and at a limited rate, each way. Says "ready". Needs root and /dev/net/tun.
"""

import fcntl
import heapq
import os
import select
import struct
import subprocess
import sys
import time

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


namespace, rtt, kbit = sys.argv[1], float(sys.argv[2]), float(sys.argv[3])
here = tunnel("slow-here", "10.99.0.1", "10.99.0.2")
there = tunnel("slow-there", "10.99.0.2", "10.99.0.1", namespace)
other = {here: there, there: here}
free = {here: 0.0, there: 0.0}  # when the line into an end is free again
waiting = []  # (time of arrival, order, end, packet)
order = 0
print("ready", flush=True)
while True:
    now = time.monotonic()
    while waiting and waiting[0][0] <= now:
        _, _, end, packet = heapq.heappop(waiting)
        os.write(end, packet)
    pause = max(0, waiting[0][0] - now) if waiting else None
    for end in select.select([here, there], [], [], pause)[0]:
        packet = os.read(end, 65536)
        to = other[end]
        free[to] = max(free[to], time.monotonic()) + len(packet) * 8 / (kbit * 1000)
        order += 1
        heapq.heappush(waiting, (free[to] + rtt / 2000, order, to, packet))
