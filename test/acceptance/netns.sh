#!/bin/sh
# usage: netns.sh COMMAND...
# Runs COMMAND in a fresh network namespace whose loopback carries public, private and metadata
# addresses at once. It has no way out: nothing a check dials can leave the machine. Needs root and iproute2.
set -eu
[ "$(id -u)" = 0 ] || { echo "netns.sh: needs root" >&2; exit 77; }
command -v ip >/dev/null || { echo "netns.sh: needs iproute2 (ip)" >&2; exit 77; }

name="weir-check-$$"
mkdir -p "/etc/netns/$name"
echo 'nameserver 127.0.0.1' >"/etc/netns/$name/resolv.conf"
cleanup() {
  ip netns del "$name" 2>/dev/null || true
  rm -rf "/etc/netns/$name"
}
trap cleanup EXIT INT TERM

ip netns add "$name"
inside() { ip netns exec "$name" "$@"; }

# A dead end as default route, so that an address nobody carries fails as it would on a real network.
inside ip link add dead0 type veth peer name dead1
inside ip addr add 10.9.0.1/24 dev dead0
inside ip link set dead0 up
inside ip route add default dev dead0
inside ip link set lo up

# An interface of the machine's own, with a link: Node lists no others.
inside ip link add own0 type veth peer name own1
inside ip addr add 10.8.0.1/32 dev own0
inside ip link set own0 up
inside ip link set own1 up

for address in \
  93.184.216.34 93.184.216.35 \
  10.0.0.5 10.0.1.5 172.16.0.5 172.31.255.1 192.168.1.1 \
  100.64.0.1 100.100.100.200 168.63.129.16 169.254.169.254 169.254.170.2 \
  192.0.0.192 192.0.2.1 198.18.0.1 198.51.100.1 203.0.113.1; do
  inside ip addr add "$address/32" dev lo
done
for address in \
  2606:4700:4700::1111 \
  fc00::1 fd00:ec2::254 fd20:ce::254 fd00:42::42 fd00:c1::a9fe:a9fe fd00:a9fe:a9fe::1 fe80::1 fec0::1 \
  ::127.0.0.1 ::10.0.0.5 ::169.254.169.254 \
  ::ffff:0:7f00:1 ::ffff:0:a00:5 ::ffff:0:a9fe:a9fe \
  64:ff9b::7f00:1 64:ff9b::a00:5 64:ff9b::a9fe:a9fe \
  64:ff9b:1::7f00:1 64:ff9b:1::a00:5 64:ff9b:1::a9fe:a9fe \
  2001:0:7f00:1::1 2001:0:a00:5::1 2001:0:a9fe:a9fe::1 \
  2002:7f00:1::1 2002:a00:5::1 2002:a9fe:a9fe::1 \
  2001:db8::1 3fff::1 100::1 5f00::1; do
  inside ip -6 addr add "$address/128" dev lo nodad 2>/dev/null || true
done

status=0
ip netns exec "$name" "$@" || status=$?
exit "$status"
