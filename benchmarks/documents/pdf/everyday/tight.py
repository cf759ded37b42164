"""
Tables whose cells stand as close as words: right-aligned columns before left-aligned ones, words beside words, and centred columns.
The first fourteen layouts were used for mends, the others were read once before.

    SET=tight python3 benchmarks/documents/pdf/everyday/make.py FOLDER [PRODUCER...]
"""

import random
import layouts
from layouts import h, p, fields, table, cols

R = random.Random(90210)
def money(m=4000): return f'{R.randint(100, m * 100) / 100:,.2f}'
S = ['The ferry leaves when the tide allows it.', 'Spare keys are kept by the porter.', 'All weights are gross weights.', 'Each member has one vote.', 'The tank was last cleaned in March.', 'Claims must be sent in by the end of the year.', 'Rooms are let for at least two nights.', 'The list is valid until a new one is printed.', 'Numbers in brackets are of the year before.', 'Nets and ropes are counted in pieces.']
def para(n=2): return ' '.join(R.sample(S, n))
def num(rows, start=1): return [[str(start + i), *r] for i, r in enumerate(rows)]

D = {}
D['steps'] = [h(1, 'Procedure'), table(['No.', 'Step', 'Minutes', 'Tool'], num([['Drain the tank', '15', 'Pump'], ['Open the hatch and air the room', '20', 'Key 19'], ['Scrape the floor', '45', 'Scraper'], ['Rinse', '10', 'Hose'], ['Close the hatch', '5', 'Key 19'], ['Fill', '30', 'Pump']], 8), 'rlrl', style='grid'), p(para())]
D['voters'] = [h(1, 'Members'), table(['No.', 'Name', 'Shares', 'Street', 'Zip', 'Town'], num([['Abel, Ruth', '12', 'Mole Road 9', '4020', 'Linz'], ['Brandt, Olga', '3', 'Ring 14', '1010', 'Vienna'], ['Costa, Rui', '120', 'Hafen 3', '4020', 'Linz'], ['Dudek, Marek', '7', 'Lock Road 5', '602', 'Brno'], ['Eriksen, Siv', '45', 'Nova 7', '110', 'Prague']], 97), 'rlrlrl', style='lines')]
D['stock2'] = [h(1, 'Stock'), table(['Qty', 'Unit', 'Article', 'Price', 'Per'], [['12', 'pcs', 'Shackle 8 mm', '4.10', 'piece'], ['250', 'm', 'Rope, three strands, white', '1.85', 'metre'], ['3', 'l', 'Varnish', '22.00', 'litre'], ['40', 'kg', 'Lead, in bars of two kilograms', '3.95', 'kg'], ['1,000', 'pcs', 'Rivets', '0.04', 'piece']], 'rllrl', style='plain')]
D['depths'] = [h(1, 'Soundings'), table(['km', 'Place', 'Depth', 'Bottom', 'Width', 'Bank'], [[f'{i * 1.7 + .4:.1f}', pl, f'{3 + i * .6:.1f}', b, str(80 + 17 * i), k] for i, (pl, b, k) in enumerate((('Upper lock', 'mud', 'left'), ('Town bridge', 'gravel', 'right'), ('Old quay', 'rock', 'left'), ('Ferry', 'sand', 'both'), ('Weir', 'gravel', 'right')))], 'rlrlrl', style='zebra'), p(para(3))]
D['bill2'] = [h(1, 'Account of the slipway'), fields([['Account', '4471'], ['Period', 'June 2025']], 'pairs4'), table(['Pos', 'Text', 'Amount', 'Tax', 'Cur'], num([['Lift of the boat out of the water and back again', '120.00', '20 %', 'EUR'], ['Place on land, 14 days', '84.00', '20 %', 'EUR'], ['Power', '7.12', '10 %', 'EUR'], ['Water', '3.40', '10 %', 'EUR']]) + [{'total': ['Sum', '214.52', '', '']}], 'rlrrl', style='head')]
D['bus'] = [h(1, 'Line 14'), table(['km', 'Stop', 'dep.', 'Zone'], [['0', 'Harbour', '6:02', 'A'], ['3', 'Market', '6:09', 'A'], ['7', 'School', '6:15', 'B'], ['12', 'Lighthouse', '6:26', 'B'], ['31', 'Southwick', '6:58', 'C']], 'rlrl', style='lines')]
D['genes'] = [h(1, 'Samples'), table(['Nr', 'Code', 'Mass mg', 'Taken', 'pH', 'Remark'], num([['K-11', '12.04', '3 May', '7.1', 'clear'], ['K-12', '9.77', '3 May', '6.9', 'some sand'], ['K-13', '14.30', '4 May', '7.4', ''], ['L-01', '8.02', '5 May', '6.2', 'brown, smells of oil']], 101), 'rlrlrl', style='grid')]
D['quiz'] = [h(1, 'Results'), cols([table(['Pl.', 'Team', 'Points'], [[f'{i + 1}', n, str(44 - 3 * i)] for i, n in enumerate(('Otters', 'Herons', 'Mole Rats', 'Gulls'))], 'rlr')], [p(para(3))])]
D['ages'] = [h(1, 'Crew list'), table(['Age', 'Name', 'Rank', 'Since', 'Pay', 'Bank'], [['41', 'Ada Berg', 'Master', '2011', money(), 'Nordbank'], ['29', 'Jon Quill', 'Engineer', '2018', money(), 'Post'], ['23', 'Mara Lind', 'Deckhand', '2022', money(), 'Nordbank'], ['57', 'Piet Voss', 'Cook', '2009', money(), 'Post']], 'rllrrl', style='grid')]
D['toc2'] = [h(1, 'Drawings'), table(['Sheet', 'Title', 'Scale', 'Rev.'], [['101', 'Site plan with roads and services', '1:500', 'B'], ['102', 'Ground floor', '1:100', 'A'], ['103', 'Section', '1:100', ''], ['2110', 'Details of the gate and of its seal', '1:5', 'C']], 'rlrl', style='plain'), p(para())]
D['mix'] = [h(1, 'Mixes'), table(['%', 'Part', '%', 'Part'], [['60', 'Sand', '40', 'Gravel'], ['25', 'Cement', '35', 'Sand'], ['15', 'Water', '20', 'Cement'], ['', '', '5', 'Water']], 'rlrl', style='grid')]
D['log'] = ('wide', [h(1, 'Log'), table(['Time', 'Wind', 'Dir.', 'Sea', 'Course', 'Miles', 'Sail', 'Watch'], [['04:00', '4', 'SW', '2', '211', '18.4', 'full', 'Berg'], ['08:00', '5', 'SW', '3', '208', '24.9', 'one reef', 'Quill'], ['12:00', '6', 'W', '4', '215', '21.0', 'two reefs', 'Lind'], ['16:00', '3', 'NW', '2', '220', '12.7', 'full', 'Berg']], 'lrlrrrll', style='lines')])
D['till'] = ('narrow', [h(2, 'Kiosk'), table(['Qty', 'Item', 'EUR'], [['2', 'Coffee', '6.40'], ['1', 'Cake', '4.20'], ['12', 'Eggs', '5.90'], {'total': ['Sum', '16.50']}], 'rlr', style='plain')])
D['years'] = [h(1, 'Floods'), table(['Year', 'Level cm', 'Day', 'Dead', 'Damage in million', 'Source'], [['1954', '962', '9 July', '12', '411', 'Chronicle of the town'], ['1991', '834', '3 August', '0', '88', 'Survey'], ['2002', '1,018', '13 August', '7', '2,940', 'Report of the ministry'], ['2013', '1,289', '3 June', '5', '866', 'Survey']], 'rrlrrl', style='grid')]

S = ['The keeper winds the clock each evening.', 'Seeds are kept in paper bags.', 'Visitors wear a badge.', 'The gauge is read at noon.', 'Loans end after four weeks.', 'A copy is sent to the office.', 'Lamps are tested in autumn.', 'The well was deepened in spring.']
D['seeds'] = [h(1, 'Seeds'), p(para(3)), table(['Bed', 'Plant', 'Bags', 'Sown', 'cm', 'Sun'], [['2', 'Carrot', '14', 'March', '3', 'full'], ['10', 'Beet root, red', '8', 'April', '5', 'half'], ['11', 'Kale', '120', 'May', '40', 'full'], ['104', 'Leek', '35', 'March', '15', 'half']], 'rlrlrl', style='plain'), p(para(3))]
D['rivers'] = [h(1, 'Gauges'), table(['km', 'Gauge', 'Level', 'Trend', 'Flow', 'Unit'], [['3.5', 'Oberau', '212', 'falls', '48.20', 'm3/s'], ['17.0', 'Stein', '98', 'rises', '7.15', 'm3/s'], ['112.4', 'Neudorf bridge', '1,045', 'steady', '910.00', 'm3/s'], ['9.9', 'Mill', '77', 'falls', '3.08', 'm3/s']], 'rlrlrl', style='lines')]
D['loans'] = [h(1, 'Loans'), table(['Card', 'Reader', 'Title', 'Days', 'Fine', 'Cur'], [['771', 'Ortiz, Eva', 'Maps of the coast', '12', '1.20', 'EUR'], ['1009', 'Pham, Linh', 'Birds', '3', '0.30', 'EUR'], ['18', 'Quade, Jan', 'The last tram and other stories', '120', '12.00', 'EUR'], ['402', 'Rossi, Ugo', 'Bread', '41', '4.10', 'EUR']], 'rllrrl', style='grid'), p(para(2))]
D['chess'] = [h(1, 'Round 5'), table(['Bd', 'White', 'Elo', 'Res', 'Black', 'Elo'], [['1', 'Adler', '2104', '1:0', 'Novak', '1987'], ['2', 'Bose', '1855', '0:1', 'Ito', '1912'], ['3', 'Chen', '1790', '1:0', 'Mensah', '1802'], ['10', 'Diaz', '1433', '0:1', 'Lund', '1399']], 'rlrclr', style='plain')]
D['clocks'] = [h(1, 'Repairs'), table(['Nr', 'Clock', 'Part', 'Qty', 'Price', 'Shop'], [['41', 'Tower', 'Spring', '2', '118.00', 'Uhl'], ['42', 'Hall', 'Hand', '1', '24.50', 'Uhl'], ['43', 'Kitchen', 'Glass', '1', '9.90', 'Kern & Co'], ['144', 'Station', 'Motor', '12', '1,340.00', 'Kern & Co']], 'rllrrl', style='head'), p(para(3))]
D['wells'] = [h(1, 'Wells'), fields([['District', 'North'], ['Year', '2024']], 'colon'), table(['Well', 'Depth', 'Rock', 'Yield', 'Use'], [['A1', '12', 'clay', '0.4', 'garden'], ['A2', '145', 'chalk', '11.0', 'town'], ['B7', '60', 'sandstone', '3.5', 'farm'], ['C10', '8', 'gravel', '1.2', '']], 'lrlrl', style='zebra')]
D['badge'] = ('narrow', [h(2, 'Visitors'), table(['No', 'Name', 'In', 'Out'], [['1', 'Falk', '8:05', '9:40'], ['2', 'Gomez', '8:17', '17:02'], ['13', 'Haas', '10:30', '11:15'], ['114', 'Ilic', '12:00', '12:20']], 'rlrr', style='plain'), p(para(1))])
D['index2'] = [h(1, 'Prices of a year'), table(['Month', 'Bread', 'Milk', 'Eggs', 'Oil', 'Note'], [['January', '3.10', '1.19', '2.89', '7.99', 'snow'], ['February', '3.10', '1.19', '2.99', '8.49', 'strike at the mill'], ['March', '3.25', '1.25', '3.29', '8.49', ''], ['September', '3.40', '1.29', '3.19', '10.25', 'harvest']], 'lrrrrl', style='lines')]

layouts.D = D

def documents():
    for *document, truth in layouts.documents():
        truth['rows'] = [[c for c in row if c != '%'] for row in truth['rows']]
        yield *document, truth
