"""Chooses pairs of texts that speak of the same: python3 pairs.py WORK LISTS TABLE WORDNET (folder of its data files). pairs.pkl: {kind: [[(pieces, pieces), ...] of each package or language]}."""
import collections, glob, json, pickle, random, re, subprocess, sys
import table
WORK, LISTS, TABLE, WORDNET = sys.argv[1:5]; random.seed(11)
S = table.Split(table.read(TABLE)[0]); enc = lambda t: S.encode(t, 120)
clean = lambda t: re.sub(r'\s+', ' ', t).strip()
groups = collections.defaultdict(lambda: collections.defaultdict(list))
def add(kind, pool, a, b):
    a, b = enc(a), enc(b)
    if len(a) >= 2 and len(b) >= 3 and a != b: groups[kind][pool].append((a, b))
# words that mean the same in one of the two most frequent senses of a word
def synonyms():
    sets = {}; out = {}
    for pos in ('noun', 'verb', 'adj', 'adv'):
        for line in open(f'{WORDNET}/data.{pos}'):
            if line[0] == ' ': continue
            x = line.split(' | ', 1)[0].split(); sets[pos, x[0]] = [w.replace('_', ' ').split('(')[0] for w in x[4:4 + 2 * int(x[3], 16):2]]
        for line in open(f'{WORDNET}/index.{pos}'):
            if line[0] == ' ': continue
            x = line.split(); k = int(x[2])
            for at in x[-k:][:2]:
                for w in sets[pos, at]:
                    if w.lower() != x[0].replace('_', ' ') and not re.search(r'\d|[A-Z]', w): out.setdefault(x[0], set()).add(w)
    return {w: sorted(s) for w, s in out.items()}
SYN = synonyms(); print('words with synonyms', len(SYN))
def reword(t):
    out = []; n = 0
    for w in t.lower().split():
        base = next((b for b in (w, w[:-1] if w.endswith('s') else w, w[:-2] if w.endswith(('es', 'ed')) else w, w[:-3] if w.endswith('ing') else w) if b in SYN), None)
        if base and len(w) > 2 and random.random() < .6: out.append(random.choice(SYN[base])); n += 1
        else: out.append(w)
    return ' '.join(out) if n else None
def descriptions(lang):
    out = {}
    for f in glob.glob(f'{LISTS}/*_main_i18n_Translation-{lang}*'):
        data = subprocess.run(['lz4', '-dc', f] if f.endswith('.lz4') else ['cat', f], stdout=subprocess.PIPE).stdout.decode('utf-8', 'replace')
        for block in data.split('\n\n'):
            m = re.search(r'^Description-md5: (\w+)', block, re.M); d = re.search(rf'^Description-{lang}: (.*)((?:\n .*)*)', block, re.M)
            if m and d: out[m[1]] = (clean(d[1]), [clean(p) for p in re.split(r'\n \.\n', d[2]) if clean(p)])
    return out
en = descriptions('en'); tr = {l: descriptions(l) for l in ('de', 'fr', 'es', 'ja')}; print(len(en), {l: len(x) for l, x in tr.items()})
for k, (short, long) in en.items():
    if re.search(r'transitional|dummy|debug symbols|metapackage', short, re.I): continue
    paras = [p for p in long[:3] if len(p) > 50 and not re.match(r'This package (contains|provides)', p)]
    for p in paras[:2]:
        add('desc', 'en', short, p[:500])
        if r := reword(short): add('syn', 'descriptions', r, p[:500])
    for l, x in tr.items():
        if k not in x: continue
        s2, l2 = x[k]
        if s2 != short: add('cross', l, s2, short)
        if len(l2) == len(long):
            for i, p in enumerate(long[:3]):
                if l2[i] != p and len(p) > 40: add('cross', l, l2[i][:500], p[:500])
                if l2[i] != p and i == 0: add('desc', l, s2, l2[i][:500]); add('cross', l, s2, p[:500]); add('cross', l, short, l2[i][:500])
seen = set()
for line in open(WORK + '/pairs.jsonl'):
    p = json.loads(line)
    if len(p['english']) < 12 or (p['language'], p['english']) in seen: continue
    seen.add((p['language'], p['english'])); add('po', p['language'], p['other'], p['english'])
docs = collections.defaultdict(dict)
for line in open(WORK + '/docs.jsonl'):
    d = json.loads(line); l = d['language']; pool = d['package'] + l; title = d['title'][:120]
    f = re.sub(r'-(?:de|fr|es|ja|en-us|en)$', '', d['package']) + re.sub(r'(?<=/)(?:de|fr|es|ja|C|en|en-US)(?=/)|[-_.](?:de|fr|es|ja|en)(?=\.)', '', d['file']); f = re.sub(r'/+', '/', f[f.index('/usr'):] if '/man/' in f else f); docs[f][l] = d['blocks']
    bl = [b for b in d['blocks'] if len(b[1]) >= 60]; random.shuffle(bl)
    for h, t in bl[:10]:
        name = h if not title or h == title or random.random() < .6 else title + ' ' + h
        if len(name) >= 8 and l == 'en' and (r := reword(h if len(h) >= 8 else name)): add('syn', pool, r, t[:450] if random.random() < .5 else title + '. ' + t[:450])
        if len(name) >= 8: add('doc', pool, name, t[:450] if random.random() < .5 else title + '. ' + t[:450])
        ss = re.split(r'(?<=[.!?。])\s*', t)
        if len(ss) >= 2 and len(t) > 200:
            i = random.randrange(len(ss))
            if 25 <= len(ss[i]) <= 200 and l == 'en' and (r := reword(ss[i])): add('syn', pool, r, (title + '. ' + h + '. ' + ' '.join(ss[:i] + ss[i + 1:]))[:500])
            if 25 <= len(ss[i]) <= 200: add('doc', pool, ss[i], (title + '. ' + h + '. ' + ' '.join(ss[:i] + ss[i + 1:]))[:500])
n = 0
for f, by in docs.items():
    if 'en' not in by: continue
    for l, bl in by.items():
        if l == 'en': continue
        e = by['en']
        if len(e) != len(bl): continue
        for (h1, t1), (h2, t2) in zip(e, bl):
            if t1 == t2 or not .4 < len(t2) * (2.2 if l == 'ja' else 1) / len(t1) < 2.5: continue
            add('par', l, t2[:450], t1[:450]); n += 1
            if h1 != h2 and random.random() < .3: add('par', l, h2, h1); add('par', l, h2, h1 + '. ' + t1[:300])
print('aligned', n)
# words of one meaning, and what they mean
for f in glob.glob(WORDNET + '/data.*'):
    for line in open(f):
        if line[0] == ' ': continue
        left, gloss = line.split(' | ', 1); x = left.split(); k = int(x[3], 16); names = [w.replace('_', ' ') for w in x[4:4 + 2 * k:2]]
        if any(re.search(r'\d|[A-Z]', w) for w in names): continue
        parts = gloss.strip().split('; "'); add('gloss', 'en', ' '.join(names), parts[0][:300])
        for e in parts[1:2]: add('gloss', 'en', parts[0][:200], e)
out = {k: [x for x in v.values() if len(x) >= 40] for k, v in groups.items()}
print({k: (len(v), sum(map(len, v))) for k, v in out.items()}); pickle.dump(out, open(WORK + '/pairs.pkl', 'wb'))
