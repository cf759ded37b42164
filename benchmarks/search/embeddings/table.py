"""Reads and writes table.bin, and splits words as src/page-index/vectors/encode.ts does."""
import struct, numpy as np
from fold import words
def read(path):
    """The vocabulary, and of each piece its vector times its weight."""
    b = open(path, 'rb').read(); n, = struct.unpack('<I', b[:4]); V = b[4:4 + n].decode().split('\n'); k = len(V)
    sw = np.frombuffer(b, '<f4', 2 * k, 4 + n).reshape(k, 2); q = np.frombuffer(b, np.uint8, k * 128, 4 + n + 8 * k).reshape(k, 128)
    W = np.empty((k, 256), np.float32); W[:, ::2] = (q & 15).astype(np.float32) - 8; W[:, 1::2] = (q >> 4).astype(np.float32) - 8
    return V, W * (sw[:, :1] * sw[:, 1:])
def write(path, V, W):
    best = np.zeros(len(W), np.float32); err = np.full(len(W), np.inf)
    for c in np.linspace(.45, 1, 12):
        s = (np.abs(W).max(1) * c / 7 + 1e-9).astype(np.float32); q = np.clip(np.round(W / s[:, None]), -8, 7); e = ((q * s[:, None] - W) ** 2).sum(1)
        m = e < err; best[m] = s[m]; err[m] = e[m]
    q = np.clip(np.round(W / best[:, None]), -8, 7).astype(np.int8) + 8; text = '\n'.join(V).encode()
    with open(path, 'wb') as f:
        f.write(struct.pack('<I', len(text)) + text + np.stack([best, np.ones_like(best)], 1).astype('<f4').tobytes() + (q[:, ::2] | q[:, 1::2] << 4).astype(np.uint8).tobytes())
    print(len(V), 'relative error', float(err.sum() / (W ** 2).sum()))
class Split:
    """The pieces of a text, the longest from the left."""
    def __init__(self, V): self.ids = {w: i for i, w in enumerate(V)}; self.longest = max(map(len, V)); self.known = {}
    def pieces(self, w):
        if w in self.known: return self.known[w]
        out = []; at = 0
        if w in self.ids: out = [self.ids[w]]; at = len(w)
        while at < len(w):
            for end in range(min(len(w), at + self.longest), at, -1):
                k = self.ids.get(w[at:end] if at == 0 else '##' + w[at:end])
                if k is None and at > 0 and end - at >= 3: k = self.ids.get(w[at:end])
                if k is not None: out.append(k); at = end; break
            else: at += 1
        if len(self.known) < 600_000: self.known[w] = out
        return out
    def encode(self, t, most): return [k for w in words(t) for k in self.pieces(w)][:most]
