"""Answers each line, an HTML page as a JSON string, with its main text as a JSON string."""

import json
import sys

import trafilatura

for line in sys.stdin:
    text = trafilatura.extract(json.loads(line)) or ""
    print(json.dumps(text), flush=True)
