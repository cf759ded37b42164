"""
Makes PDF files of everyday layouts with several producers, and for each a truth: the rows that belong together, and the words.

    pip install reportlab fpdf2 weasyprint
    python3 benchmarks/documents/pdf/make-layouts.py FOLDER

A layout is a list of texts and rules at places, drawn by reportlab, fpdf2, pdfLaTeX and LibreOffice Draw, or as HTML by weasyprint and Chromium.
With names of producers behind the folder, by these alone.
Rows of the truth are cells in their order; `fields` are a label and its value; `lines` are texts that stay whole.
"""

import json
import math
import os
import random
import subprocess
import sys
import tempfile

WORDS = (
    'the office said that ferry would leave an hour later than planned because tide had fallen lower pilots expected and '
    'passengers should wait near gate until crew has closed both doors of lower deck while rain moves over harbour'
).split()
GOODS = ['Rope', 'Anchor chain', 'Blue paint', 'Deck brush', 'Signal lamp', 'Canvas', 'Brass bolts', 'Oil filter', 'Life vest', 'Chart table']
NAMES = ['Ada Berg', 'Jon Quill', 'Mara Lind', 'Piet Voss', 'Ines Roth', 'Olaf Stern', 'Rita Holm', 'Karl Emmer']


class Page:
    """Texts and rules of a page, from the top left corner."""

    def __init__(self, seed, width=595, height=842):
        self.random = random.Random(seed)
        self.width, self.height = width, height
        self.items, self.rules, self.truth = [], [], {'rows': [], 'fields': [], 'lines': [], 'words': []}
        self.rotate = 0

    def text(self, x, y, text, size=9, bold=False, align='left', mono=False, turn=0, keep=True):
        self.items.append((x, y, text, size, bold, align, mono, turn))
        if keep:
            self.truth['words'] += text.split()

    def rule(self, x0, y0, x1, y1):
        self.rules.append((x0, y0, x1, y1))

    def words(self, count):
        return [self.random.choice(WORDS) for _ in range(count)]

    def prose(self, x, y, width, lines, size=9, leading=11, measure=None):
        """Lines of about one width; the last is short."""
        for line in range(lines):
            words, limit = [], width if line < lines - 1 else width * 0.4
            while measure(' '.join(words), size) < limit:
                words.append(self.random.choice(WORDS))
            words.pop()
            self.text(x, y + line * leading, ' '.join(words), size)
        return y + lines * leading

    def row(self, *cells):
        self.truth['rows'].append([cell for cell in cells if cell])

    def field(self, label, value):
        self.truth['fields'].append([label, value])

    def money(self, most=4000):
        return f'{self.random.randint(1, most * 100) / 100:,.2f}'


def invoice(p, m):
    p.text(50, 60, 'Invoice', 18, True)
    seller = ['Harbour Supplies Ltd', '12 Quay Street', 'Northport NP4 2AB']
    buyer = [p.random.choice(NAMES), 'Seehund Shipping', '4 Mole Road', 'Southwick SW1 9ZZ']
    for at, line in enumerate(seller):
        p.text(50, 90 + at * 12, line)
    p.text(50, 150, 'Bill to', 9, True)
    for at, line in enumerate(buyer):
        p.text(50, 164 + at * 12, line)
    p.truth['alone'] = seller + buyer
    facts = [('Invoice no.', f'R-{p.random.randint(1000, 9999)}'), ('Date', '2 July 2024'), ('Due date', '1 August 2024'), ('Customer', f'K{p.random.randint(100, 999)}'), ('Terms', '30 days net')]
    for at, (label, value) in enumerate(facts):
        p.text(350, 90 + at * 14, label, 9, True)
        p.text(545, 90 + at * 14, value, align='right')
        p.field(label, value)
    table(p, 250, [('Pos', 50, 'left'), ('Description', 85, 'left'), ('Qty', 330, 'right'), ('Price', 420, 'right'), ('Amount', 545, 'right')],
          [(str(at + 1), p.random.choice(GOODS) + f' {p.random.randint(2, 40)} mm', str(p.random.randint(1, 30)), p.money(90), p.money()) for at in range(p.random.randint(4, 9))])
    y = p.bottom + 12
    for label, value in (('Subtotal', p.money()), ('VAT 20 %', p.money(500)), ('Total due', p.money())):
        p.text(380, y, label, 9, label.startswith('Total'))
        p.text(545, y, value, 9, label.startswith('Total'), 'right')
        p.field(label, value)
        y += 14
    p.prose(50, y + 20, 480, 3, measure=m)


def table(p, y, columns, rows, leading=15, head=True, rules=True):
    if head:
        for title, x, align in columns:
            p.text(x, y, title, 9, True, align)
        p.row(*[title for title, _, _ in columns])
        if rules:
            p.rule(50, y + 4, 545, y + 4)
        y += leading
    for row in rows:
        for cell, (_, x, align) in zip(row, columns):
            if cell:
                p.text(x, y, cell, 9, False, align)
        p.row(*row)
        y += leading
    p.bottom = y


def two_line_rows(p, m):
    """Descriptions of one or two lines; the figures stand beside the first, the last or the middle."""
    where = p.random.choice(['top', 'middle', 'bottom'])
    columns = [('Item', 50, 'left'), ('Description', 110, 'left'), ('Quantity', 400, 'right'), ('Amount', 520, 'right')]
    for title, x, align in columns:
        p.text(x, 80, title, 9, True, align)
    p.row(*[title for title, _, _ in columns])
    p.rule(50, 85, 545, 85)
    y = 100
    gap = p.random.choice([5, 8, 12])
    for at in range(8):
        lines = p.random.choice([1, 2, 2, 3])
        description = [' '.join(p.words(p.random.randint(4, 7))).capitalize() if line == 0 else ' '.join(p.words(p.random.randint(2, 6))) for line in range(lines)]
        for line, text in enumerate(description):
            p.text(110, y + line * 11, text)
        level = y + {'top': 0, 'middle': (lines - 1) * 5.5, 'bottom': (lines - 1) * 11}[where]
        cells = [f'A{100 + at}', str(p.random.randint(1, 90)), p.money()]
        for cell, (_, x, align) in zip(cells, [columns[0], columns[2], columns[3]]):
            p.text(x, level, cell, 9, False, align)
        p.row(cells[0], ' '.join(description), cells[1], cells[2])
        y += lines * 11 + gap


def grouped_rows(p, m):
    """Each group has one cell at the left, beside the middle of its two or three rows."""
    size = p.random.choice([2, 3])
    columns = [60, 110, 170, 260, 340, 420]
    heads = ('top', 'low', 'Cloth', 'simple', 'complex', 'time')
    for x, title in zip(columns, heads):
        p.text(x, 90, title, 9, True)
    p.row(*heads)
    p.rule(50, 95, 460, 95)
    y = 110
    for _ in range(4):
        top, low = str(p.random.randint(2, 9)), str(p.random.randint(2, 9))
        middle = y + (size - 1) * 5.5
        p.text(60, middle, top)
        p.text(110, middle, low)
        for at in range(size):
            cells = [['ROPE', 'SAIL', 'CORD'][at], f'0.{p.random.randint(100, 999)}', f'0.{p.random.randint(100, 999)}', f'{p.random.randint(1, 9)}.{p.random.randint(10, 99)}']
            for x, cell in zip(columns[2:], cells):
                p.text(x, y + at * 11, cell)
            p.row(*([top, low] if at == 0 else []), *cells)
        y += size * 11 + 8
        p.rule(50, y - 13, 460, y - 13)


def side_by_side(p, m):
    """Two tables beside each other, of equal or different pitch."""
    p.text(50, 60, 'Rates of the harbour', 14, True)
    other = p.random.choice([14, 16])
    for left, leading, rows, title in ((50, 14, 9, ('Boat', 'Fee')), (320, other, p.random.choice([6, 9, 11]), ('Person', 'Age', 'Fare'))):
        places = [left, left + 130] if len(title) == 2 else [left, left + 110, left + 180]
        for x, text in zip(places, title):
            p.text(x, 90, text, 9, True)
        p.row(*title)
        for at in range(rows):
            cells = [p.random.choice(GOODS if len(title) == 2 else NAMES)] + [p.money(90) for _ in title[1:]]
            for x, cell in zip(places, cells):
                p.text(x, 106 + at * leading, cell)
            p.row(*cells)
    p.prose(50, 300, 480, 5, measure=m)


def sub_heads(p, m):
    """A table of figures with centred or left heads of its parts."""
    place = p.random.choice(['centre', 'left'])
    columns = [('', 50, 'left'), ('2022', 340, 'right'), ('2023', 440, 'right'), ('2024', 540, 'right')]
    for title, x, align in columns:
        if title:
            p.text(x, 80, title, 9, True, align)
    p.row(*[title for title, _, _ in columns])
    p.rule(50, 84, 545, 84)
    y = 100
    for head in ('Income', 'Costs', 'Reserves'):
        if place == 'centre':
            p.text(297, y, f'{head} in thousand euros', 9, True, 'middle')
        else:
            p.text(50, y, f'{head} in thousand euros', 9, True)
        y += 15
        for name in p.random.sample(GOODS, 4):
            cells = [f'{name}, net'] + [f'({p.random.randint(10, 999)})' if p.random.random() < 0.3 else f'{p.random.randint(1, 99)},{p.random.randint(100, 999)}' for _ in range(3)]
            for cell, (_, x, align) in zip(cells, columns):
                p.text(x, y, cell, 9, False, align)
            p.row(*cells)
            y += 15


def turned_heads(p, m):
    """Heads of columns that run upwards."""
    p.text(50, 60, 'Equipment of the boats', 14, True)
    heads = ['Lifeboats', 'Radio sets', 'Cabins', 'Crew beds', 'Lamps']
    for at, head in enumerate(heads):
        p.text(215 + at * 50, 150, head, 9, True, turn=90)
    p.text(50, 150, 'Boat', 9, True)
    p.row('Boat', *heads)
    p.rule(50, 155, 460, 155)
    for row in range(8):
        cells = [f'{p.random.choice(NAMES)} {row + 1}'] + [str(p.random.randint(1, 60)) for _ in heads]
        p.text(50, 170 + row * 15, cells[0])
        for at, cell in enumerate(cells[1:]):
            p.text(207 + at * 50, 170 + row * 15, cell)
        p.row(*cells)


def statement(p, m):
    """A bank statement: bookings of one to three lines, debit or credit, balance."""
    p.text(50, 60, 'Account statement', 14, True)
    for at, (label, value) in enumerate((('IBAN', 'DE02 1203 0000 0000 2020 51'), ('Period', '1 to 31 May 2024'), ('Currency', 'EUR'))):
        p.text(50, 85 + at * 13, f'{label}:', 9, True)
        p.text(130, 85 + at * 13, value)
        p.field(label, value)
    columns = [('Date', 50, 'left'), ('Text', 110, 'left'), ('Debit', 380, 'right'), ('Credit', 460, 'right'), ('Balance', 545, 'right')]
    for title, x, align in columns:
        p.text(x, 150, title, 9, True, align)
    p.row(*[title for title, _, _ in columns])
    y = 166
    for at in range(10):
        lines = p.random.choice([1, 2, 3])
        texts = [p.random.choice(['Card payment', 'Transfer', 'Direct debit']) + f' {p.random.randint(1000, 9999)}'] + [' '.join(p.words(4)) for _ in range(lines - 1)]
        amount, balance, isDebit = p.money(), p.money(9000), p.random.random() < 0.6
        date = f'{at * 3 + 1:02}.05.2024'
        p.text(50, y, date)
        for line, text in enumerate(texts):
            p.text(110, y + line * 10, text)
        p.text(380 if isDebit else 460, y, amount, align='right')
        p.text(545, y, balance, align='right')
        p.row(date, ' '.join(texts), amount, balance)
        y += lines * 10 + 6


def columns_of(count):
    def layout(p, m):
        p.text(50, 50, 'Report of the harbour office', 16, True)
        gutter = p.random.choice([10, 16, 24])
        width = (495 - gutter * (count - 1)) / count
        for column in range(count):
            y = 80 + p.random.choice([0, 3, 6])
            for _ in range(4):
                lines = p.random.randint(4, 9)
                first = len(p.items)
                y = p.prose(50 + column * (width + gutter), y, width, lines, 8.5, 10.2, m) + 6
                p.truth['lines'].append(' '.join(item[2] for item in p.items[first:]))
    return layout


def turned_page(p, m):
    """A table on a page that is turned by its rotation entry, or set sideways."""
    if p.random.random() < 0.5:
        p.rotate = 90
    p.width, p.height = 842, 595
    columns = [('Document', 40, 'left'), ('Date', 150, 'left'), ('Payee', 260, 'left'), ('Start', 480, 'left'), ('Amount', 760, 'right')]
    p.text(40, 50, 'Payments of the year', 14, True)
    table(p, 80, columns, [(f'DH{2000 + at}', f'0{at % 9 + 1}/05/2019', p.random.choice(NAMES), f'{at + 1:02}:30', p.money()) for at in range(14)])


def turned_table(p, left, top, width, height):
    """A table that runs upwards or downwards in a box."""
    turn = p.random.choice([90, 270])
    columns = [('Document', 0), ('Date', 90), ('Payee', 190), ('Amount', 330)]
    rows = [[title for title, _ in columns]] + [[f'DH{2000 + at}', f'0{at % 9 + 1}/05/2019', p.random.choice(NAMES), p.money()] for at in range(p.random.randint(6, 10))]
    for at, row in enumerate(rows):
        for cell, (_, along) in zip(row, columns):
            across = 12 + at * 15
            x, y = (left + across, top + height - along) if turn == 90 else (left + width - across, top + along)
            p.text(x, y, cell, 9, at == 0, turn=turn)
        p.row(*row)


def turned_between(p, m):
    """A turned table between paragraphs."""
    p.prose(50, 60, 490, 6, measure=m)
    turned_table(p, p.random.choice([60, 200, 300]), 150, 200, 420)
    p.prose(50, 620, 490, 6, measure=m)


def turned_below_head(p, m):
    """A turned table on a page whose head and number are not."""
    p.text(50, 40, 'Yearbook of the harbour', 8, keep=False)
    p.text(545, 40, str(p.random.randint(10, 90)), 8, align='right', keep=False)
    turned_table(p, 100, 120, 300, 500)


def upside_down(p, m):
    p.text(50, 50, 'Payments of the year', 14, True)
    table(p, 80, [('Document', 40, 'left'), ('Date', 150, 'left'), ('Payee', 260, 'left')], [(f'DH{2000 + at}', f'0{at % 9 + 1}/05/2019', p.random.choice(NAMES)) for at in range(10)])
    p.prose(50, 300, 480, 5, measure=m)
    p.items = [(p.width - x, p.height - y, text, size, bold, align, mono, 180) for x, y, text, size, bold, align, mono, _ in p.items]
    p.rules = []


def turned_groups(p, m):
    """Labels of groups of rows that run upwards at the left of the rows."""
    for x, title in ((80, 'Boat'), (220, 'Crew'), (320, 'Year')):
        p.text(x, 90, title, 9, True)
    p.row('Boat', 'Crew', 'Year')
    y = 108
    for group in ('North pier', 'South pier'):
        count = p.random.randint(4, 6)
        p.text(58, y + (count - 1) * 7.5 + 22, group, 9, True, turn=90)
        for at in range(count):
            cells = [f'{p.random.choice(NAMES)} {at + 1}', str(p.random.randint(1, 40)), str(1950 + p.random.randint(0, 70))]
            for x, cell in zip((80, 220, 320), cells):
                p.text(x, y + at * 15, cell)
            p.row(*cells)
        y += count * 15
    p.prose(50, y + 30, 480, 4, measure=m)


def listing(p, m):
    y = p.prose(50, 60, 490, 6, measure=m) + 8
    for line in ('def add(a, b):', '    total = a + b', '    return total', '', 'print(add(3, 5))'):
        if line:
            p.text(70, y, line, 8.5, mono=True)
            p.truth['lines'].append(line)
        y += 11
    p.prose(50, y + 10, 490, 6, measure=m)


def form(p, m):
    """Small labels above or beside their filled-in values, in boxes or on lines."""
    p.text(50, 60, 'Application for a berth', 14, True)
    boxed = p.random.random() < 0.5
    fields = [('Surname', p.random.choice(NAMES).split()[1]), ('First name', p.random.choice(NAMES).split()[0]), ('Date of birth', '4 May 1981'), ('Nationality', 'Norwegian'),
              ('Boat', 'Seehund II'), ('Length in metres', f'{p.random.randint(6, 30)}'), ('Home port', 'Bergen'), ('Telephone', '+47 555 0142')]
    for at, (label, value) in enumerate(fields):
        x, y = 50 + (at % 2) * 250, 90 + (at // 2) * 34
        if boxed:
            p.text(x + 4, y + 9, label, 6.5)
            p.text(x + 4, y + 24, value, 10)
            for edge in ((x, y, x + 250, y), (x, y + 30, x + 250, y + 30), (x, y, x, y + 30), (x + 250, y, x + 250, y + 30)):
                p.rule(*edge)
        else:
            p.text(x, y + 20, f'{label}:', 9)
            p.text(x + 100, y + 20, value, 9, True)
            p.rule(x + 98, y + 23, x + 230, y + 23)
        p.field(label, value)


def timetable(p, m):
    p.text(50, 50, 'Ferries on weekdays', 14, True)
    stops = ['Northport', 'Mole', 'Old quay', 'Lighthouse', 'Southwick']
    for row, stop in enumerate(stops):
        cells = [stop] + [f'{6 + at:02}:{(10 + row * 9) % 60:02}' if p.random.random() < 0.9 else '' for at in range(10)]
        p.text(50, 90 + row * 14, stop)
        for at, cell in enumerate(cells[1:]):
            if cell:
                p.text(130 + at * 40, 90 + row * 14, cell)
        p.row(*cells)
    p.prose(50, 190, 480, 3, measure=m)


def leaders(p, m):
    p.text(50, 60, 'Price list', 14, True)
    for at in range(10):
        name, price = f'{p.random.choice(GOODS)} no. {at + 1}', p.money(90)
        p.text(50, 90 + at * 14, name)
        dots = int((430 - m(name, 9)) / m('.', 9))
        p.text(54 + m(name, 9), 90 + at * 14, '.' * dots, keep=False)
        p.text(545, 90 + at * 14, price, align='right')
        p.field(name, price)


def slide(p, m):
    p.width, p.height = 720, 405
    p.text(40, 60, 'What the harbour needs', 28, True)
    for side, x in ((0, 50), (1, 380)):
        p.text(x, 110, ['This year', 'Next year'][side], 18, True)
        for at in range(4):
            text = ' '.join(p.words(3))
            p.text(x, 145 + at * 28, '•', 14, keep=False)
            p.text(x + 18, 145 + at * 28, text, 14)
            p.truth['lines'].append(text)


DRAWN = {
    'invoice': invoice, 'two-line-rows': two_line_rows, 'grouped-rows': grouped_rows, 'side-by-side': side_by_side, 'sub-heads': sub_heads,
    'turned-heads': turned_heads, 'statement': statement, 'two-columns': columns_of(2), 'three-columns': columns_of(3), 'turned-page': turned_page,
    'turned-between': turned_between, 'turned-below-head': turned_below_head, 'upside-down': upside_down, 'turned-groups': turned_groups,
    'listing': listing, 'form': form, 'timetable': timetable, 'leaders': leaders, 'slide': slide,
}


def with_reportlab(page, path):
    from reportlab.pdfbase.pdfmetrics import stringWidth
    from reportlab.pdfgen import canvas
    sideways = page.rotate
    # The library swaps the sides of a turned page itself.
    c = canvas.Canvas(path, pagesize=(page.width, page.height))
    if sideways:
        c.setPageRotation(90)
        c.translate(page.height, 0)
        c.rotate(90)
    for x0, y0, x1, y1 in page.rules:
        c.line(x0, page.height - y0, x1, page.height - y1)
    for x, y, text, size, bold, align, mono, turn in page.items:
        font = 'Courier' if mono else 'Helvetica-Bold' if bold else 'Helvetica'
        c.setFont(font, size)
        width = stringWidth(text, font, size)
        c.saveState()
        c.translate(x - {'left': 0, 'middle': width / 2, 'right': width}[align], page.height - y)
        c.rotate(turn)
        c.drawString(0, 0, text)
        c.restoreState()
    c.save()


def with_fpdf2(page, path):
    from fpdf import FPDF
    pdf = FPDF(unit='pt', format=(page.width, page.height))
    pdf.set_auto_page_break(False)
    pdf.set_margin(0)
    pdf.add_page()
    for rule in page.rules:
        pdf.line(*rule)
    for x, y, text, size, bold, align, mono, turn in page.items:
        pdf.set_font('Courier' if mono else 'Times', 'B' if bold else '', size)
        text = text.replace('•', '-')
        width = pdf.get_string_width(text)
        x -= {'left': 0, 'middle': width / 2, 'right': width}[align]
        with pdf.rotation(turn, x, y):
            pdf.text(x, y, text)
    pdf.output(path)


def measure_of(name):
    if name == 'reportlab':
        from reportlab.pdfbase.pdfmetrics import stringWidth
        return lambda text, size: stringWidth(text, 'Helvetica', size)
    from fpdf import FPDF
    pdf = FPDF(unit='pt')
    def measure(text, size):
        pdf.set_font('Times', '', size)
        return pdf.get_string_width(text)
    return measure


def html_of(page):
    """The same texts at their places, for engines that set HTML."""
    spans = []
    for x, y, text, size, bold, align, mono, turn in page.items:
        shift = {'left': '0', 'middle': '-50%', 'right': '-100%'}[align]
        font = 'monospace' if mono else 'sans-serif'
        style = f'left:{x}pt;top:{y - size}pt;font:{"bold " if bold else ""}{size}pt/1 {font};transform-origin:0 100%;transform:translateX({shift})' + (f' rotate(-{turn}deg)' if turn else '')
        spans.append(f'<span style="{style}">{text}</span>')
    rules = ''.join(f'<i style="left:{x0}pt;top:{y0}pt;width:{max(0.5, x1 - x0)}pt;height:{max(0.5, y1 - y0)}pt"></i>' for x0, y0, x1, y1 in page.rules)
    return f'<meta charset=utf-8><style>@page{{size:{page.width}pt {page.height}pt;margin:0}}body{{margin:0}}span,i{{position:absolute;white-space:pre}}i{{background:#000}}</style>{rules}{"".join(spans)}'


def with_weasyprint(page, path):
    from weasyprint import HTML
    HTML(string=html_of(page)).write_pdf(path)


def with_chromium(page, path):
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, 'page.html')
        with open(source, 'w') as file:
            file.write(html_of(page))
        subprocess.run(['chromium', '--headless', '--no-sandbox', '--disable-gpu', f'--user-data-dir={folder}/profile', '--no-pdf-header-footer', f'--print-to-pdf={path}', source], check=True, capture_output=True, timeout=60)


def with_latex(page, path):
    font = lambda size, bold, mono: f'\\fontsize{{{size}}}{{{size}}}\\selectfont' + ('\\ttfamily ' if mono else '\\rmfamily ') + ('\\bfseries ' if bold else '\\mdseries ')
    escape = lambda text: ''.join({'%': '\\%', '_': '\\_', '&': '\\&', '#': '\\#', '•': '\\textbullet{}'}.get(letter, letter) for letter in text).replace('  ', '~~')
    boxes = dict(left='\\rlap', middle='\\clap', right='\\llap')
    puts = [f'\\put({x},{-y}){{\\rotatebox{{{turn}}}{{{boxes[align]}{{{font(size, bold, mono)}{escape(text)}}}}}}}' for x, y, text, size, bold, align, mono, turn in page.items]
    rules = [f'\\put({x0},{-max(y0, y1)}){{\\rule{{{max(0.5, x1 - x0)}bp}}{{{max(0.5, abs(y1 - y0))}bp}}}}' for x0, y0, x1, y1 in page.rules]
    source = f'''\\documentclass{{article}}\\usepackage[T1]{{fontenc}}\\usepackage{{lmodern,graphicx}}
\\usepackage[paperwidth={page.width}bp,paperheight={page.height}bp,margin=0bp]{{geometry}}
\\setlength\\parindent{{0pt}}\\setlength\\topskip{{0pt}}\\setlength\\unitlength{{1bp}}\\pagestyle{{empty}}\\providecommand\\clap[1]{{\\hbox to 0pt{{\\hss#1\\hss}}}}
\\begin{{document}}\\begin{{picture}}(0,0)
{' '.join(rules + puts)}
\\end{{picture}}\\end{{document}}'''
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, 'page.tex'), 'w') as file:
            file.write(source)
        subprocess.run(['pdflatex', '-interaction=batchmode', 'page.tex'], cwd=folder, check=True, capture_output=True, timeout=60)
        os.replace(os.path.join(folder, 'page.pdf'), path)


def with_libreoffice(page, path):
    styles, frames = {}, []
    for x, y, text, size, bold, align, mono, turn in page.items:
        name = f'P{size}-{bold}-{align}-{mono}'.replace('.', '_')
        styles[name] = f'<style:style style:name="{name}" style:family="paragraph"><style:paragraph-properties fo:text-align="{dict(left="start", middle="center", right="end")[align]}"/><style:text-properties fo:font-size="{size}pt" fo:font-weight="{"bold" if bold else "normal"}" style:font-name="{"Liberation Mono" if mono else "Liberation Sans"}"/></style:style>'
        width = 520
        shift = {'left': 0, 'middle': width / 2, 'right': width}[align]
        angle = math.radians(turn)
        # Turned about its upper left corner, from which the baseline is one ascent below.
        along, up = -shift, -0.905 * size
        left = x + along * math.cos(angle) + up * math.sin(angle)
        top = y - along * math.sin(angle) + up * math.cos(angle)
        place = f'draw:transform="rotate({angle}) translate({left}pt {top}pt)"' if turn else f'svg:x="{left}pt" svg:y="{top}pt"'
        blanks = len(text) - len(text.lstrip())
        body = (f'<text:s text:c="{blanks}"/>' if blanks else '') + text.lstrip().replace('&', '&amp;')
        frames.append(f'<draw:frame draw:style-name="box" {place} svg:width="{width}pt" svg:height="{size * 1.2}pt"><draw:text-box><text:p text:style-name="{name}">{body}</text:p></draw:text-box></draw:frame>')
    lines = [f'<draw:line svg:x1="{x0}pt" svg:y1="{y0}pt" svg:x2="{x1}pt" svg:y2="{y1}pt"/>' for x0, y0, x1, y1 in page.rules]
    spaces = ' '.join(f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{space}"' for name, space in (('office', 'office:1.0'), ('style', 'style:1.0'), ('text', 'text:1.0'), ('draw', 'drawing:1.0'), ('fo', 'xsl-fo-compatible:1.0'), ('svg', 'svg-compatible:1.0')))
    source = f'''<?xml version="1.0" encoding="UTF-8"?><office:document {spaces} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.graphics">
<office:font-face-decls><style:font-face style:name="Liberation Sans" svg:font-family="'Liberation Sans'"/><style:font-face style:name="Liberation Mono" svg:font-family="'Liberation Mono'"/></office:font-face-decls>
<office:automatic-styles><style:page-layout style:name="L"><style:page-layout-properties fo:page-width="{page.width}pt" fo:page-height="{page.height}pt" fo:margin="0pt"/></style:page-layout>
<style:style style:name="box" style:family="graphic"><style:graphic-properties draw:stroke="none" draw:fill="none" fo:padding="0pt" draw:auto-grow-height="false"/></style:style>{''.join(styles.values())}</office:automatic-styles>
<office:master-styles><style:master-page style:name="M" style:page-layout-name="L"/></office:master-styles>
<office:body><office:drawing><draw:page draw:master-page-name="M">{''.join(lines + frames)}</draw:page></office:drawing></office:body></office:document>'''
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, 'page.fodg'), 'w') as file:
            file.write(source)
        subprocess.run(['soffice', f'-env:UserInstallation=file://{folder}/profile', '--headless', '--convert-to', 'pdf', '--outdir', folder, os.path.join(folder, 'page.fodg')], check=True, capture_output=True, timeout=120)
        os.replace(os.path.join(folder, 'page.pdf'), path)


def html_measure():
    from reportlab.pdfbase.pdfmetrics import stringWidth
    return lambda text, size: stringWidth(text, 'Helvetica', size) * 1.16


PRODUCERS = {
    'reportlab': (with_reportlab, lambda: measure_of('reportlab')),
    'fpdf2': (with_fpdf2, lambda: measure_of('fpdf2')),
    'weasyprint': (with_weasyprint, html_measure),
    'chromium': (with_chromium, html_measure),
    'latex': (with_latex, html_measure),
    'libreoffice': (with_libreoffice, html_measure),
}


def main(folder, producers):
    os.makedirs(folder, exist_ok=True)
    for producer in producers:
        write, measure = PRODUCERS[producer]
        for at, (name, layout) in enumerate(DRAWN.items()):
            for variant in range(2):
                page = Page(f'{producer}-{name}-{variant}')
                layout(page, measure())
                # It sets every page of this file upright.
                if producer == 'libreoffice' and page.width > page.height:
                    continue
                path = os.path.join(folder, f'{name}-{producer}-{variant}')
                write(page, path + '.pdf')
                with open(path + '.json', 'w') as file:
                    json.dump(page.truth, file, ensure_ascii=False)


if __name__ == '__main__':
    main(sys.argv[1], sys.argv[2:] or list(PRODUCERS))
