import { isUnspaced, toPlain } from './plain-words.ts'

/** Beginnings of words that say the same in ten languages, one concept a line; behind `!` what says the opposite. */
const table = `
pet|dog|haustier|hund|animaux|animal|chien|mascota|perro|cane|huisdier|hond|cachorro|zwierz|psy|psow|husdjur|husdyr|kaledyr|mazlic|zvirat|宠物|ペット|반려동물|애완|animai
child|kid|kinder|enfant|nino|bambin|bambini|kinderen|crianca|dziec|barn|deti|儿童|小孩|こども|子供|子ども|小学生|어린이
smok|rauch|fume|fumar|fumador|fumator|roken|palen|rokning|rygning|kour|吸烟|喫煙|禁煙|たばこ|흡연|금연
allow|welcom|permit|permis|accept|erlaubt|gestattet|willkommen|admis|autoris|bienvenu|bienvenid|ammess|benvenut|consentit|toegestaan|welkom|aceit|dozwol|widzian|friendly|freundlich|tillat|valkom|tilladt|velkom|povolen|vitan|允许|可以|携带|接受|同伴|可能|使い|使え|利用でき|いただけます|가능|admit|admet|darf|durf|mogen|posson|podem|puede|smie|mee|mogen|遠慮 ! 禁煙|禁烟|금연|forbid|forbidden|prohibit|verboten|interdit|prohibid|vietat|verboden|proibid|zabron|zakaz|forbjud|forbudt|zakazan
includ|incl|inclu|enthalten|inbegriffen|inklusiv|inkl|compris|compres|inbegrepen|wliczon|ingar|inkluder|zahrnut|包含|付き|込|포함 ! exclud|exclusive|exkl|ekskl|zzgl|zuzuglich|esclus|exclusief
requir|need|necess|mandator|obligator|compulsory|erforderlich|notig|notwendig|benotig|pflicht|obligatoir|requis|exig|requerid|necesari|richiest|obbligatori|verplicht|nodig|vereist|obrigat|wymagan|obowiazkow|krav|obligatorisk|pakravet|vyzad|povinn|potreb|必要|需要|필요|nutn|verlangt|exige|servono|occorr|不要 ! optional|facultati|fakultativ|frivillig|nieobowiazkow|nepovinn
free|kostenlos|kostenfrei|gratis|gratuit|bezplatn|darmow|zdarma|fri|免费|無料|무료|frei ! payant|kostenpflichtig|gebuhrenpflichtig|avgiftsbelag
english|englisch|anglais|ingles|engels|angielsk|engelsk|anglick|英語|英语|영어
interpret|dolmetsch|tolk|tlumacz|tlumocn
conditioning|climatis|klimaanlag|clima|airco|condizionat|acondicionad|klimatyz|luftkonditioner|aircondition|冷房|空调|에어컨
wash|waschmaschin|lavador|lave|lavatric|wasmachin|pralk|tvattmaskin|vaskemaskin|pracka|洗濯機
tv|television|fernseh|televis|telewiz|テレビ|电视|텔레비전
tourist|kurtaxe|sejour|soggiorn|toerist|turist|turystyczn
wifi|wlan|无线网络|wi|무선
breakfast|frühstück|petit|desayuno|colazion|ontbijt|pequeno|manha|sniadani|frukost|morgenmad|snidan|早餐|朝食|조식
lunch|mittagessen|dejeuner|almuerzo|pranzo|almoco|obiad|frokost|obed|午餐|昼食|점심|midi
vat|税|mwst|mehrwertsteuer|ust|tva|iva|btw|moms|dph
park|stellplatz|aparcamiento|parcheggi|parker|estacionamento|停车|駐車|주차
elevator|lift|aufzug|fahrstuhl|ascens|ascensor|elevador|winda|windy|windą|hiss|vytah|电梯|エレベーター|엘리베이터
balcony|balkon|balcon|balcao|varand|altan
terrace|terrass|terraza|terrazz|taras|teras
garden|garten|jardin|giardin|tuin|ogrod|tradgard|zahrad
garage|cochera|garaz|box
furnished|mobliert|meubl|amueblad|arredat|ammobiliat|gemeubileerd|mobilad|umeblowan|mobler|zarizen ! unfurnish|unmobliert|ongemeubileerd|omobler|umobler|nezarizen
pool|piscin|zwembad|basen|bazen|游泳池|泳池|プール|수영장
remote|remoto|homeoffice|teletrav|teletrab|telelavor|thuiswerk|teletrabalho|zdaln|distans|hjemmearbejde ! onsite|presencial|presenza|stacjonarn
online|ligne ! prasenz|presencial|presenza
wheelchair|rollstuhl|barrierefrei|stufenlos|schwellenlos|ebenerdig|pmr|fauteuil|rolstoel|wozk|rullstol|korestol|vozick|bezbarier|无障碍|轮椅|車いす|車椅子|バリアフリー|휠체어|mobilit|movilidad|mobilidad|behindert|handicap|disabled
accessible|zuganglich|barrierefrei|stufenlos|schwellenlos|gerecht|adapte|adaptad|accessibil|toegankelijk|acessivel|dostosowan|anpassad|egnet|无障碍|バリアフリー|access|adgang|zugang|acces|acceso|accesso|toegang|acesso|dostep|pristup
gluten|glutin
vegan
vegetar|wegetar
organic|bio|biologi|ekologi|okologi|ecologi
visa|visum
card|karte|carte|tarjeta|carta|kart|cartao|karta|kort|银行卡|カード|카드
ship|deliver|versand|livraison|envio|spedizion|verzend|entrega|wysylk|dostaw|frakt|levering|doprav
experience|erfahrung|experienc|esperienza|ervaring|doswiadczen|erfarenhet|erfaring|zkusenost
registration|register|anmeldung|inscription|inscripcion|iscrizion|aanmeld|inscricao|rejestracj|foranmalan|anmalan|tilmeld|registrac|prihlas
certificate|attest|zertifikat|certificat|certificado|certificato|certificaat|certyfikat|certifikat|bevis
used|gebraucht|occasion|usad|usat|gebruikt|uzywan|begagnad|brugt|pouzit
caffein|koffein|cafein|kofein
adult|erwachsen|adulte|adulto|adulti|volwassen|dorosl|vuxen|voksn|voksen|dospel|成人|大人|おとな|성인
student|schuler|etudiant|estudiant|studenti|studenten|student|eleve|uczen|elev|学生|학생
member|mitglied|membre|miembro|socio|soci|lid|leden|czlonk|medlem|clen|会员|会員|회원
family|famil|rodzin|familj|rodin
guest|person|berth|gast|hote|huesped|ospit|gasten|hospede|gosci|gast|gaest|sleep|schlaf|couchage|people|personne|persona|persone|personen|pessoa|osob|os
participant|attendee|group|teilnehm|gruppe|groupe|grupo|gruppo|groep|grup|deelnem|uczestni|deltag|skupin|ucastn
bed|bett|lit|cama|letto|letti|bedden|lozk|sang|seng|postel
cabin|kabine|cabine|camarote|cabina
room|zimmer|chambre|habitacion|camera|camere|kamer|quarto|pokoj|pokoi|rum|vaerelse|pokoje|bedroom|客房|客室|部屋|室|객실
bathroom|bad|bain|bano|bagn|badkamer|banho|lazien|badrum|koupeln
shower|dusche|douche|ducha|docc|prysznic|dusch|brus|sprch
toilet|wc|toilette|aseo|bagn|sanita|toalet
kitchen|kuche|cuisine|cocina|cucina|keuken|cozinha|kuchni|kok|kokken|kuchyn|einbaukuche
oven|ofen|four|horno|forno|piekarnik|ugn|ovn|trouba
floor|storey|stock|etage|planta|piso|piani|piano|verdieping|andar|pietr|plan|vaning|patr|楼高|楼层|階|층
bedroom|schlafzimmer|chambre|dormitorio|camer|slaapkamer|quarto|sypial|sovrum|sovevaerelse|loznic
fireplace|stove|kamin|cheminee|chimenea|camino|haard|lareira|komin|spis|pejs|krb
linen|towel|タオル|毛巾|수건|wasche|bettwasche|linge|draps|ropa|biancheria|linnen|lencois|posciel|sanglinne|linned|povleceni
clean|reinigung|endreinigung|menage|nettoyage|limpieza|pulizi|schoonmaak|limpeza|sprzatan|stad|rengoring|uklid
beach|strand|plage|playa|spiaggi|praia|plaz
distance|entfernung|abstand|distancia|distanza|afstand|odleglosc|avstand|vzdalenost
town|city|village|stadt|ville|ciudad|citta|stad|cidade|miast|mest
week|woche|semaine|semana|settiman|semana|tydzien|tygod|vecka|uge|tyden|tydn
weekend|wochenende|finde|fim
weekday|werktag|wochentag|laborable|feriale|doordeweek|powszedni|vardag|hverdag|vsedni|平日|평일
meet|treffpunkt|rendez|encuentro|ritrov|incontro|verzamel|encontro|zbiork|samling|reunion|riunion|vergader|modested|sraz|集合|집합
cash|barzahlung|bargeld|espece|efectivo|contant|dinheiro|gotowk|kontant|hotov|现金|現金|현금
horse|pferd|cheval|chevaux|caballo|cavall|paard|cavalo|kon|koni|hast|hest
donat|spende|don|donaci|donazion|doaca|darowizn|gava|dar
deductib|absetzbar|desgrav|deducib|detraibil|aftrekbaar|dedutiv|odlicz|avdragsgill|fradragsberettig
pregnan|schwanger|enceinte|embarazad|incint|zwanger|gravid|ciaz|tehot|妊娠|孕|임신
petrol|tankstelle|essence|gasolin|benzin|bensin|gasolinera|gas
month|monat|mois|mes|mese|maand|miesiac|manad|maned|mesic|每月|毎月|월
day|tag|jour|dia|giorn|dag|dni|dzien|den|每天|毎日|일|tages
night|nacht|nuit|noche|notte|nachten|noite|noc|natt|nat
summer|sommer|ete|verano|estate|zomer|verao|lato|letni|sommar|leto
winter|hiver|invierno|inverno|zima|zimow|vinter
sunday|sonntag|dimanche|domingo|domenica|zondag|niedziel|sondag|nedele|日曜|周日|일요일
saturday|samstag|samedi|sabado|sabato|zaterdag|sobot|lordag|土曜|周六|토요일
friday|freitag|vendredi|viernes|venerdi|vrijdag|sexta|piatek|piatk|fredag|patek|金曜|周五|금요일
thursday|donnerstag|jeudi|jueves|giovedi|donderdag|quinta|czwart|torsdag|ctvrtek|木曜|周四|목요일
wednesday|mittwoch|mercredi|miercoles|mercoledi|woensdag|quarta|sroda|srod|onsdag|streda|水曜|周三|수요일
tuesday|dienstag|mardi|martes|martedi|dinsdag|terca|wtor|tisdag|tirsdag|utery|火曜|周二|화요일
monday|montag|lundi|lunes|lunedi|maandag|segunda|poniedzial|mandag|pondeli|月曜|周一|월요일
daily|taglich|quotidien|todos|tutti|dagelijk|codzien|dagligen|dagligt|denne|毎日|每天|매일
clos|geschlossen|ferme|cerrad|chius|gesloten|fechad|zamkn|nieczynn|stang|lukk|zavren|ruhetag|休馆|闭馆|休息|定休|休み|休館|休業|休診|휴진|휴무|휴관
emergenc|notfall|notdienst|urgenc|urgenz|spoed|huisartsenpost|nagle|akut|pohotov|急诊|救急|응급
appointment|termin|rendez|cita|appuntament|afspraak|consulta|wizyt|tid|objedn|预约|予約|예약
patient|patienten|paciente|pazient|pacjent
clinic|practice|surgery|praxis|cabinet|clinica|praktijk|consultorio|gabinet|przychodn|mottagning|klinik|ordinac
doctor|arzt|docteur|medecin|medico|huisarts|lekarz|lakare|laege|lekar|医生|医師|의사
dentist|zahnarzt|dentiste|odontolog|tandarts|stomatolog|tandlakare|tandlaege|zubar
teacher|instructor|trainer|kursleiter|leitung|leitet|professeur|formateur|profesor|docente|insegnant|docent|lera|prowadz|lektor|larare|underviser|instruktor
guide|fuhrer|fuhrung|guia|guida|gids|przewodni|vard|导游|添乗|ガイド|가이드
owner|inhaber|inhabe|besitzer|proprietaire|patron|propietari|titular|proprietari|titolar|eigenaar|proprietari|wlascici|agare|ejer|majitel
manager|leiter|leitung|responsable|gerente|director|gestor|responsabil|beheerder|kierownik|dyrektor|chef|leder|vedouci|reditel|leider|diret|directr|direktor|direttor|direttric|responsab
chair|chairman|chairperson|president|vorsitz|presiden|presidenta|voorzitter|przewodnicz|prezes|ordforande|formand|predseda
treasurer|kassenwart|schatzmeister|tresorier|tesorer|penningmeester|tesoureir|skarbnik|kassor|kasserer|pokladni
rent|hire|貸し出|レンタル|租|대여|miet|vermiet|udlej|locat|alquil|affitt|noleggi|verhuur|aluguel|alugu|najem|wynaj|uthyr|pronajem
hall|saal|salle|sala|zaal|salao|sal
table|tisch|mesa|tavol|tafel|stol|bord
seat|chair|stuhl|sitz|siege|asiento|sedi|stoel|cadeira|krzes|stol|place|platz|plats|plads|座位|座席|좌석|plaza|posti|posto
capacity|plads|lotac|fasst|pojemn|容纳|定員|정원
born|birth|geboren|naissance|ne|nee|nacid|nacio|nacimiento|nat|nascit|nato|nata|geboorte|nascid|urodz|fodd|fodt|narozen
die|died|dies|death|dead|gestorben|tod|mort|deces|murio|fallec|muerte|mort|morto|overleden|morreu|zmarl|dog|dod|zemrel
marri|spouse|wife|husband|verheirat|epous|marie|casad|esposa|sposat|getrouwd|malzon|gift
father|vater|pere|padre|vader|pai|ojciec|far|fader|otec
mother|mutter|mere|madre|moeder|mae|matka|mor
award|medal|prize|preisgekront|prix|premio|premi|prijs|nagrod|pris|cena
book|buch|livre|libro|boek|livro|ksiazk|bok|bog|kniha
college|university|universit|hochschule|schule|universidad|ecole|uniwersytet
lesson|session|class|stunde|ubungsstunde|cours|seance|clase|sesion|lezion|incontr|les|lessen|aula|sessao|zajec|spotkan|lektion|lekce
exam|test|prufung|examen|esame|exame|egzamin|prov|prove|zkousk
driving|fuhrerschein|conduire|conducir|patent|rijbewijs|conducao|prawo|korkort|korekort|ridic
fee|gebuhr|beitrag|frais|cotisation|cuota|quota|contributo|bijdrage|taxa|oplata|skladk|avgift|gebyr|kontingent|poplat|honorar|gastos|expens|spes
join|aufnahme|adhesion|alta|iscrizion
discount|off|rabatt|remise|descuento|sconto|korting|desconto|znizk|rabat|slev
vehicle|car|auto|fahrzeug|vehicule|voiture|coche|veicol|voertuig|carro|veicul|samochod|pojazd|bil|fordon|koretoj
bicycle|bike|fahrrad|velo|bicicleta|bici|fiets|rower|cykel|kolo|cykl
passenger|passagier|passager|pasajer|passegger|passageir|pasazer
sail|cross|uberfahrt|traversee|travesia|traversat|overtocht|travessia|rejs|overfart
depart|abfahrt|depart|salida|partenz|vertrek|partida|odjazd|avgang|afgang|odjezd
engine|motor|moteur|motore|silnik
torque|drehmoment|couple|coppia|koppel|binario|moment
charg|lade|recharg|carga|carica|ricarica|oplad|carreg|ladow|ladd
battery|akku|batterie|bateria|batteria|accu|bateri|batteri
wheel|rad|rader|roue|rueda|ruota|ruote|wiel|roda|kolo|hjul
brake|bremse|scheibenbrems|frein|freno|freni|rem|freio|travao|hamul|broms|bremse|brzd
frame|rahmen|cadre|cuadro|telaio|kader|quadro|rama|ram|stel
light|licht|beleuchtung|lumiere|luz|luces|luci|verlichting|swiatl|lampa|lys
gear|shift|gang|gange|schaltung|vitesse|marcha|cambio|rapport|versnelling|mudanca|przerzut|vaxel
tank|wassertank|reservoir|deposito|serbatoi|zbiornik
ram|memory|speicher|memoire|memoria|geheugen|pamie|minne|hukommelse
storage|ssd|festplatte|disk|stockage|almacenam|disco|opslag|armazen|dysk|lagring
port|anschluss|connecteur|puerto|porta|poort|port
household|haushalt|foyer|hogar|famigli|huishoud|gospodarstw|hushall|husstand
permanent|unbefristet|indetermine|indefinid|indeterminat|onbepaald|nieokreslon|tillsvidare|fastansatt ! temporary|befristet
task|aufgabe|tache|mission|tarea|mansion|taken|tarefa|obowiaz|uppgift|opgav
grade|entgeltgruppe|gruppe|echelon|nivel|livello|schaal|stupen
plate|tafel|planche|lamina|tavol
edition|ausgabe|edizion|edicion|edicao|editie|edycj|upplag|udgav|rocnik
camping|tent|zelt|tente|tienda|tenda|campism|namiot|talt|telt|stan
pitch|stellplatz|emplacement|parcela|piazzol|kampeerplaats
genre|musik|style|estilo|genere|gatunek
rain|regen|pluie|lluvia|pioggia|chuva|deszcz|regn|dest
stage|buhne|scene|escenario|palco|podium|scena
altitude|elevation|hohe|altitud|altitudine|hoogte|wysokosc|hojd|hojde
hik|walk|徒歩|步行|도보|wander|randonn|marche|ruta|sendero|escursion|wandel|caminhad|szlak|vandr
depth|deep|tief|profond|profund|diep|glebok|djup|dyb|hloub
lane|bahn|couloir|calle|corsi|baan|raia|tor|bana|bane|draha
water|wasser|eau|agua|acqua|water|wod|vatten|vand|vod
deposit|anzahlung|kaution|acompte|caution|deposito|fianza|acconto|cauzion|aanbetal|borg|sinal|caucao|zalicz|kaucj|handpenning|depositum|zaloh|押金|保証金|보증금
last|letzt|derni|ultim|laatst|ostatn|senast|sidst|posledn|最终|最終|마지막
audio|audioguide|audioguia|audioguida|audiotour|audiogu
language|sprache|langue|idioma|lingua|taal|talen|jezyk|sprak|sprog|jazyk
contract|vertrag|contrat|contrato|contratto|umow|avtal|kontrakt|smlouv
license|licence|lizenz|licencia|licenza|vergunning|licenca|licencj|tillstand|licens|lic
invest|investisseur|inversor|investitor|belegger
office|buro|bureau|oficina|ufficio|kantoor|escritorio|biuro|kontor|expedition|kansli|sekretari
hire|recruit|einstell|embauch|contratar|assum|aannem|zatrud|anstall|ansaett
renovat|restor|restaur|refurbish|renovier|saniert|renove|remodel|reformad|ristruttur|gerenoveerd|wyremont|odnow|renover|rekonstru
terrace|terrass|terraza|terrazz|taras|teras
stroller|pram|buggy|kinderwagen|poussette|cochecito|passeggin|carrinho|wozek|wozk|barnvagn|barnevogn|klapvogn|kocar
dishwasher|spulmaschin|geschirrspul|vaisselle|lavavajill|lavastovigl|vaatwas|louca|zmywar|diskmaskin|opvask|mycky|mycka
tax|税|tassa|taxe|steuer|kurtaxe|impuesto|podat|skatt|skat|belasting|imposto|tasa
basement|cellar|keller|unterkeller|cave|sotano|trastero|cantin|kelder|piwnic|kallar|kaelder|sklep
accident|unfall|accidente|incident|incidentat|ongeval|wypad|olyck|ulykke|nehod
freez|frozen|frys|gefrier|einfrier|congel|invries|zamraz|mrozi
fibre|fiber|glasfaser|fibra|glasvezel|swiatlowod
activation|aktivier|activac|attivazion|activer|ativac|aktywac|aktiver|aktivac
install|einbau|montage|instal|assembl|montaj|montaggi|montering|montaz|aufbau|組立
notice|kundig|preavis|preavviso|opzeg|wypowied|uppsag|opsig|vypoved
valid|gultig|valable|geldig|wazn|giltig|gyldig|platn|vale
noise|larm|gerausch|schall|bruit|ruido|rumor|geluid|halas|buller|ljud|stoj|hluk|騒音
cable|kabel|cordon|cavo|snoer|cabo|przewod|sladd|ledning
station|bahnhof|gare|estacion|stazion|estacao|dworzec|dworca|nadraz|駅|车站|역
airport|flughaf|aeroport|aeropuert|luchthaven|lotnisk|flygplats|lufthavn|letist|空港|机场|공항
dinner|abendessen|diner|jantar|kolacj|middag|aftensmad|vecer|夕食|晚餐|저녁
talk|vortrag|charla|ponenc|lezing|palestr|wyklad|foredrag|prednask
tasting|degust|verkost|weinprobe|proeverij|vinprovning|smagning|ochutnavk|prova
vineyard|weinberg|rebflach|vigne|vinedo|vigneto|wijngaard|vinha|winnic|vingard|vinic
reception|rezeption|empfang|accueil|recepcion|ontvangst|rececao|recepc|フロント|受付
switchboard|zentrale|centralita|centralino|centrale|centrala|vaxel|omstilling|ustredn
insurance|versicher|assurance|seguro|assicura|verzeker|ubezpiecz|forsakr|forsikr|pojist
cancel|storn|absage|annul|afzeg|odwol|avbok|avbestall
refund|erstatt|rembours|reembols|rimbors|terugbeta|zwrot|zwrac|aterbetal|aterkop|refunder|vratk
open|eroff|geoffnet|ouvr|ouvert|abiert|abrimos|inaugur|apert|aprir|geopend|abert|otwar|otwier|oppn|abent|abner|abning|otevr|开业|开放|オープン|개업|개관 ! clos|geschlossen|ferme|cerrad|chius|gesloten|fechad|zamkn|nieczynn|stang|lukk|zavren|ruhetag|休馆|闭馆|定休|休業|休館|휴무|휴관
double|doppel|doble|doppi|dubbel|duplo|dwuosob|dobbelt|dvou
extra|zusatz|supplement|adicional|aggiuntiv|dodatkow
subscription|abonnement|abonament|suscripcion|abbonament|assinatura|predplat
comment|kommentar|comentari|commentair|comment|reactie|komentar
guarantee|warranty|garanti|garantie|garanzia|gwaranc|zaruk|gewahrleist|保証
deadline|until|frist|schluss|limite|hasta|plazo|entro|prazo|senast|senest|uzaver|締切|截止|마감|due|by|before|bis|avant|antes|prima|przed|voor|inden|do|fino
early|fruh|anticip|vroeg|wczesn|tidig
height|high|hohe|hoch|hauteur|haut|altura|alto|altezz|alta|hoog|hoogte|wysok|hojd|hog|hoj|vysk|vysok|高さ|高度
ticket|karte|karten|billet|entrada|bigliett|kaart|kaarten|bilhete|ingresso|bilet|biljett|vstupenk|listek|pass
full|voll|plein|entier|complet|intero|normal|regular|regolar|standard|ordinar
reduced|ermass|reduit|reduc|ridott|korting|gereduc|reduzid|ulgow|reducer|nedsat|sniz|concession|rabatt
low|nieder|bas|basse|baja|bassa|laag|baixa|nisk|lag|lav
season|saison|temporad|stagion|seizoen|epoca|sezon|sasong|saeson
download|pobieran|telecharg|descarg|nedladd|stahov
upload|wysylan|wysyl|televers|subida|uppladd|odesil
payment|pay|zahl|bezahl|paie|paiement|pago|pagar|pagament|betal|platno|platb|platit|zahlung|placi|platnosc|払
coffee|kaffee|cafe|caff|koffie|kawa|kaff|kava|コーヒー|咖啡
contain|enthalt|contien|contem|bevat|zawier|innehall|indehold|obsahu
loan|leih|borrow|pret|prest|leen|emprest|wypozycz|lan|udlan|借
salary|gehalt|lohn|salaire|salario|sueldo|stipend|salaris|wynagrodz|pensj
suitab|geeignet|adapt|apto|apta|adatt|geschikt|adequad|aconselh|odpowiedn|lamplig|vhodn|recommend|empfohl|consigl|recomend
reservation|booking|book|buchung|reserv|prenot|reserva|bokning|rezerwac|rezervac|予約|预订|예약
course|kurs|cours|curso|corso|cursus|kurz|講座|课程
private|貸切|個室|包间|einzel|privat|particulier|privad|prive|individu|indywidual|enskild
exhibit|ausstell|expos|esposi|tentoonstell|exposic|wystaw|utstall|udstill|vystav
piece|object|stuck|item|exponat|uhren|objet|objeto|oggett|stuks|przedmiot|foremal|genstand
volunteer|ehrenamt|freiwillig|benevol|voluntar|volontar|vrijwillig|wolontar|frivillig|dobrovol
country|countr|land|lander|pays|pais|paes|kraj|lander|zem|国|국가
income|einnahm|einkomm|recettes|revenus|ingreso|entrate|ricavi|inkomst|receita|przychod|dochod|indtaeg
growth|wachstum|croissance|crecim|crescita|groei|crescim|wzrost|tillvaxt|vaekst
monthly|monatlich|mensuel|mensual|mensile|maandelijk|mensal|miesieczn|manatlig|manedlig|mesicn|manad|maned
interest|zins|interet|tasso|rente|juro|odset|ranta|urok
withdraw|abheb|retrait|retirad|preliev|opname|levantament|wyplat|uttag|haevning
transfer|uberweis|virement|transferenc|bonific|overschrijving|przelew|overforing|prevod
stamp|bollo|stempel|timbre|selo
slope|pist|nedfart|trasa|stok|sjezdov
restaurant|gaststatt|ristorant|restauracj
vertical|fallhojd|hohenunter|denivel|desnivel|dislivell
longest|langst|lunga|langste|najdluz|langsta
evening|abend|soir|noche|sera|avond|wieczor|kvall|aften|vecern
machine|gerat|appareil|maquina|macchin|apparaat|maszyn|maskin|maschin|lavador|lavatric|pralk|pracka
service|wartung|inspektion|beurt|revision|tagliand|przeglad|onderhoud
puncture|platt|crevaison|pinchazo|foratura|lekke|furo|przebici|punkter
interior|inner|innen|interieur|interno|interna|binnen|wewnet|inre|invandig|indre|indvendig|vnitr
bottle|flasch|bouteille|botell|bottigl|fles|garraf|butelk|flaska|flaske|lahv
internship|praktik|praktyk|stage|practic|tirocin|estagio|staz
energy|energi|energet|energ
consumption|verbrauch|consommation|consum|verbruik|zuzyci|forbruk|forbrug|spotreb
coordinat|koordinat|coordinad|coordonn
length|long|lang|longue|longu|largo|lungo|lunghez|comprid|comprim|dlug|langd|laengd|dlouh|delk|長さ
width|wide|breit|breedt|large|larg|ancho|anch|szerok|bred|bredd|sirok|幅
entrance|eingang|entree|entrada|ingress|ingang|wejsc|indgang|vchod
heat|beheiz|chauff|climatiz|riscald|verwarm|aquecid|podgrzew|uppvarm|opvarm|vyhriv|calefac|heizung
under|below|unter|moins|menos|menores|meno|sotto|onder|ponizej|abaixo|未満|以下|미만
space|stellplatz|place|plaza|posti|posto|plek|lugar|miejsc|plads|plats|mist|台|车位|대
return|back|send back|ruckgabe|zuruck|retour|devol|restitu|reso|terug|zwrot|retur|vracen|返品|退货|반품|troca|cambio
credit|kredit|credito|クレジット|信用卡|신용
waterproof|wasserdicht|wasserfest|etanche|impermeab|waterdicht|wodoodporn|vattentat|vandtat|vodotesn|防水|방수
citation|cited|cite|zitier|citad|citat|citazion|cytowa|引用|被引
deprecat|obsolet|veraltet|sunset|discontinu|removed|retired|非推奨|廃止
shoe|schuh|chaussur|zapat|scarp|schoen|sapat|buty|skor|sko|boty
apartment|wohnung|appartement|apartament|appartament|mieszkan|lagenhet|lejlighed|byt
bath|風呂|浴|목욕
break|pause|pausa|pauze|przerw|rast|lunchstang|休憩|休み|점심|휴게
mechanic|monteur|mecanic|meccanic|mechanik|mekaniker
berth|liegeplatz|anneau|amarre|ormegg|ligplaats|batplats|badeplads
visitor|besucher|gastlieger|visiteur|visitante|visitator|bezoeker|odwiedz|besokar|besog|navstev
lodging|accommodation|unterkunft|logement|hebergement|alojamient|alloggi|overnacht|alojament|nocleg|logi|overnatning|ubytovan
desk|arbeitsplatz|schreibtisch|bureau|puesto|escritorio|scrivani|werkplek|biurko|skrivbord|skrivebord
fixed|fest|fixe|fijo|fisso|vast|fixo|staly|fast
flex|flexib|flessib|elastyczn
meeting|besprechung|konferenz|reunion|riunion|vergader|reuniao|spotka|mote|mode|schuz
single|einzelfahrt|einfach|sencillo|andata|enkel|ida|jednoraz|enkeltbillet
built|gebaut|erbaut|construit|construid|costruit|gebouwd|zbudowan|byggd|bygget|postaven
`

export interface Concept {
  readonly same: readonly string[]
  readonly opposite: readonly string[]
}

const known: readonly Concept[] = table
  .trim()
  .split('\n')
  .map((line) => {
    const [same = '', opposite = ''] = line.split(' ! ').map((part) => toPlain(part))
    return { same: same.split('|'), opposite: opposite.split('|').filter(Boolean) }
  })

const [endMin, innerMin, wholeMax, endingMax] = [4, 5, 3, 6]

/** Whether a word says a concept: at its beginning, or as the last part of a compound (`Familienkarte`). */
export const saysConcept = (word: string, beginnings: readonly string[]): boolean =>
  beginsWith(word, beginnings) ||
  beginnings.some(
    (one) =>
      one.length >= endMin &&
      word.lastIndexOf(one) > 1 &&
      (one.length >= innerMin || word.endsWith(one)),
  )

/** Of scripts without spaces, words stand in the middle of others. */
export const beginsWith = (word: string, beginnings: readonly string[]): boolean =>
  beginnings.some((one) => {
    if (isUnspaced(one)) return word.includes(one)
    return one.length > 3 ? word.startsWith(one) : word === one || word === `${one}s`
  })

const byBeginning = new Map<string, Concept>()
for (const concept of known)
  for (const one of concept.same) if (!byBeginning.has(one)) byBeginning.set(one, concept)

/** What a plain word stands for, by its longest beginning that is known and leaves no more than an ending; short ones are whole words. */
export function findConcept(word: string): Concept | undefined {
  for (let end = word.length; end > Math.max(wholeMax, word.length - endingMax - 1); end -= 1) {
    const concept = byBeginning.get(word.slice(0, end))
    if (concept) return concept
  }
  return byBeginning.get(word.length > wholeMax ? word.replace(/s$/, '') : word)
}
