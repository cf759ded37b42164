"""The spelling of words as src/page-index/fold.ts makes it, and runs of scripts without spaces apart."""
import regex, unicodedata
MARKS = regex.compile(r'(?<=[\p{Script=Latin}\p{Script=Greek}])\p{M}+')
SIGNS = regex.compile(r'[^\p{L}\p{N}\p{M}]+')
RUNS = regex.compile(r'\p{Script=Han}+|\p{Script=Hiragana}+|[\p{Script=Katakana}ー]+|\p{Script=Thai}+|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー])[\p{L}\p{N}\p{M}])+')
def fold(text):
    if not text.isascii():
        text = unicodedata.normalize('NFC', MARKS.sub('', unicodedata.normalize('NFKD', text)))
    return SIGNS.sub(' ', text.lower()).strip()
def words(text): return RUNS.findall(fold(text))
