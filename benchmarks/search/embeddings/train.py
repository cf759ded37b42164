"""Makes the table: python3 train.py WORK. Reads vocabulary.json, texts.jsonl and teach.f16; writes table.npz (float) and prints what it fits."""
import json, os, random, sys, time
import numpy as np, scipy.sparse as sp
from fold import words
WORK = sys.argv[1]; DIM = 256; random.seed(5)
V = json.load(open(WORK + '/vocabulary.json')); ID = {w: i for i, w in enumerate(V)}
LONGEST = max(map(len, V)); cache = {}
def pieces(w):
    """The longest pieces from the left; signs that are in no piece are left out."""
    if w in cache: return cache[w]
    out = []; at = 0
    while at < len(w):
        for end in range(min(len(w), at + LONGEST), at, -1):
            k = ID.get(w[at:end] if at == 0 else '##' + w[at:end])
            if k is None and at > 0 and end - at >= 3: k = ID.get(w[at:end])
            if k is not None: out.append(k); at = end; break
        else: at += 1
    if len(cache) < 400_000: cache[w] = out
    return out
def encode(t, most=160):
    out = []
    for w in words(t): out += pieces(w)
    return out[:most]
t0 = time.time(); log = lambda *a: print(round(time.time() - t0), round(time.process_time()), *a, flush=True)
if __name__ == '__main__':
    n = os.path.getsize(WORK + '/teach.f16') // 768; Y = np.fromfile(WORK + '/teach.f16', np.float16, n * 384).reshape(n, 384).astype(np.float32)
    texts = [json.loads(l) for _, l in zip(range(n), open(WORK + '/texts.jsonl'))]
    mean = Y.mean(0); _, _, R = np.linalg.svd(Y[:20000] - mean, full_matrices=False); P = R[:DIM].T
    Y = Y @ P; Y /= np.linalg.norm(Y, axis=1, keepdims=True); log('teacher', Y.shape)
    rows, target, weight = [], [], []
    for i, x in enumerate(texts):
        rows.append(encode(x['text'])); target.append(i); weight.append(1.0)
        for l, o in x['others'].items(): rows.append(encode(o)); target.append(i); weight.append(.7)
    log('rows', len(rows), 'pieces', sum(map(len, rows)))
    cnt = np.bincount(np.concatenate([np.array(r, int) for r in rows]), minlength=len(V)); p = (cnt + .5) / cnt.sum(); a = 1e-3; w = (a / (a + p)).astype(np.float32)
    ip = [0]; ix = []; dt = []
    for r, q in zip(rows, weight):
        if r:
            ww = w[r]; ww = ww / ww.sum() * q; ix += r; dt += ww.tolist()
        ip.append(len(ix))
    X = sp.csr_matrix((np.array(dt, np.float32), np.array(ix, np.int32), np.array(ip, np.int32)), shape=(len(rows), len(V))); X.sum_duplicates(); XT = X.T.tocsr()
    T = Y[target] * np.array(weight, np.float32)[:, None]
    # first guess: the mean of the texts that hold the token
    W = XT @ T; W /= np.asarray(XT.sum(1)) + 1e-6; lam = .05
    B = XT @ T + lam * W * .5; A = lambda M: XT @ (X @ M) + lam * M
    Rr = B - A(W); Pd = Rr.copy(); rs = (Rr * Rr).sum(0); log('begun')
    for k in range(int(sys.argv[2]) if len(sys.argv) > 2 else 25):
        AP = A(Pd); al = rs / ((Pd * AP).sum(0) + 1e-12); W += Pd * al; Rr -= AP * al; rn = (Rr * Rr).sum(0); Pd = Rr + Pd * (rn / (rs + 1e-12)); rs = rn
        if k % 5 == 0: log(k, float(rs.sum()))
    E = X @ W; E /= np.linalg.norm(E, axis=1, keepdims=True) + 1e-9; log('cosine to the teacher', float((E * Y[target]).sum(1).mean()))
    np.savez(WORK + '/fit.npz', W=W.astype(np.float32), w=w, cnt=cnt)
