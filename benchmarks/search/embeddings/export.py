"""Writes the table as src/page-index/vectors/table.ts reads it: python3 export.py WORK SOURCE.npz FILE."""
import json, struct, sys, numpy as np
WORK, SRC, OUT = sys.argv[1:4]; z = np.load(f'{WORK}/{SRC}.npz'); V = json.load(open(f'{WORK}/{SRC}.json')); W, w = z['W'], z['w']
# pieces of no text say nothing; the rarest make room
order = sorted(np.flatnonzero(z['cnt'] > 0), key=lambda i: -z['cnt'][i]); size = np.cumsum([136 + len(V[i].encode()) + 1 for i in order]); kept = np.sort(np.array(order)[size <= 7_950_000])
cnt = z['cnt'][kept]; W, w, V = W[kept], w[kept], [V[i] for i in kept]
mu = (W * cnt[:, None]).sum(0) / cnt.sum(); W = W - mu
# any rotation leaves the cosines; a random one spreads what a vector says over its signs
W = W @ np.linalg.qr(np.random.default_rng(1).normal(size=(256, 256)))[0].astype(np.float32)
best = np.zeros(len(W), np.float32); err = np.full(len(W), np.inf)
for c in np.linspace(.45, 1, 12):
    s = (np.abs(W).max(1) * c / 7 + 1e-9).astype(np.float32); q = np.clip(np.round(W / s[:, None]), -8, 7); e = ((q * s[:, None] - W) ** 2).sum(1)
    m = e < err; best[m] = s[m]; err[m] = e[m]
q = np.clip(np.round(W / best[:, None]), -8, 7).astype(np.int8) + 8
text = '\n'.join(V).encode()
with open(OUT, 'wb') as f:
    f.write(struct.pack('<I', len(text)) + text + np.stack([best, w.astype(np.float32)], 1).astype('<f4').tobytes() + (q[:, ::2] | q[:, 1::2] << 4).astype(np.uint8).tobytes())
print(len(V), 'relative error', float(err.sum() / (W ** 2).sum()))
