"""
Sets everyday layouts as PDF files with several producers, each by its own means, and writes their truth beside them for layouts.ts.

    pip install weasyprint typst reportlab fpdf2
    python3 benchmarks/documents/pdf/everyday/make.py FOLDER [PRODUCER...]
"""

import html, json, os, subprocess, sys, tempfile, hashlib
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
layouts = __import__(os.environ.get('SET', 'layouts'))
TIGHT = layouts.__name__ == 'tight'
SIZES = dict(a4=(595, 842), narrow=(230, 500), wide=(842, 595), slide=(720, 405))
STYLES = ['grid', 'lines', 'zebra', 'plain', 'head']
def style_of(name, producer, b):
    return b.get('style') or STYLES[int(hashlib.md5(f'{name}{producer}'.encode()).hexdigest(), 16) % 5]

# HTML
E = html.escape
def to_html(b, name, producer):
    t = b['t']
    r = lambda x: to_html(x, name, producer)
    if t == 'h': return f'<h{b["level"]}>{E(b["text"])}</h{b["level"]}>'
    if t == 'p': return f'<p>{E(b["text"])}</p>'
    if t == 'address': return '<p>' + '<br>'.join(map(E, b['lines'])) + '</p>'
    if t == 'code': return '<pre>' + E('\n'.join(b['lines'])) + '</pre>'
    if t == 'list': tag = 'ol' if b['ordered'] else 'ul'; return f'<{tag}>' + ''.join(f'<li>{E(x)}</li>' for x in b['items']) + f'</{tag}>'
    if t == 'fields':
        s, pairs = b['style'], b['pairs']
        if s == 'colon': return ''.join(f'<p class=f><b>{E(a)}:</b> {E(v)}</p>' for a, v in pairs)
        if s == 'leader': return ''.join(f'<div class=lead><span>{E(a)}</span><i></i><span>{E(v)}</span></div>' for a, v in pairs)
        if s == 'pairs4':
            half = (len(pairs) + 1) // 2
            rows = [[*pairs[i], *(pairs[i + half] if i + half < len(pairs) else ['', ''])] for i in range(half)]
            return '<table class=p4>' + ''.join('<tr>' + ''.join(f'<td>{E(c)}</td>' for c in row) + '</tr>' for row in rows) + '</table>'
        return f'<table class="fields {s}">' + ''.join(f'<tr><td>{E(a)}</td><td>{E(v)}</td></tr>' for a, v in pairs) + '</table>'
    if t == 'boxes': return ''.join('<div class=boxes>' + ''.join(f'<div><small>{E(a)}</small><br>{E(v)}</div>' for a, v in row) + '</div>' for row in b['rows'])
    if t == 'table':
        al = dict(l='left', r='right', c='center')
        def row(cells, tag='td', cls=''): return f'<tr class="{cls}">' + ''.join(f'<{tag} style="text-align:{al[a]}">{E(c)}</{tag}>' for c, a in zip(cells, b['align'])) + '</tr>'
        out = f'<table class="t {style_of(name, producer, b)}">' + (f'<thead>{row(b["head"], "th")}</thead>' if b['head'] else '') + '<tbody>'
        n = len(b['align'])
        for x in b['rows']:
            if isinstance(x, list): out += row(x)
            elif 'sub' in x: out += f'<tr><td colspan={n}><b>{E(x["sub"])}</b></td></tr>'
            else:
                k = len(x['total']); out += f'<tr class=total><td colspan={n - k + 1}><b>{E(x["total"][0])}</b></td>' + ''.join(f'<td style="text-align:right"><b>{E(c)}</b></td>' for c in x['total'][1:]) + '</tr>'
        return out + '</tbody></table>'
    if b.get('flow'): return f'<div style="columns:{len(b["parts"])};column-gap:18pt;text-align:justify">' + ''.join(r(x) for part in b['parts'] for x in part) + '</div>'
    return '<div class=cols>' + ''.join('<div>' + ''.join(r(x) for x in part) + '</div>' for part in b['parts']) + '</div>'
CSS = '''body{font:9.5pt/1.3 "DejaVu Sans",sans-serif;margin:0}h1{font-size:16pt}h2{font-size:12.5pt}h3{font-size:10.5pt;margin:.4em 0}table{border-collapse:collapse;margin:8pt 0}td,th{padding:2.5pt 5pt;vertical-align:top}
.t{width:100%}.t th{text-align:left}.grid.t td,.grid.t th{border:.5pt solid #333}.lines.t td,.lines.t th{border-bottom:.5pt solid #999}.zebra tr:nth-child(even) td{background:#eee}.zebra th{background:#245;color:#fff}.head th{border-bottom:1pt solid #000}
.fields td:first-child{font-weight:bold;padding-right:14pt}.ruled td{border-bottom:.4pt solid #aaa}.right{margin-left:auto}.right td:last-child{text-align:right}.p4{width:100%}.p4 td:nth-child(odd){font-weight:bold}
.f{margin:2pt 0}.lead{display:flex}.lead i{flex:1;border-bottom:1pt dotted #000;margin:0 4pt 3pt}.cols{display:flex;gap:24pt}.cols>div{flex:1}.boxes{display:flex}.boxes>div{flex:1;border:.5pt solid #000;padding:2pt 4pt;margin:-.25pt}small{font-size:6.5pt;color:#444}pre{background:#f4f4f4;padding:4pt;font:8.5pt "DejaVu Sans Mono",monospace}p{margin:5pt 0}'''
if TIGHT: CSS += 'td,th{padding:1pt 1.2pt}.t{width:auto}'
def page_html(name, producer, size, blocks):
    w, h = SIZES[size]
    m = 12 if size == 'narrow' else 45
    extra = '.cols{display:table;width:100%;table-layout:fixed}.cols>div{display:table-cell;padding-right:20pt}' if producer == 'weasyprint' else ''
    return f'<!doctype html><meta charset=utf-8><style>@page{{size:{w}pt {h}pt;margin:{m}pt}}{CSS}{extra}</style>' + ''.join(to_html(b, name, producer) for b in blocks)
def weasyprint(name, size, blocks, path):
    from weasyprint import HTML
    HTML(string=page_html(name, 'weasyprint', size, blocks)).write_pdf(path)
def chromium(name, size, blocks, path):
    with tempfile.TemporaryDirectory() as d:
        s = f'{d}/p.html'; open(s, 'w').write(page_html(name, 'chromium', size, blocks))
        subprocess.run(['chromium', '--headless', '--no-sandbox', '--disable-gpu', f'--user-data-dir={d}/u', '--no-pdf-header-footer', f'--print-to-pdf={path}', s], check=True, capture_output=True, timeout=90)

# typst
def T(s): return '#text("' + s.replace('\\', '\\\\').replace('"', '\\"') + '");'
def to_typst(b, name):
    t = b['t']; r = lambda x: to_typst(x, name)
    if t == 'h': return f'#heading(level: {b["level"]})[{T(b["text"])}]\n'
    if t == 'p': return T(b['text']) + '\n\n'
    if t == 'address': return ' \\\n'.join(T(l) for l in b['lines']) + '\n\n'
    if t == 'code': return '#block(fill: luma(245), inset: 5pt)[#raw("' + '\\n'.join(l.replace('\\', '\\\\').replace('"', '\\"') for l in b['lines']) + '", block: true)]\n'
    if t == 'list': return ''.join(('+ ' if b['ordered'] else '- ') + T(x) + '\n' for x in b['items']) + '\n'
    if t == 'fields':
        s, pairs = b['style'], b['pairs']
        if s == 'colon': return ' \\\n'.join(f'*{T(a + ":")}* {T(v)}' for a, v in pairs) + '\n\n'
        if s == 'leader': return ' \\\n'.join(f'{T(a)} #box(width: 1fr, repeat[.]) {T(v)}' for a, v in pairs) + '\n\n'
        if s == 'pairs4':
            half = (len(pairs) + 1) // 2
            cells = [c for i in range(half) for c in (*pairs[i], *(pairs[i + half] if i + half < len(pairs) else ['', '']))]
            return '#grid(columns: (1fr, 1.4fr, 1fr, 1.4fr), row-gutter: 6pt,' + ','.join(f'[{T(c)}]' for c in cells) + ')\n'
        g = f'grid(columns: (auto, auto), column-gutter: 16pt, row-gutter: 6pt,{"stroke: (bottom: 0.4pt)," if s == "ruled" else ""}' + ','.join(f'[*{T(a)}*],{"align(right)" if s == "right" else ""}[{T(v)}]' for a, v in pairs) + ')'
        return (f'#align(right, {g})' if s == 'right' else '#' + g) + '\n\n'
    if t == 'boxes': return ''.join(f'#grid(columns: ({"1fr," * len(row)}), stroke: 0.5pt, inset: 4pt,' + ','.join(f'[#text(size: 6.5pt)[{T(a)}] \\ {T(v)}]' for a, v in row) + ')\n#v(-1.2em)\n' for row in b['rows']) + '#v(1em)\n'
    if t == 'table':
        al = dict(l='left', r='right', c='center'); n = len(b['align']); st = style_of(name, 'typst', b)
        out = f'#table({"inset: (x: 1.2pt, y: 3pt)," if TIGHT else ""}columns: ({",".join("auto" if a == "r" else "1fr" for a in b["align"])}), align: ({",".join(al[a] for a in b["align"])}),' + {'grid': 'stroke: 0.5pt,', 'lines': 'stroke: (bottom: 0.4pt),', 'zebra': 'stroke: none, fill: (_, y) => if calc.even(y) { luma(235) },', 'plain': 'stroke: none,', 'head': 'stroke: none,'}[st]
        if b['head']: out += 'table.header(' + ','.join(f'[*{T(c)}*]' if c else '[]' for c in b['head']) + '),' + ('table.hline(),' if st == 'head' else '')
        for x in b['rows']:
            if isinstance(x, list): out += ','.join(f'[{T(c)}]' for c in x) + ','
            elif 'sub' in x: out += f'table.cell(colspan: {n}, align: left)[*{T(x["sub"])}*],'
            else: k = len(x['total']); out += f'table.cell(colspan: {n - k + 1}, align: left)[*{T(x["total"][0])}*],' + ''.join(f'[*{T(c)}*],' for c in x['total'][1:])
        return out + ')\n'
    if b.get('flow'): return f'#columns({len(b["parts"])}, gutter: 16pt)[#set par(justify: true)\n' + '\n'.join(r(x) for part in b['parts'] for x in part) + ']\n'
    return f'#grid(columns: ({"1fr," * len(b["parts"])}), column-gutter: 24pt,' + ','.join('[' + ''.join(r(x) for x in part) + ']' for part in b['parts']) + ')\n'
def typst(name, size, blocks, path):
    import typst as ty
    w, h = SIZES[size]; m = 12 if size == 'narrow' else 45
    src = f'#set page(width: {w}pt, height: {h}pt, margin: {m}pt)\n#set text(size: 10pt)\n' + '\n'.join(to_typst(b, name) for b in blocks)
    with tempfile.TemporaryDirectory() as d:
        open(f'{d}/p.typ', 'w').write(src); ty.compile(f'{d}/p.typ', output=path)

# reportlab
def reportlab(name, size, blocks, path):
    from reportlab.platypus import SimpleDocTemplate, Paragraph, Spacer, Table, Preformatted, ListFlowable, ListItem, BalancedColumns
    from reportlab.lib.styles import getSampleStyleSheet, ParagraphStyle
    from reportlab.lib import colors
    ss = getSampleStyleSheet(); N = ParagraphStyle('n', parent=ss['Normal'], fontSize=9.5, leading=12, spaceAfter=5); B = ParagraphStyle('b', parent=N, fontName='Helvetica-Bold'); small = ParagraphStyle('s', parent=N, fontSize=6.5, leading=8, spaceAfter=0)
    w, hh = SIZES[size]; m = 12 if size == 'narrow' else 45; room = w - 2 * m - 12
    cell = lambda s, a, bold=False: Paragraph(E(s), ParagraphStyle('c', parent=B if bold else N, spaceAfter=0, alignment=dict(l=0, r=2, c=1)[a]))
    def flow(b, room):
        t = b['t']
        if t == 'h': return [Paragraph(E(b['text']), ss[f'Heading{b["level"]}'])]
        if t == 'p': return [Paragraph(E(b['text']), N)]
        if t == 'address': return [Paragraph('<br/>'.join(map(E, b['lines'])), N)]
        if t == 'code': return [Preformatted('\n'.join(b['lines']), ss['Code']), Spacer(1, 8)]
        if t == 'list': return [ListFlowable([ListItem(Paragraph(E(x), N)) for x in b['items']], bulletType='1' if b['ordered'] else 'bullet')]
        if t == 'fields':
            s, pairs = b['style'], b['pairs']
            if s == 'colon': return [Paragraph(f'<b>{E(a)}:</b> {E(v)}', N) for a, v in pairs]
            if s == 'leader':
                from reportlab.pdfbase.pdfmetrics import stringWidth as sw
                return [Paragraph(E(a) + ' ' + '.' * int((room - sw(a + '  ' + v, 'Helvetica', 9.5) - 14) / sw('.', 'Helvetica', 9.5)) + ' ' + E(v), N) for a, v in pairs]
            if s == 'pairs4':
                half = (len(pairs) + 1) // 2
                return [Table([[cell(pairs[i][0], 'l', True), cell(pairs[i][1], 'l'), *( [cell(pairs[i + half][0], 'l', True), cell(pairs[i + half][1], 'l')] if i + half < len(pairs) else ['', ''])] for i in range(half)], colWidths=[room / 4] * 4), Spacer(1, 6)]
            return [Table([[cell(a, 'l', True), cell(v, 'r' if s == 'right' else 'l')] for a, v in pairs], colWidths=[110, min(160, room - 110)] if s == 'right' or room < 300 else [110, room - 110], hAlign='RIGHT' if s == 'right' else 'LEFT', style=[('LINEBELOW', (0, 0), (-1, -1), .4, colors.grey)] if s == 'ruled' else []), Spacer(1, 6)]
        if t == 'boxes': return [Table([[[Paragraph(E(a), small), Paragraph(E(v), N)] for a, v in row]], colWidths=[room / len(row)] * len(row), style=[('GRID', (0, 0), (-1, -1), .5, colors.black)]) for row in b['rows']]
        if t == 'table':
            st = style_of(name, 'reportlab', b); n = len(b['align']); rows = []; ts = [('VALIGN', (0, 0), (-1, -1), 'TOP')] + [(side + 'PADDING', (0, 0), (-1, -1), 1.2) for side in ('LEFT', 'RIGHT') if TIGHT]
            if b['head']: rows.append([cell(c, a, True) for c, a in zip(b['head'], b['align'])])
            for x in b['rows']:
                y = len(rows)
                if isinstance(x, list): rows.append([cell(c, a) for c, a in zip(x, b['align'])])
                elif 'sub' in x: rows.append([cell(x['sub'], 'l', True)] + [''] * (n - 1)); ts.append(('SPAN', (0, y), (-1, y)))
                else: k = len(x['total']); rows.append([cell(x['total'][0], 'l', True)] + [''] * (n - k) + [cell(c, 'r', True) for c in x['total'][1:]]); ts.append(('SPAN', (0, y), (n - k, y)))
            ts += {'grid': [('GRID', (0, 0), (-1, -1), .5, colors.black)], 'lines': [('LINEBELOW', (0, 0), (-1, -1), .4, colors.grey)], 'zebra': [('ROWBACKGROUNDS', (0, 0), (-1, -1), [colors.white, colors.lightgrey])], 'plain': [], 'head': [('LINEBELOW', (0, 0), (-1, 0), 1, colors.black)]}[st]
            long = [max(max((len(x[i]) for x in b['rows'] if isinstance(x, list)), default=3), len(b['head'][i]) if b['head'] else 0) for i in range(n)]
            weights = [min(45, max(9, l)) for l in long]
            return [Table(rows, colWidths=[room * g / sum(weights) for g in weights], style=ts, repeatRows=1 if b['head'] else 0), Spacer(1, 8)]
        k = len(b['parts'])
        if b.get('flow'): return [BalancedColumns([f for part in b['parts'] for x in part for f in flow(x, room / k - 12)], nCols=k)]
        return [Table([[[f for x in part for f in flow(x, room / k - 14)] for part in b['parts']]], colWidths=[room / k] * k, style=[('VALIGN', (0, 0), (-1, -1), 'TOP')])]
    SimpleDocTemplate(path, pagesize=(w, hh), margins=m, leftMargin=m, rightMargin=m, topMargin=m, bottomMargin=m).build([f for b in blocks for f in flow(b, room)])

# fpdf2
def fpdf2(name, size, blocks, path):
    from fpdf import FPDF, FontFace
    w, hh = SIZES[size]; m = 12 if size == 'narrow' else 45
    pdf = FPDF(unit='pt', format=(w, hh)); pdf.set_margins(m, m); pdf.set_auto_page_break(True, m); pdf.add_page(); pdf.set_font('Times', '', 10)
    if TIGHT: pdf.c_margin = 1.1
    def run(b, x, room):
        t = b['t']; pdf.set_left_margin(x); pdf.set_x(x)
        put = lambda text, **k: pdf.multi_cell(room, 13, text, new_x='LMARGIN', new_y='NEXT', **{'align': 'L', **k})
        pdf.set_font('Times', '', 10)
        if t == 'h': pdf.ln(4); pdf.set_font('Helvetica', 'B', [0, 16, 13, 11][b['level']]); pdf.multi_cell(room, 20, b['text'], new_x='LMARGIN', new_y='NEXT', align='L'); return
        if t == 'p': put(b['text']); pdf.ln(5); return
        if t == 'address': [put(l) for l in b['lines']]; pdf.ln(5); return
        if t == 'code': pdf.set_font('Courier', '', 9); [put(l) for l in b['lines']]; pdf.ln(5); return
        if t == 'list':
            for i, l in enumerate(b['items']): pdf.set_x(x + 8); pdf.cell(14, 13, f'{i + 1}.' if b['ordered'] else '-'); pdf.multi_cell(room - 22, 13, l, new_x='LMARGIN', new_y='NEXT', align='L')
            pdf.ln(5); return
        if t == 'fields':
            s, pairs = b['style'], b['pairs']
            if s == 'pairs4':
                half = (len(pairs) + 1) // 2
                for i in range(half):
                    for a, v in (pairs[i], pairs[i + half] if i + half < len(pairs) else ('', '')): pdf.set_font('Times', 'B', 10); pdf.cell(room * .2, 14, a); pdf.set_font('Times', '', 10); pdf.cell(room * .3, 14, v)
                    pdf.ln(14)
                pdf.ln(6); return
            for a, v in pairs:
                if s == 'colon': put(f'**{a}:** {v}', markdown=True); continue
                if s == 'leader':
                    dots = int((room - pdf.get_string_width(a + v) - 14) / pdf.get_string_width('.')); put(f'{a} {"." * dots} {v}'); continue
                left = x + room - 230 if s == 'right' and room > 300 else x
                pdf.set_x(left); pdf.set_font('Times', 'B', 10); pdf.cell(110 if room > 220 else room * .55, 14, a); pdf.set_font('Times', '', 10)
                if s == 'right': pdf.cell(120 if room > 220 else room * .4, 14, v, align='R', new_x='LMARGIN', new_y='NEXT')
                else: pdf.multi_cell(room - 110 if room > 220 else room * .4, 14, v, align='L', new_x='LMARGIN', new_y='NEXT')
                if s == 'ruled': pdf.line(x, pdf.get_y(), x + room, pdf.get_y())
            pdf.ln(6); return
        if t == 'boxes':
            for row in b['rows']:
                y = pdf.get_y(); g = room / len(row)
                for i, (a, v) in enumerate(row):
                    pdf.rect(x + i * g, y, g, 30); pdf.set_xy(x + i * g + 2, y + 2); pdf.set_font('Helvetica', '', 6.5); pdf.cell(g, 8, a); pdf.set_xy(x + i * g + 2, y + 13); pdf.set_font('Helvetica', '', 10); pdf.cell(g, 13, v)
                pdf.set_xy(x, y + 30)
            pdf.ln(6); return
        if t == 'table':
            st = style_of(name, 'fpdf2', b); n = len(b['align'])
            long = [min(45, max(9, max(max((len(r[i]) for r in b['rows'] if isinstance(r, list)), default=3), len(b['head'][i]) if b['head'] else 0))) for i in range(n)]
            kw = dict(grid=dict(borders_layout='ALL'), lines=dict(borders_layout='HORIZONTAL_LINES'), zebra=dict(borders_layout='NONE', cell_fill_color=230, cell_fill_mode='ROWS'), plain=dict(borders_layout='NONE'), head=dict(borders_layout='SINGLE_TOP_LINE'))[st]
            with pdf.table(width=room, align='LEFT', col_widths=long, text_align=[dict(l='LEFT', r='RIGHT', c='CENTER')[a] for a in b['align']], first_row_as_headings=bool(b['head']), line_height=13, **kw) as tb:
                bold = FontFace(emphasis='BOLD')
                for r in ([b['head']] if b['head'] else []) + b['rows']:
                    row = tb.row()
                    if isinstance(r, list): [row.cell(c) for c in r]
                    elif 'sub' in r: row.cell(r['sub'], colspan=n, align='LEFT', style=bold)
                    else: k = len(r['total']); row.cell(r['total'][0], colspan=n - k + 1, align='LEFT', style=bold); [row.cell(c, style=bold, align='RIGHT') for c in r['total'][1:]]
            pdf.ln(8); return
        k = len(b['parts'])
        if b.get('flow'):
            with pdf.text_columns(ncols=k, gutter=16, text_align='J') as c:
                for part in b['parts']:
                    for q in part:
                        if q['t'] == 'h':
                            pdf.set_font('Helvetica', 'B', 11); c.write(q['text'] + '\n'); c.ln(3)
                        elif q['t'] == 'p': pdf.set_font('Times', '', 10); c.write(q['text'] + '\n'); c.ln(5)
                        else:
                            pdf.set_font('Times', '', 10)
                            for r in [q['head']] + q['rows']: c.write('   '.join(r) + '\n')
                            c.ln(5)
            return
        y = pdf.get_y(); low = y; page = pdf.page
        for i, part in enumerate(b['parts']):
            pdf.set_y(y)
            for q in part: run(q, x + i * (room + 20) / k, (room + 20) / k - 20)
            low = max(low, pdf.get_y())
        pdf.set_left_margin(x); pdf.set_xy(x, low)
    for b in blocks: run(b, m, w - 2 * m)
    pdf.output(path)

if __name__ == '__main__':
    out = sys.argv[1]; os.makedirs(out, exist_ok=True)
    which = sys.argv[2:] or ['chromium', 'weasyprint', 'typst', 'reportlab', 'fpdf2']
    for name, size, blocks, truth in layouts.documents():
        for producer in which:
            globals()[producer](name, size, blocks, f'{out}/{name}-{producer}.pdf')
            json.dump(truth, open(f'{out}/{name}-{producer}.json', 'w'))
