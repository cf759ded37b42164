"""Chooses what the teacher reads: python3 texts.py WORK LISTS. texts.jsonl: {"text", "kind", "others": {language: text}}, any beginning of it balanced."""
import collections, glob, json, random, re, subprocess, sys
WORK, LISTS = sys.argv[1], sys.argv[2]
random.seed(11)
clean = lambda t: re.sub(r'\s+', ' ', t).strip()
EN = set('the of and to a in is that for with this are be as on you can or it by an not from'.split())
def english(t):
    w = re.findall(r'[a-z]+', t.lower()); return len(w) >= 4 and sum(x in EN for x in w) / len(w) > .12
def descriptions(lang):
    out = {}
    for f in glob.glob(f'{LISTS}/*_main_i18n_Translation-{lang}.lz4'):
        data = subprocess.run(['lz4', '-dc', f], stdout=subprocess.PIPE).stdout.decode('utf-8', 'replace')
        for block in data.split('\n\n'):
            m = re.search(r'^Description-md5: (\w+)', block, re.M); d = re.search(rf'^Description-{lang}: (.*)((?:\n .*)*)', block, re.M)
            if m and d: out[m[1]] = (clean(d[1]), [clean(p) for p in re.split(r'\n \.\n', d[2]) if clean(p)])
    return out
groups = collections.defaultdict(list)
en = descriptions('en'); tr = {l: descriptions(l) for l in ('de', 'fr', 'es', 'ja')}
print(len(en), {l: len(x) for l, x in tr.items()})
drop = re.compile(r'This package (contains|provides)|dummy|transitional|shared librar', re.I)
for k, (short, long) in en.items():
    others = {l: x[k] for l, x in tr.items() if k in x}
    o = {l: v[0] for l, v in others.items() if v[0] != short}
    if not re.search(r'postgresql|apache|git\b|django', short, re.I):
        groups['short' if o else 'short0'].append({'text': short, 'others': o})
        for i, p in enumerate(long[:3]):
            if len(p) < 60 or drop.search(p): continue
            o = {l: v[1][i] for l, v in others.items() if len(v[1]) == len(long)}
            groups['para' if o else 'para0'].append({'text': p[:500], 'others': {l: t[:700] for l, t in o.items()}})
po = collections.defaultdict(dict)
for line in open(WORK + '/pairs.jsonl'):
    p = json.loads(line)
    if len(p['english']) >= 12: po[p['english']][p['language']] = p['other']
for e, o in po.items(): groups['po'].append({'text': e, 'others': o})
seen = set()
for line in open(WORK + '/docs.jsonl'):
    d = json.loads(line)
    if d['language'] != 'en' or not english(' '.join(t for _, t in d['blocks'][:6])): continue
    bl = d['blocks']; random.shuffle(bl)
    heads = {h for h, _ in bl if 8 <= len(h) <= 90} | {d['title'][:90]}
    for h in list(heads)[:4]:
        if h not in seen: seen.add(h); groups['head'].append({'text': h, 'others': {}})
    for h, t in bl[:14]:
        if t in seen: continue
        seen.add(t)
        if 120 <= len(t) and random.random() < .5: groups['passage'].append({'text': ((h + '. ') if h else '') + t[:380], 'others': {}})
        else:
            for s in re.split(r'(?<=[.!?])\s+', t)[:3]:
                if 25 <= len(s) <= 220: groups['sentence'].append({'text': s, 'others': {}})
for f in glob.glob(WORK + '/web/*.json'):
    t = (json.load(open(f)).get('ground_truth') or {}).get('main_content') or ''
    for s in re.split(r'(?<=[.!?])\s+|\n+', t):
        s = s.strip()
        if 20 <= len(s) <= 260: groups['web'].append({'text': s, 'others': {}})
share = {'short': 3, 'short0': 1, 'para': 1, 'para0': .4, 'po': 4, 'head': 1.5, 'passage': 1.4, 'sentence': 3, 'web': 3}
for k, g in groups.items(): random.shuffle(g); print(k, len(g))
out = []; used = set()
for k, g in groups.items():
    for i, x in enumerate(g): out.append(((i + random.random()) / share[k], k, x))
out.sort(key=lambda x: x[0]); n = 0
with open(WORK + '/texts.jsonl', 'w') as f:
    for _, k, x in out:
        if x['text'] in used: continue
        used.add(x['text']); f.write(json.dumps({'kind': k, **x}, ensure_ascii=False) + '\n'); n += 1
        if n >= 400_000: break
print(n)
