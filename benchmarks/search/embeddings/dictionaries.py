"""Aligns words of other languages with the English words of dictionaries: python3 dictionaries.py WORK DICTIONARIES.

Reads fit.npz and vocabulary.json, and the unpacked packages dict-freedict-{deu,fra,spa}-eng and edict in DICTIONARIES; writes aligned.npz and
aligned.json. How frequent words are is read from the package wordfreq.
"""
import collections, gzip, json, re, sys, numpy as np, Stemmer, wordfreq
import train
from fold import fold, words
WORK, DICT = sys.argv[1:3]; K, NEW, SHARE = 60.0, 4000, {'en': .5, 'de': .2, 'fr': .2, 'es': .2, 'ja': .2}
z = np.load(WORK + '/fit.npz'); W, w, cnt, V = z['W'], z['w'], z['cnt'].astype(float), json.load(open(WORK + '/vocabulary.json')); ID = {x: i for i, x in enumerate(V)}
W = W - (W * cnt[:, None]).sum(0) / cnt.sum()
tables = {l: wordfreq.get_frequency_dict(l, 'small' if l == 'ja' else 'best') for l in SHARE}
freq = {l: collections.defaultdict(float) for l in SHARE}
for l, t in tables.items():
    for x, f in t.items():
        for y in words(x)[:1]: freq[l][y] += f
def freedict(name):
    head = None
    for line in gzip.open(f'{DICT}/usr/share/dictd/freedict-{name}-eng.dict.dz', 'rt', errors='replace'):
        m = re.match(r'(\S[^/<\[]*?) /[^/]*/', line)
        if m: head = m[1]
        elif not line.strip(): head = None
        elif head and not line[0].isspace(): yield head, re.sub(r'<[^>]*>|\[[^\]]*\]|\{[^}]*\}|^\d+\.\s*', ' ', line).split(',')
def edict():
    for line in open(DICT + '/usr/share/edict/edict', encoding='euc-jp', errors='replace'):
        m = re.match(r'(\S+)(?: \[[^\]]*\])? /(.*)/', line)
        if m: yield m[1], [re.sub(r'\([^)]*\)', ' ', g) for g in m[2].split('/')[:4]]
def gloss(text):
    ids = [i for x in words(text)[:5] if x not in ('to', 'a', 'an', 'the', 'of', 'be', 'sth', 'so', 'sb') for i in train.pieces(x)]
    if not ids: return None
    q = w[ids]; return (W[ids] * q[:, None]).sum(0) / q.sum()
train.ID = ID; train.LONGEST = max(map(len, V)); train.cache = {}
def entries(lang, source):
    """Words of one run, and the vectors of what they mean, the first meanings most."""
    out = collections.defaultdict(list)
    for head, glosses in source:
        run = words(re.sub(r'\([^)]*\)', '', head))
        if lang == 'ja' and len(run) == 2 and len(run[0]) <= 2: run = run[:1]
        if len(run) != 1 or len(out[run[0]]) >= 6: continue
        out[run[0]] += [g for g in glosses if 1 <= len(g.split()) <= 6][:6 - len(out[run[0]])]
    return out
added, vectors, counts, weights = [], [], [], []; blended = 0; total = cnt.sum()
stop = {}
for lang, source in (('de', freedict('deu')), ('fr', freedict('fra')), ('es', freedict('spa')), ('ja', edict())):
    known = entries(lang, source); stem = Stemmer.Stemmer({'de': 'german', 'fr': 'french', 'es': 'spanish'}[lang]).stemWord if lang != 'ja' else lambda x: x
    byStem = collections.defaultdict(list)
    for x, g in known.items(): byStem[stem(x)] += g[:3]
    ranked = sorted(freq[lang], key=lambda x: -freq[lang][x])[:40000]; new = 0
    for x in dict.fromkeys(ranked + [x for x in known if x in ID]):
        if freq['en'].get(x, 0) * 2 > freq[lang].get(x, 0) or len(x) < (1 if lang == 'ja' else 3): continue
        g = known.get(x) or byStem.get(stem(x))
        if not g: continue
        v = [(1 / (1 + n / 2), y) for n, y in enumerate(map(gloss, g[:6])) if y is not None]
        if not v: continue
        v = sum(a * y for a, y in v) / sum(a for a, _ in v)
        i = ID.get(x)
        if i is not None: W[i] = (cnt[i] * W[i] + K * v) / (cnt[i] + K); blended += 1
        elif new < NEW and freq[lang][x] > 0:
            new += 1; added.append(x); vectors.append(v); p = freq[lang][x] * SHARE[lang]; counts.append(p * total); weights.append(1e-3 / (1e-3 + p))
    print(lang, len(known), blended, new, added[-3:], flush=True)
# words that are frequent in general say little, however rare they are in manuals
for i, x in enumerate(V):
    if freq['en'].get(x, 0) * 2 > max(freq[l].get(x, 0) for l in SHARE): continue
    p = max(SHARE[l] * freq[l].get(x, 0) for l in SHARE)
    if p > 0: w[i] = min(w[i], 1e-3 / (1e-3 + p))
np.savez(WORK + '/aligned.npz', W=np.concatenate([W, np.array(vectors, np.float32)]), w=np.concatenate([w, np.array(weights, np.float32)]), cnt=np.concatenate([cnt, np.array(counts)]))
json.dump(V + added, open(WORK + '/aligned.json', 'w'), ensure_ascii=False); print(len(V), len(added))
