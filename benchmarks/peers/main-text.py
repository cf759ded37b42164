"""Answers each line, an HTML page as a JSON string, with its main text as a JSON string: `main-text.py trafilatura|rs_trafilatura`."""

import json
import sys

if sys.argv[1] == "trafilatura":
    import trafilatura

    extract = trafilatura.extract
else:
    import rs_trafilatura

    def extract(html):
        return rs_trafilatura.extract(html).main_content


for line in sys.stdin:
    try:
        text = extract(json.loads(line)) or ""
    except Exception:
        text = ""
    print(json.dumps(text), flush=True)
