"""A slow link between two network namespaces: python3 slow-link.py SERVER CLIENT RTT_MS KBIT.

Gives each namespace one end (10.99.0.1 and 10.99.0.2) of a link that passes real packets on with
half the round-trip time of delay and at a limited rate, each way. Says "ready" and runs until its
standard input ends. Needs root and /dev/net/tun.
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


def tunnel(namespace, name, own, peer):
    device = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK)
    fcntl.ioctl(device, TUNSETIFF, struct.pack("16sH", name.encode(), IFF_TUN_NO_PI))
    subprocess.run(["ip", "link", "set", name, "netns", namespace], check=True)
    inside = ["ip", "-n", namespace]
    subprocess.run([*inside, "addr", "add", own, "peer", peer, "dev", name], check=True)
    subprocess.run([*inside, "link", "set", name, "up"], check=True)
    subprocess.run([*inside, "link", "set", "lo", "up"], check=True)
    return device


def main():
    server, client, rtt, kbit = sys.argv[1:5]
    delay = float(rtt) / 2000
    seconds_per_byte = 8 / (float(kbit) * 1000)
    ends = [
        tunnel(server, "slow-server", "10.99.0.1", "10.99.0.2"),
        tunnel(client, "slow-client", "10.99.0.2", "10.99.0.1"),
    ]
    other = {ends[0]: ends[1], ends[1]: ends[0]}
    free = {end: 0.0 for end in ends}  # when the line into an end is free again
    waiting = []  # (time of arrival, order, end, packet)
    order = 0
    print("ready", flush=True)
    while True:
        now = time.monotonic()
        while waiting and waiting[0][0] <= now:
            _, _, end, packet = heapq.heappop(waiting)
            os.write(end, packet)
        pause = max(0, waiting[0][0] - now) if waiting else None
        readable, _, _ = select.select([*ends, sys.stdin], [], [], pause)
        if sys.stdin in readable and not sys.stdin.readline():
            return
        for end in readable:
            if end is sys.stdin:
                continue
            packet = os.read(end, 65536)
            to = other[end]
            free[to] = max(free[to], time.monotonic()) + len(packet) * seconds_per_byte
            order += 1
            heapq.heappush(waiting, (free[to] + delay, order, to, packet))


main()
