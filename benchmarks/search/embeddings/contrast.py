"""Draws the vectors of pairs of texts together, apart from those of other pairs: python3 contrast.py WORK TABLE STEPS OUT. OUT is the mean of TABLE and of what came of it.

Words that a text shares with its title are mostly left out of it, so that what is learned is what other words it has: equal words are found without vectors.
"""
import collections, pickle, random, sys, time, numpy as np, scipy.sparse as sp
import table
WORK, TABLE, STEPS, OUT = sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4]
TEMPERATURE, RATE, LEFT_OUT, BATCH, FROM_ONE, PULL = .07, 3e-3, .7, 512, 128, .2
SHARES = {'syn': 4, 'doc': 3, 'desc': 2, 'cross': 2, 'po': 2, 'par': 2, 'gloss': 1}
random.seed(1); rng = np.random.default_rng(1)
V, E = table.read(TABLE); E /= np.linalg.norm(E, axis=1).mean(); E0 = E.copy(); M = np.zeros_like(E); N = np.zeros_like(E)
groups = pickle.load(open(WORK + '/pairs.pkl', 'rb')); kinds = [k for k in SHARES if k in groups]; share = np.array([SHARES[k] for k in kinds]) / sum(SHARES[k] for k in kinds)
weights = {k: np.array([min(len(x), 3000) ** .7 for x in v]) for k, v in groups.items()}; weights = {k: w / w.sum() for k, w in weights.items()}
def batch():
    """Many of one package: pages of one manual are to be told apart."""
    k = kinds[rng.choice(len(kinds), p=share)]; out = []
    while len(out) < BATCH:
        pool = groups[k][rng.choice(len(groups[k]), p=weights[k])]; out += random.sample(pool, min(len(pool), BATCH - len(out), FROM_ONE))
    return k, out
def matrix(rows, ix, at):
    ip = np.cumsum([0] + [len(r) for r in rows]); part = ix[at:at + ip[-1]]
    return sp.csr_matrix((np.ones(len(part), np.float32), part, ip), shape=(len(rows), ix.max() + 1)), at + ip[-1]
def unit(X): n = np.linalg.norm(X, axis=1, keepdims=True) + 1e-6; return X / n, n
t0 = time.time(); loss = 0
for t in range(1, STEPS + 1):
    k, pairs = batch(); q = []; p = []
    for a, b in pairs:
        if k in ('doc', 'desc', 'syn'):
            own = set(a); left = [x for x in b if x not in own or random.random() > LEFT_OUT]
            if len(left) >= 3: b = left
        q.append(a); p.append(b)
    u, ix = np.unique(np.concatenate([np.array(r) for r in q + p]), return_inverse=True)
    Xq, at = matrix(q, ix, 0); Xp, _ = matrix(p, ix, at); Eu = E[u]; Q, nq = unit(Xq @ Eu); P, np_ = unit(Xp @ Eu); Z = Q @ P.T / TEMPERATURE
    same = collections.defaultdict(list)
    for i, x in enumerate(p): same[tuple(x)].append(i)
    for places in same.values():
        for i in places: Z[i, [j for j in places if j != i]] = -50
    e = np.exp(Z - Z.max(1, keepdims=True)); s1 = e / e.sum(1, keepdims=True); e = np.exp(Z - Z.max(0, keepdims=True)); s2 = e / e.sum(0, keepdims=True)
    loss += -np.log(np.diag(s1) + 1e-9).mean(); D = (s1 + s2) / 2; D[np.arange(len(q)), np.arange(len(q))] -= 1; D /= len(q) * TEMPERATURE
    dQ = D @ P; dP = D.T @ Q; dQ = (dQ - Q * (dQ * Q).sum(1, keepdims=True)) / nq; dP = (dP - P * (dP * P).sum(1, keepdims=True)) / np_
    G = Xq.T @ dQ + Xp.T @ dP; M[u] = .9 * M[u] + .1 * G; N[u] = .99 * N[u] + .01 * G * G; rate = RATE * (1 - t / STEPS)
    E[u] = Eu - rate * M[u] / (np.sqrt(N[u]) + 1e-8) - rate * PULL * (Eu - E0[u])
    if t % 200 == 0: print(t, round(time.time() - t0), 'loss', round(loss / 500, 3), flush=True); loss = 0
table.write(OUT, V, (E0 + E) / 2)
