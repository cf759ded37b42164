"""The teacher reads the texts of texts.jsonl: python3 teach.py WORK. Appends to teach.f16 what it made, in their order; goes on where it stopped."""
import json, os, sys, time, numpy as np
from teacher import tokenizer, session, encode
WORK = sys.argv[1]; tk = tokenizer(); s = session(1)
T = [json.loads(l)['text'] for l in open(WORK + '/texts.jsonl')]
path = WORK + '/teach.f16'; done = os.path.getsize(path) // 768 if os.path.exists(path) else 0
step = 4096; t = time.time()
with open(path, 'ab') as f:
    while done < len(T):
        part = T[done:done + step]; order = sorted(range(len(part)), key=lambda i: len(part[i]))
        y = encode(s, tk, [part[i] for i in order]); z = np.zeros_like(y); z[order] = y
        f.write(z.astype(np.float16).tobytes()); f.flush(); done += len(part); print(done, round(time.time() - t), round(time.process_time()), flush=True)
