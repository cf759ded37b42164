"""40 everyday layouts as blocks, and their truth."""
import json, random, sys

R = random.Random(3737)
GOODS = ['Copper elbow 22 mm', 'Ball valve', 'Pipe clamp set', 'Solder wire', 'Flux paste 100 g', 'Wall bracket', 'Rubber gasket', 'Inspection lamp', 'Cable drum 25 m', 'Hex key set', 'Work gloves', 'Safety goggles']
LONG = ['Delivered to the site office and signed for by the night shift', 'Replacement under warranty, the old part must be returned within fourteen days',
        'Includes mounting material and two hours of work by a certified fitter', 'Only for use indoors; not resistant to frost or direct sunlight',
        'Spare part for models built before 2019, see the list in the appendix', 'Sold by the metre, cut pieces are not taken back']
PEOPLE = ['Hanna Weiss', 'Tomas Novak', 'Lucia Ferri', 'Erik Dahl', 'Amina Said', 'Pedro Lima', 'Greta Olsen', 'Yusuf Kaya', 'Nora Byrne', 'Ivan Petrov']
SENT = ['The council met in the small hall because the roof of the large one is being repaired.', 'All members had received the papers a week before.',
        'A vote was not needed since nobody objected to the plan.', 'The cost of the bridge is higher than the estimate of last spring.',
        'Two firms offered to do the work, and the cheaper of them can begin in May.', 'Residents may send their remarks until the end of the month.',
        'The water level was measured each morning by the keeper of the lock.', 'Heavy rain in the hills explains the rise in the second week.',
        'No boat was damaged, though one mooring came loose during the night.', 'The new pump ran for six days without a pause.',
        'Schools asked for a path that children can use without crossing the main road.', 'The library will open on Saturdays from next autumn.']

def money(most=3000, german=False):
    s = f'{R.randint(100, most * 100) / 100:,.2f}'
    return s.translate(str.maketrans(',.', '.,')) if german else s
def para(n=3): return ' '.join(R.sample(SENT, n))
def day(): return f'{R.randint(1, 28):02}.{R.randint(1, 12):02}.2025'
h = lambda level, text: {'t': 'h', 'level': level, 'text': text}
p = lambda text: {'t': 'p', 'text': text}
address = lambda *lines: {'t': 'address', 'lines': list(lines)}
def fields(pairs, style='grid'): return {'t': 'fields', 'pairs': pairs, 'style': style}
def table(head, rows, align=None, **more): return {'t': 'table', 'head': head, 'rows': rows, 'align': align or 'l' * len(rows[0]), **more}
def cols(*parts, **more): return {'t': 'cols', 'parts': list(parts), **more}
items = lambda texts, ordered=False: {'t': 'list', 'items': texts, 'ordered': ordered}
code = lambda *lines: {'t': 'code', 'lines': list(lines)}

D = {}
D['invoice'] = [h(1, 'Invoice'), cols([address('Meyer Plumbing GmbH', 'Ring 14', '80331 Munich')], [fields([['Invoice number', 'RE-2025-0417'], ['Invoice date', '14 March 2025'], ['Due', '28 March 2025'], ['Customer', 'C-20931']])]),
  table(['Pos.', 'Description', 'Qty', 'Unit price', 'Total'], [[str(i + 1), g if i % 3 else f'{g}. {LONG[i % 6]}', str(R.randint(1, 20)), money(90), money()] for i, g in enumerate(GOODS[:7])], 'rlrrr'),
  fields([['Net amount', money()], ['VAT 19 %', money(500)], ['Amount due', money()]], 'right'), p('Please pay within fourteen days. Thank you for your order.')]
D['rechnung'] = [address('Elektro Schulz', 'Am Markt 3', '04109 Leipzig'), fields([['Rechnungsnr.', '2025-118'], ['Datum', '03.02.2025'], ['Kundennr.', '4711'], ['Leistungszeitraum', 'Januar 2025']]), h(2, 'Rechnung'),
  table(['Bezeichnung', 'Menge', 'Einheit', 'Einzelpreis', 'Gesamt'], [[n, f'{R.randint(1, 9)},{R.randint(0, 9)}0', R.choice(['Std.', 'St.', 'm']), money(90, True), money(2000, True)] for n in ('Arbeitszeit Meister', 'Arbeitszeit Geselle', 'Kabel NYM 3x1,5', 'Steckdose weiß', 'Anfahrt')], 'lrlrr'),
  fields([['Summe netto', money(2000, True)], ['zzgl. 19 % MwSt.', money(400, True)], ['Rechnungsbetrag', money(3000, True)]], 'right')]
D['receipt'] = ('narrow', [h(2, 'Corner Market'), p('12 High Street'), table(None, [[g, money(20)] for g in ('Milk 1 l', 'Bread', 'Apples 1.2 kg', 'Butter', 'Eggs 10', 'Rice 500 g')], 'lr', style='plain'), fields([['Subtotal', money(90)], ['Tax', money(9)], ['Total', money(99)], ['Cash', '100.00'], ['Change', money(5)]], 'grid'), p('Thank you for your visit')])
D['order'] = [h(1, 'Purchase order'), cols([h(3, 'Supplier'), address('Nordic Tools AB', 'Hamngatan 8', '111 47 Stockholm')], [h(3, 'Deliver to'), address('Byrne Workshops', 'Unit 6, Dock Lane', 'Cork')]), fields([['Order', 'PO-7781'], ['Ordered by', 'Nora Byrne'], ['Needed by', '2 May 2025']], 'colon'),
  table(['Article', 'Name', 'Quantity', 'Price', 'Discount', 'Amount'], [[f'N{R.randint(1000, 9999)}', g, str(R.randint(1, 40)), money(90), R.choice(['', '5 %', '10 %']), money()] for g in GOODS[3:10]], 'llrrrr', style='grid')]
D['delivery'] = [h(1, 'Delivery note 5502'), table(['Pos', 'Article', 'Ordered', 'Delivered', 'Open', 'Remark'], [[str(i + 1), g, '10', str(10 - i % 3), str(i % 3), LONG[i] if i % 3 else ''] for i, g in enumerate(GOODS[:6])], 'rlrrrl'), fields([['Driver', 'Erik Dahl'], ['Received by', 'Amina Said'], ['Date', '9 April 2025']], 'grid')]
bal = 4120.55
rows = []
for i in range(9):
    a = R.randint(1000, 90000) / 100; inn = i % 4 == 2; bal += a if inn else -a
    rows.append([day(), R.choice(['Card payment', 'Transfer', 'Direct debit', 'Salary']) + (f' {PEOPLE[i]} reference {R.randint(10000, 99999)} and the invoice of the month before' if i % 2 else ' ' + PEOPLE[i]), '' if inn else f'{a:,.2f}', f'{a:,.2f}' if inn else '', f'{bal:,.2f}'])
D['bank'] = [h(1, 'Account statement'), fields([['Account holder', 'Greta Olsen'], ['IBAN', 'NO93 8601 1117 947'], ['Statement', '4 / 2025']], 'colon'), table(['Date', 'Details', 'Money out', 'Money in', 'Balance'], rows, 'llrrr')]
D['card'] = [h(1, 'Card statement'), table(['Date', 'Merchant', 'Place', 'Amount'], [{'sub': 'Card 4411 of Hanna Weiss'}] + [[day(), m, pl, money(200)] for m, pl in (('Book Nook', 'Vienna'), ('Rail Tickets', 'Linz'), ('Green Grocer', 'Graz'))] + [{'sub': 'Card 9020 of Tomas Novak'}] + [[day(), m, pl, money(200)] for m, pl in (('Petrol Point', 'Brno'), ('Hotel Amber', 'Prague'), ('City Parking', 'Brno'))], 'lllr')]
D['payslip'] = [h(1, 'Payslip March 2025'), fields([['Name', 'Lucia Ferri'], ['Staff no.', '20117'], ['Department', 'Repairs'], ['Tax class', 'I']], 'pairs4'),
  cols([h(3, 'Earnings'), table(['Item', 'Amount'], [['Basic pay', '2,850.00'], ['Overtime', '212.40'], ['Bonus', '150.00'], ['Meal allowance', '66.00']], 'lr')], [h(3, 'Deductions'), table(['Item', 'Amount'], [['Income tax', '421.10'], ['Pension', '263.90'], ['Health insurance', '221.05'], ['Union fee', '14.20'], ['Canteen', '48.00']], 'lr')]), fields([['Net pay', '2,310.15']], 'right')]
D['utility'] = [h(1, 'Electricity bill'), fields([['Contract', '88120-3'], ['Meter', '1EMH0041'], ['Address', 'Lock Road 5, Northport']], 'ruled'), table(['Period', 'Old reading', 'New reading', 'Used kWh', 'Price per kWh', 'Amount'], [[f'{m} 2025', str(40000 + i * 300), str(40300 + i * 300), '300', '0.31', money(120)] for i, m in enumerate(('January', 'February', 'March', 'April'))], 'lrrrrr'), fields([['Energy', money(400)], ['Network charge', money(100)], ['Metering', money(30)], ['To pay', money(600)]], 'right')]
D['offer'] = [h(1, 'Offer 2025-33'), p('We thank you for your enquiry and offer as follows.'), table(['No.', 'Service', 'Price'], [['1', 'Survey of the site', money()], ['1.1', 'Drawings. ' + LONG[2], money()], ['1.2', 'Permit', money()], {'total': ['Subtotal 1', money()]}, ['2', 'Foundations', money()], ['2.1', LONG[4], money()], {'total': ['Subtotal 2', money()]}, {'total': ['Total', money()]}], 'llr'), p('This offer is valid for thirty days.')]
D['timetable'] = ('wide', [h(1, 'Bus 14, Monday to Friday'), table(['Stop'] + [str(700 + i) for i in range(11)], [[s] + [f'{6 + i}:{(5 + k * 7) % 60:02}' if (i + k) % 5 else '-' for i in range(11)] for k, s in enumerate(('Station', 'Town hall', 'Hospital', 'Old mill', 'Sports ground', 'University', 'Harbour'))], 'l' + 'r' * 11, style='plain'), p('A dash means that the bus does not stop.')])
D['two-lists'] = [h(1, 'Prices from May'), cols([table(['Article', 'Price'], [[g, money(60)] for g in GOODS[:8]], 'lr')], [table(['Article', 'Price'], [[g + ' large', money(90)] for g in GOODS[2:10]], 'lr')])]
D['nutrition'] = ('narrow', [h(2, 'Nutrition facts'), table(['Typical values', 'per 100 g', 'per serving'], [['Energy', '1,520 kJ', '456 kJ'], ['Fat', '12.0 g', '3.6 g'], ['of which saturates', '4.1 g', '1.2 g'], ['Carbohydrate', '48.0 g', '14.4 g'], ['of which sugars', '22.5 g', '6.8 g'], ['Protein', '8.2 g', '2.5 g'], ['Salt', '0.9 g', '0.3 g']], 'lrr')])
D['spec'] = [h(1, 'Pump P-200'), table(None, [['Material', 'Housing of cast iron, shaft of stainless steel, seals of nitrile rubber'], ['Power', '750 W at 230 V, 50 Hz, with overload switch'], ['Flow', 'Up to 12 cubic metres an hour at a head of 8 metres; the curve is on the back of this sheet and in the manual'], ['Temperature', 'Liquids from 2 to 60 degrees Celsius'], ['Weight', '18.4 kg without hose, 21 kg packed for transport'], ['Approvals', 'CE, TUV, and the certificate for drinking water of the state laboratory, renewed every third year']], 'll')]
D['glossary'] = [h(1, 'Terms'), table(['Term', 'Meaning'], [['Sluice', 'A gate that slides in grooves and lets water pass under it'], ['Weir', 'A low wall across a river that holds the water at a level; boats cannot pass it without a lock or a slide beside the wall'], ['Lock', 'A chamber with two gates'], ['Culvert', 'A pipe or channel that takes a stream below a road, a railway or a bank'], ['Spillway', 'The part of a dam over which surplus water runs off without harm']], 'll')]
D['balance'] = [h(1, 'Balance sheet at 31 December'), table(['', 'Note', '2024', '2023'], [{'sub': 'Assets'}] + [[n, str(i + 3), f'{R.randint(1000, 90000):,}', f'{R.randint(1000, 90000):,}'] for i, n in enumerate(('Buildings', 'Machinery', 'Inventories', 'Trade receivables', 'Cash at bank'))] + [{'total': ['Total assets', '214,410', '198,037']}, {'sub': 'Equity and liabilities'}] + [[n, '' if i == 1 else str(i + 9), f'{R.randint(1000, 90000):,}', f'({R.randint(100, 9000):,})' if i == 2 else f'{R.randint(1000, 90000):,}'] for i, n in enumerate(('Share capital', 'Reserves', 'Retained result', 'Loans', 'Trade payables'))] + [{'total': ['Total equity and liabilities', '214,410', '198,037']}], 'lrrr')]
D['income'] = [h(1, 'Income statement'), p(para(2)), table(['Million euro', '2021', '2022', '2023', '2024', 'Change'], [[n] + [f'{R.randint(10, 999)}.{R.randint(0, 9)}' if (i + k) % 7 else '-' for k in range(4)] + [f'{R.choice("+-")}{R.randint(1, 30)} %'] for i, n in enumerate(('Revenue', 'Cost of materials', 'Personnel', 'Depreciation', 'Other expenses', 'Operating result', 'Interest', 'Taxes', 'Net result'))], 'lrrrrr'), p(para(3))]
D['report'] = [h(1, 'Water report'), p(para(4)), h(2, 'Levels'), p(para(3)), table(['Gauge', 'Lowest', 'Mean', 'Highest'], [[g, f'{R.randint(10, 99)} cm', f'{R.randint(100, 199)} cm', f'{R.randint(200, 399)} cm'] for g in ('Upper lock', 'Town bridge', 'Lower lock', 'Estuary')], 'lrrr'), p(para(4)), h(2, 'Repairs'), items(['Gate of the upper lock', 'Railing on the town bridge', 'Two lamps at the estuary']), p(para(3))]
D['newsletter'] = [h(1, 'The Lock Keeper'), cols([h(3, 'Council'), p(para(4)), p(para(3))], [h(3, 'River'), p(para(4)), p(para(3))], [h(3, 'Town'), p(para(4)), p(para(3))], flow=True)]
D['paper'] = [h(1, 'On the rise of water after rain'), cols([h(3, '1 Introduction'), p(para(5)), p(para(4)), h(3, '2 Method'), p(para(4))], [table(['Site', 'Days', 'Rise'], [['A', '12', '0.41 m'], ['B', '9', '0.38 m'], ['C', '15', '0.52 m']], 'lrr'), h(3, '3 Results'), p(para(5)), p(para(4))], flow=True)]
D['resume'] = [h(1, 'Tomas Novak'), address('novak@example.org', '+420 555 0199'), h(2, 'Work'), fields([['2019 - today', 'Head of maintenance, River Works, Brno. Leads nine fitters and plans the yearly stop of the plant.'], ['2014 - 2019', 'Fitter, City Water Company, Prague'], ['2011 - 2014', 'Apprentice, Pump Factory Olomouc']], 'grid'), h(2, 'Languages'), fields([['Czech', 'native'], ['English', 'fluent'], ['German', 'basic']], 'grid')]
D['minutes'] = [h(1, 'Minutes of 6 May'), fields([['Chair', 'Nora Byrne'], ['Minutes by', 'Yusuf Kaya'], ['Absent', 'Ivan Petrov']], 'colon'), h(2, 'Agenda'), items(['Budget of the harbour', 'New path for schools', 'Any other business'], True), h(2, 'Actions'), table(['What', 'Who', 'Until'], [['Ask both firms for a new price', 'Erik Dahl', '20 May'], ['Draw the path on the map and send it to the schools with a letter that explains the crossing', 'Lucia Ferri', '1 June'], ['Book the hall', 'Amina Said', '9 May']], 'lll')]
D['contract'] = [h(1, 'Lease'), p('This lease is made between Greta Olsen and the tenant named below.'), h(2, '1 Premises'), p('1.1 The owner lets the workshop at Dock Lane 6 to the tenant. ' + para(2)), p('1.2 Keys are handed over on the first day. ' + para(2)), h(2, '2 Rent'), p('2.1 The rent is 940 euro a month. ' + para(2)), fields([['Rent', '940.00'], ['Heating', '120.00'], ['Deposit', '1,880.00']], 'grid'), h(2, '3 Term'), p('3.1 The lease begins on 1 June 2025. ' + para(2)), fields([['Owner', 'Greta Olsen'], ['Tenant', 'Pedro Lima']], 'colon')]
D['boxes'] = [h(1, 'Application for a berth'), {'t': 'boxes', 'rows': [[['Surname', 'Kaya'], ['First name', 'Yusuf']], [['Street', 'Mole Road 9'], ['Town', 'Southwick'], ['Postcode', 'SW1 9ZZ']], [['Boat', 'Seagull'], ['Length', '9.4 m']], [['Email', 'kaya@example.org'], ['Telephone', '+44 555 0177']]]}, p('Berths are given in the order of applications.')]
D['pairs'] = [h(1, 'Vehicle record'), fields([['Maker', 'Volvo'], ['Model', 'FH 460'], ['First registered', '12.04.2019'], ['Colour', 'White'], ['Fuel', 'Diesel'], ['Power', '338 kW'], ['Tyres', '315/80 R 22.5'], ['Next test', '04/2026']], 'pairs4'), h(2, 'Service'), table(['Date', 'Kilometres', 'Work'], [[day(), f'{R.randint(100, 400)},{R.randint(100, 999)}', w] for w in ('Oil and filter', 'Brake pads front', LONG[1], 'Tyres rear')], 'lrl')]
D['matrix'] = [h(1, 'Survey'), table(['Question', 'Yes', 'Partly', 'No'], [[q] + ['X' if k == i % 3 else '' for k in range(3)] for i, q in enumerate(('Was the water clean?', 'Was the staff friendly and able to help you?', 'Did you find a free berth?', 'Would you come again next year?', 'Were the prices fair?'))], 'lccc', style='grid')]
D['lab'] = [h(1, 'Laboratory report'), fields([['Patient', 'Ivan Petrov'], ['Born', '02.11.1971'], ['Sample', 'Blood, 7 May 2025 08:15'], ['Sent by', 'Dr Byrne']], 'pairs4'), table(['Test', 'Result', 'Unit', 'Reference', 'Flag'], [{'sub': 'Blood count'}, ['Haemoglobin', '14.1', 'g/dl', '13.5 - 17.5', ''], ['Leukocytes', '11.8', '10^9/l', '4.0 - 10.0', 'H'], ['Platelets', '240', '10^9/l', '150 - 400', ''], {'sub': 'Chemistry'}, ['Sodium', '139', 'mmol/l', '135 - 145', ''], ['Potassium', '3.3', 'mmol/l', '3.5 - 5.1', 'L'], ['Creatinine', '0.9', 'mg/dl', '0.6 - 1.2', '']], 'lrlll')]
D['exams'] = [h(1, 'Exams in June'), table(['Day', 'Time', 'Subject', 'Room'], [['Mon 2', '09:00', 'Mathematics', 'A12'], ['', '13:00', 'Physics', 'B03'], ['Tue 3', '09:00', 'History', 'A12'], ['', '13:00', 'Biology', 'C21'], ['Wed 4', '10:00', 'English literature, both parts with a break of thirty minutes', 'Hall']], 'llll')]
D['league'] = [h(1, 'Table after 20 games'), table(['', 'Club', 'W', 'D', 'L', 'Goals', 'Points'], [[f'{i + 1}.', f'{c} FC', str(15 - i), str(i % 4), str(5 + i - i % 4), f'{50 - 3 * i}:{20 + 2 * i}', str(3 * (15 - i) + i % 4)] for i, c in enumerate(('Northport', 'Old Quay', 'Mole', 'Southwick', 'Lighthouse', 'Cork', 'Brno', 'Linz'))], 'rlrrrrr', style='plain')]
D['howto'] = [h(1, 'Backups'), p(para(3)), code('#!/bin/sh', 'for name in docs mail web', 'do', '  tar -czf "$name.tar.gz" "/srv/$name"', 'done'), p(para(2)), h(2, 'Restore'), code('def restore(name):', '    with open(name) as file:', '        return file.read()'), p(para(3))]
D['api'] = [h(1, 'List invoices'), p('Returns the invoices of a customer, newest first.'), table(['Parameter', 'Type', 'Required', 'Description'], [['customer', 'string', 'yes', 'Number of the customer'], ['limit', 'integer', 'no', 'How many invoices are returned, from 1 to 100; the default is 20'], ['after', 'string', 'no', 'Invoices after this one, for the next page of a list'], ['status', 'string', 'no', 'One of open, paid, late, or several of them separated by commas']], 'llll'), code('GET /invoices?customer=C1', 'Accept: application/json')]
D['slide-table'] = ('slide', [h(1, 'Traffic at the locks'), items(['More boats in May', 'Fewer in winter', 'Two days closed']), table(['Lock', '2023', '2024'], [['Upper', '1,204', '1,377'], ['Town', '2,011', '1,954'], ['Lower', '3,870', '4,015']], 'lrr')])
D['slide-cols'] = ('slide', [h(1, 'Before and after'), cols([h(2, 'Before'), items(['Paper forms', 'Queues at the desk', 'Open on weekdays'])], [h(2, 'After'), items(['Forms by web', 'Dates by telephone', 'Open each day'])]), p('Source: survey of 412 visitors')])
D['letter'] = [address('River Works Ltd', 'Lock Road 5', 'Northport'), address('Ms Hanna Weiss', 'Ring 14', 'Vienna'), p('Northport, 3 June 2025'), h(2, 'Your enquiry of 28 May'), p('Dear Ms Weiss,'), p(para(4)), p(para(3)), p('Yours sincerely'), p('Erik Dahl')]
D['menu'] = [h(1, 'Harbour Kitchen'), h(2, 'Starters'), fields([['Fish soup with saffron', '8.50'], ['Beetroot salad', '7.20'], ['Smoked eel on bread', '11.00']], 'leader'), h(2, 'Mains'), fields([['Cod with mustard sauce', '19.80'], ['Mushroom pie', '15.40'], ['Lamb stew', '21.00'], ['Gnocchi', '14.60']], 'leader')]
D['packing'] = [h(1, 'Packing list'), table(['Box', 'Contents', 'Pieces', 'Weight kg'], [['1', 'Ball valves, brackets and one bag of screws', '44', '12.5'], ['2', 'Gaskets', '200', '3.1'], ['3', 'Lamps (handle with care), cable drums and the keys for the drums', '18', '22.0'], {'total': ['Sum', '262', '37.6']}], 'rlrr', style='grid')]
D['calendar'] = [h(1, 'June 2025'), table(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'], [['', '', '', '', '', '', '1']] + [[str(d + k) if d + k <= 30 else '' for k in range(7)] for d in (2, 9, 16, 23, 30)], 'rrrrrrr', style='grid')]
D['contents'] = [h(1, 'Contents'), fields([['1 The river', '3'], ['1.1 Source and course', '5'], ['1.2 Floods', '11'], ['2 The locks', '19'], ['2.1 Upper lock', '23'], ['Index', '240']], 'leader')]
D['long-table'] = [h(1, 'Stock list'), table(['Number', 'Article', 'Shelf', 'Stock', 'Value'], [[str(1000 + i), GOODS[i % 12] + f' type {i}', f'{"ABCD"[i % 4]}{i % 9}', str(R.randint(0, 400)), money()] for i in range(70)], 'lllrr')]
D['wide'] = ('wide', [h(1, 'Rainfall by month'), table(['Station', 'Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec', 'Year'], [[s] + [str(R.randint(10, 99)) for _ in range(12)] + [str(R.randint(500, 900))] for s in ('Upper lock', 'Town bridge', 'Lower lock', 'Estuary', 'Hill farm', 'Airport')], 'l' + 'r' * 13), p(para(2))])

def words(b, out):
    t = b['t']
    if t in 'hp': out += b['text'].split()
    elif t == 'address' or t == 'code':
        for l in b['lines']: out += l.split()
    elif t == 'fields':
        for pair in b['pairs']: out += ' '.join(pair).split()
    elif t == 'boxes':
        for row in b['rows']:
            for pair in row: out += ' '.join(pair).split()
    elif t == 'list':
        for l in b['items']: out += l.split()
    elif t == 'table':
        for row in ([b['head']] if b['head'] else []) + b['rows']:
            cells = [row['sub']] if 'sub' in row else row['total'] if isinstance(row, dict) else row
            out += ' '.join(cells).split()
    elif t == 'cols':
        for part in b['parts']:
            for x in part: words(x, out)
def truth(b, T):
    t = b['t']
    if t == 'h' : T['lines'].append(b['text']); T['alone'].append(b['text'])
    elif t == 'p':
        T['lines'].append(b['text']); len(b['text']) > 30 and T['alone'].append(b['text'])
    elif t == 'address': pass
    elif t == 'code': T['lines'] += [l.strip() for l in b['lines']]
    elif t == 'list': T['lines'] += b['items']
    elif t == 'fields': T['fields'] += b['pairs']
    elif t == 'boxes':
        for row in b['rows']: T['fields'] += row
    elif t == 'table':
        for row in ([b['head']] if b['head'] else []) + b['rows']:
            if 'sub' in row: T['lines'].append(row['sub'])
            else: T['rows'].append([c for c in (row['total'] if isinstance(row, dict) else row) if c])
    elif t == 'cols':
        heads = [part[0]['text'] for part in b['parts'] if part[0]['t'] == 'h']
        # Heads of what stands side by side may be the head of one table.
        if len(heads) > 1 and not b.get('flow'): T['heads'].append(heads)
        for part in b['parts']:
            for x in part: truth(x, T)
def documents():
    for name, d in D.items():
        size, blocks = d if isinstance(d, tuple) else ('a4', d)
        T = dict(heads=[], rows=[], fields=[], lines=[], words=[], alone=[])
        for b in blocks: words(b, T['words']); truth(b, T)
        cells = [c for row in T['rows'] + T['fields'] for c in row]
        T['alone'] = [line for line in T['alone'] if not any(line in c for c in cells) and not any(line in heads for heads in T['heads'])]
        T['lines'] = [line for line in T['lines'] if not any(line in heads for heads in T['heads'])]
        yield name, size, blocks, T
assert len(D) == 40, len(D)
