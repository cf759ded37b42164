"""Reads unpacked Debian packages into documents: python3 collect.py DEBS WORK > the files docs.jsonl and pairs.jsonl in WORK.

docs.jsonl: {"package", "language", "title", "blocks": [[heading, paragraph], ...]}
pairs.jsonl: {"language", "english", "other"}: a text and its translation (message catalogues, package descriptions, dictionaries).
"""
import glob, gzip, html, json, os, random, re, subprocess, sys, tempfile
from lxml import html as H
DEBS, WORK = sys.argv[1], sys.argv[2]
LANGS = ('de', 'fr', 'es', 'ja')
HELD_OUT = {'postgresql-doc-15', 'git-doc', 'apache2-doc', 'python3.11-doc', 'python-django-doc', 'debian-handbook', 'sqlite3-doc', 'postfix-doc', 'gimp-help-en'}
PER_PACKAGE = 500
random.seed(7)

def clean(text): return re.sub(r'\s+', ' ', text).strip()

def read_html(data):
    try: tree = H.fromstring(data)
    except Exception: return None
    for bad in tree.xpath('//script|//style|//nav|//header|//footer|//pre|//*[@class="headerlink"]|//*[contains(@class,"nav") or contains(@class,"sphinxsidebar") or contains(@class,"related")]'):
        if bad.getparent() is not None: bad.drop_tree()
    title = clean(''.join(tree.xpath('//title[1]//text()'))); heading = ''; blocks = []
    for el in tree.iter('h1', 'h2', 'h3', 'h4', 'h5', 'p', 'dd', 'li'):
        if el.tag in ('dd', 'li') and el.find('.//p') is not None: continue
        text = clean(el.text_content())
        if el.tag[0] == 'h': heading = text[:200]
        elif len(text) >= 30: blocks.append([heading, text[:1500]])
    return title, blocks

def read_man(data):
    text = data.decode('utf-8', 'replace'); blocks = []; heading = ''; para = []; title = ''
    def end():
        t = clean(' '.join(para)); para.clear()
        if len(t) >= 30 and heading.upper() not in ('SYNOPSIS', 'AUTHOR', 'COPYRIGHT', 'SEE ALSO', 'AUTHORS'): blocks.append([heading, t[:1500]])
    skip = False
    for line in text.split('\n'):
        m = re.match(r'\.(?:SH|SS|Sh|Ss)\s+"?(.*?)"?\s*$', line)
        if m: end(); heading = clean(re.sub(r'\\f.|\\', '', m[1])); continue
        if re.match(r'\.(?:nf|EX)', line): skip = True
        if re.match(r'\.(?:fi|EE)', line): skip = False; continue
        if skip: continue
        if re.match(r"\.(?:P|PP|LP|TP|IP|sp|Pp|br|RS|RE|It|TQ|HP)\b", line): end(); continue
        if line.startswith(("'", '.\\"')): continue
        if line.startswith('.'):
            m = re.match(r'\.(?:B|I|BR|IR|BI|RB|RI|SM|SB|Nm|Ar|Fl|Nd|Em|Xr|Pa|Cm|Dq|Ql|Va|IB)\s+(.*)', line)
            if not m: continue
            line = m[1].replace('"', '')
        line = re.sub(r'\\f(?:\[[^\]]*\]|\(..|.)|\\&|\\%|\\\||\\/|\\,', '', line); line = re.sub(r'\\\((?:aq|cq)', "'", line); line = re.sub(r'\\-', '-', line); line = re.sub(r'\\\((?:lq|rq|dq)', '"', line); line = re.sub(r'\\.', '', line)
        para.append(line)
    end()
    for h, t in blocks[:1]: title = t[:150]
    return title, blocks

def read_mallard(data):
    data = re.sub(rb'<\?xml[^>]*\?>', b'', data)
    try: tree = H.fromstring(data)
    except Exception: return None
    title = ''; heading = ''; blocks = []
    for el in tree.iter('title', 'p'):
        text = clean(el.text_content())
        if el.tag == 'title': heading = text[:200]; title = title or heading
        elif len(text) >= 25: blocks.append([heading, text[:1500]])
    return title, blocks

def read_mo(path):
    import gettext
    try: c = gettext.GNUTranslations(open(path, 'rb'))._catalog
    except Exception: return
    for k, v in c.items():
        if isinstance(k, tuple): k = k[0]
        if isinstance(k, str) and isinstance(v, str) and v and k and k != v: yield k.split('\x04')[-1], v

def plain(t): return clean(re.sub(r'<[^>]{1,80}>|[_&](?=\w)|%[\d$.\-*]*[a-z]+|\{\w*\}', ' ', t))

def language_of(path):
    for l in LANGS:
        if re.search(rf'(?:/|[-_.]){l}(?:[_-][A-Z]{{2}})?(?:[./]|$)', path): return l
    m = re.search(r'/(?:C|en|en[-_]US|html)/', path)
    o = re.search(r'/(?:locale|man|help)/([a-z]{2,3})(?:[_@-]\w+)?/', path)
    if o and o[1] != 'en' and not re.match(r'man\d', o[1]): return None
    return 'en'

import hashlib
def order(f): return hashlib.md5(re.sub(r'(?<=/)(?:de|fr|es|ja|C|en|en-US)/|[-_.](?:de|fr|es|ja|en)(?=\.)', '', f.split('/usr/')[-1]).encode()).digest()
docs = open(WORK + '/docs.jsonl', 'w'); pairs = open(WORK + '/pairs.jsonl', 'w'); n = 0
for deb in sorted(glob.glob(DEBS + '/*.deb')):
    package = os.path.basename(deb).split('_')[0]
    if package in HELD_OUT: continue
    with tempfile.TemporaryDirectory(dir=WORK) as d:
        p = subprocess.Popen(['dpkg-deb', '--fsys-tarfile', deb], stdout=subprocess.PIPE)
        subprocess.run(['tar', '-x', '-C', d, '--no-same-owner', '--wildcards', '*.html*', '*.htm*', '*/man/*', '*.mo', '*.page', '*.txt.gz', '*.dict*', '*.index', '*/help/*'], stdin=p.stdout, stderr=subprocess.DEVNULL)
        files = [os.path.join(r, f) for r, _, fs in os.walk(d) for f in fs]; count = {}
        for f in sorted(files, key=order) :
            rel = f[len(d):]
            try:
                if rel.endswith('.mo'):
                    m = re.search(r'/locale/([a-z]{2})(?:_[A-Z]{2})?/', rel)
                    if m and m[1] in LANGS and rel.split('/locale/')[1].split('/')[0] in (m[1], m[1] + '_' + m[1].upper(), 'ja_JP'):
                        for a, b in read_mo(f):
                            a, b = plain(a), plain(b)
                            if 6 <= len(a) <= 400 and ' ' in a: pairs.write(json.dumps({'language': m[1], 'english': a, 'other': b}, ensure_ascii=False) + '\n')
                    continue
                lang = language_of(rel)
                if lang is None or count.get(lang, 0) >= PER_PACKAGE or os.path.islink(f) or os.path.getsize(f) > 3_000_000: continue
                data = open(f, 'rb').read()
                if data[:2] == b'\x1f\x8b': data = gzip.decompress(data)
                if re.search(r'\.html?(?:\.gz)?(?:\.[a-z]{2})?$', rel): r = read_html(data)
                elif '/man/' in rel: r = read_man(data)
                elif rel.endswith('.page'): r = read_mallard(data)
                else: continue
            except Exception as e: continue
            if not r or len(r[1]) < 2: continue
            count[lang] = count.get(lang, 0) + 1
            docs.write(json.dumps({'package': package, 'language': lang, 'title': r[0], 'file': rel, 'blocks': r[1][:400]}, ensure_ascii=False) + '\n'); n += 1
    print(package, count, n, flush=True)
