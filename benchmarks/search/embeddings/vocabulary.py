"""Chooses the pieces of words: python3 vocabulary.py WORK SIZE. Whole words by frequency, and for the others beginnings and continuations (##)."""
import collections, json, random, sys
from fold import words
WORK, SIZE = sys.argv[1], int(sys.argv[2]); random.seed(3)
counts = {l: collections.Counter() for l in ('en', 'de', 'fr', 'es', 'ja')}
for _, line in zip(range(130_000), open(WORK + '/texts.jsonl')):
    x = json.loads(line); counts['en'].update(words(x['text']))
    for l, t in x['others'].items(): counts[l].update(words(t))
for line in open(WORK + '/docs.jsonl'):
    if random.random() > .3: continue
    d = json.loads(line)
    for h, t in d['blocks'][:12]: counts[d['language']].update(words(h + ' ' + t[:300]))
total = collections.Counter()
for l, c in counts.items():
    f = 3e6 / max(1, sum(c.values())) * (2 if l == 'en' else 1)
    for w, k in c.items():
        if len(w) <= 24 and k >= 2: total[w] += max(1, round(k * f))
ranked = sorted(total, key=lambda w: -total[w]); whole = ranked[:int(SIZE * .78)]; rest = ranked[len(whole):]
signs = collections.Counter(); begin = collections.Counter(); more = collections.Counter()
for w in ranked:
    for c in w: signs[c] += total[w]
for w in rest:
    k = total[w]
    for n in range(2, min(len(w), 9)): begin[w[:n]] += k * n
    for n in range(1, min(len(w), 9)): more['##' + w[-n:]] += k * n
    for a in range(2, len(w) - 3):
        for n in (3, 4, 5): more['##' + w[a:a + n]] += k * n / 3
chars = [c for c, _ in signs.most_common(2200)]
out = dict.fromkeys(whole); out.update(dict.fromkeys(chars)); out.update(dict.fromkeys('##' + c for c in chars[:900]))
left = SIZE - len(out); b = [w for w, _ in begin.most_common(40000) if w not in out]; m = [w for w, _ in more.most_common(40000) if w not in out]
for x, y in zip(b, m):
    if len(out) >= SIZE - 1: break
    out[x] = None; out[y] = None
json.dump(list(out), open(WORK + '/vocabulary.json', 'w'), ensure_ascii=False); print(len(ranked), len(whole), len(out), list(out)[20000:20010], list(out)[-10:])
