/** A unit as a share of the base unit of its dimension. */
export interface Unit {
  readonly dimension: string
  readonly factor: number
}

/** One unit a line: dimension, factor, names in texts; behind the bar names in properties alone. */
const table = `
mass 1 g gramów gram grams gramm grammes gramos grammi | g grams
mass 1000 kg kilo kilos kilogram kilograms kilogramm chilo chili chilogrammi
mass 0.001 mg milligram milligrams
mass 1000000 t tonne tonnes tonnen | tons tonnes
mass 453.59237 lb lbs pound pounds
mass 28.349523125 oz ounce ounces
length 1 m mètre metrów metry metra metre metres meter meters metern mètres metros metri | m
length 0.01 cm centimetre centimetres centimeter centimeters zentimeter
length 0.001 mm millimetre millimetres millimeter millimeters
length 1000 km 公里 kilomètre kilomètres kilómetro kilómetros chilometri quilómetros quilômetros kilometrów kilometre kilometres kilometer kilometers kilometern
length 0.0254 in inch inches zoll pouces pulgadas pollici cali
length 0.3048 ft feet foot
length 1609.344 mi mile miles
area 1 m² m2 qm sqm mq quadratmeter quadratmetern kvadratmeter kvm 平方米 ㎡ | m2 sqm
area 0.09290304 sqft ft² ft2 | sqft
area 4046.8564224 acre acres | acres
area 10000 ha hectares hectare hektar | hectares
volume 1 l litre litres liter liters litros litri litr | l litres liters
volume 1000 m³ m3 cbm | m3 cbm
volume 0.001 ml cm³ cm3 ccm cc | ml cm3 ccm cc
volume 0.01 cl
torque 1 nm
power 1 w watt watts | w watts
power 1000 kw kilowatt | kilowatts
power 735.49875 ps hp hk pk cv | hp hk
energy 1 wh
energy 1000 kwh
voltage 1 v volt volts | v volts
voltage 0.001 mv
charge 1 mah
charge 1000 ah
current 1 a ampere | amps
current 0.001 ma | ma
frequency 1 hz hertz
frequency 1000000 mhz
frequency 1000000000 ghz
memory 1 gb gib gigs go
memory 1000 tb to
memory 0.001 mb mo
time 1 min 分钟 分 分間 분 mins minute minutes minuten minuto minutos minuti minuut minuty minut minuter minutter | minutes mins
time 60 h 小时 時間 시간 hr hrs hour hours std stunde stunden heure heures hora horas ora ore uur godz godziny tim timme timmar time timer | hours
time 0.0166666666666666666 s sec secs second seconds sek sekunden | seconds
days 1 天 日間 night nights nacht nächte nuit nuits noche noches notte notti nachten noc noce nocy noite noites natt nätter nat nætter dagars day days tag tage tagen jour jours día días dia dias giorno giorni dag dagen dage dages dni dzień dnů dní dagar werktag werktage werktagen arbeitstage | days
days 7 週間 week weeks woche wochen semaine semaines semana semanas settimana settimane weken tydzień tygodnie vecka veckor uge uger | weeks
months 1 か月 ヶ月 ケ月 個月 månaders month months monat monate monaten mois mes meses mese mesi maand maanden miesiąc miesiące miesięcy månad månader måned måneder | months
months 12 年 年間 års year years jahr jahre jahren an ans año años anno anni jaar jaren rok lata lat år ano anos | years
temperature 1 °c ℃ c celsius grad grader degrees degrés grados gradi graden graus stopni stupňů | celsius c
fahrenheit 1 °f f fahrenheit | fahrenheit f
share 1 % percent prozent procent | percent pct percentage
foodenergy 1 kcal | kcal
foodenergy 0.2390057361 kj | kj
speed 1 km/h kmh kph | kmh kph
speed 3.6 m/s | ms mps
speed 1.609344 mph
speed 1.852 kn knots
pressure 1 hpa mbar millibar
pressure 1000 bar
sound 1 db decibel
luminous 1 lm lumen
pixels 1 px pixels
emission 1 g/km | g/km
consumption 1 l/100km | l/100km
`

const units = new Map<string, Unit>()
const inNames = new Map<string, Unit>()
for (const line of table.trim().split('\n')) {
  const [texts = '', names] = line.split(' | ')
  const [dimension = '', factor = '', ...words] = texts.split(' ')
  const unit = { dimension, factor: Number(factor) }
  for (const word of words) {
    if (!units.has(word)) units.set(word, unit)
    if (word.length > 1 && word !== 'an' && word !== 'to' && word !== 'time' && word !== 'in')
      inNames.set(word, unit)
  }
  for (const word of names?.split(' ') ?? []) inNames.set(word, unit)
}

/** The unit that a word of a text names. */
export const unitNamed = (word: string): Unit | undefined => units.get(word)

/** The unit that a word of the name of a property names. */
export const unitInName = (word: string): Unit | undefined => inNames.get(word)

/** Words of currencies in names of properties, and what stands for them in texts. */
export const currencies: ReadonlyMap<string, string> = new Map(
  'eur EUR|euro EUR|euros EUR|usd USD|dollar USD|dollars USD|gbp GBP|pound GBP|pounds GBP|chf CHF|nok NOK|sek SEK|dkk DKK|pln PLN|czk CZK|jpy JPY|yen JPY|inr INR|cad CAD|aud AUD|cny CNY|brl BRL|huf HUF|try TRY|krw KRW'
    .split('|')
    .map((pair) => pair.split(' ') as [string, string]),
)
