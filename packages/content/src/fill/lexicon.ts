import { toPlain } from './plain-words.ts'

/**
 * What callers and pages call a thing, in ten languages and more: one meaning a line, the form of its values, then its names. The
 * first name stands for all.
 */
const meanings = `
text title|name|headline|heading|titel|titre|título|titulo|titolo|tytuł|naam|nom|nombre|nome|nazwa|navn|namn|bezeichnung|überschrift|název|rubrik|タイトル|名称|名称|名字|이름|명칭|제목
person full name|person name|vollständiger name|nom complet|nombre completo|nome completo|volledige naam|imię i nazwisko|氏名|姓名|성명
person author|author name|forfatter|författare|skribent|autorka|byline|words|text by|written by|writer|recipe by|text by|story by|words by|by|autor|autorin|von|rezept von|text von|auteur|autrice|par|recette de|recette par|rédigé par|autore|di|ricetta di|por|receta de|receita de|door|recept van|av|recept av|af|przez|przepis|fotograf text|著者|作者|執筆
date date published|publish date|published|publication date|published at|published on|posted on|posted|date posted|publié le|publié|date de publication|veröffentlicht|veröffentlicht am|erschienen|erschienen am|publicado|publicado el|publicado em|pubblicato|pubblicato il|gepubliceerd|gepubliceerd op|opublikowano|publicerad|udgivet|fecha de publicación|data de publicação|data di pubblicazione|publicatiedatum|data publikacji|publiceringsdatum|veröffentlichungsdatum|release date|released on|released|erscheinungsdatum|erscheinungstermin|date de sortie|date de parution|fecha de lanzamiento|data di uscita|data de lançamento|data premiery|publicada|発売日|公開日|掲載日|投稿日|发布日期|发布时间|公開日|投稿日|등록일|게시일|dodano|lagt ut|ajouté le|hinzugefügt am|inserito il|añadido el|listed on
date date modified|updated|last updated|last modified|modified|updated at|updated on|stand|aktualisiert|zuletzt aktualisiert|mis à jour|mis à jour le|dernière mise à jour|actualizado|última actualización|aggiornato|ultimo aggiornamento|bijgewerkt|laatst bijgewerkt|atualizado|zaktualizowano|uppdaterad|opdateret|última atualização|atualizado em|ultima actualizacion|last changed|senast uppdaterad|sidst opdateret|ostatnia aktualizacja|更新日|最終更新
money price|tarief|tarieven|tariff|tariffa|tarifa|sazba|eintritt|eintrittspreis|admission|admission fee|entrance fee|entry fee|entrée|entrada|ingresso|toegang|wstęp|inträde|入館料|入場料|入浴料|门票|입장료|current price|sale price|our price|now|now only|product price|unit price|asking price|kaufpreis|verkaufspreis|preis|einzelpreis|jetzt|special price|angebotspreis|aktionspreis|prix|prix soldé|prix promo|precio de oferta|prezzo scontato|aanbiedingsprijs|preço promocional|cena promocyjna|försäljningspris|reapris|tilbudspris|akční cena|prix de vente|prix unitaire|precio|precio actual|prezzo|prijs|vraagprijs|preço|cena|pris|cijena|ár|hinta|fiyat|цена|価格|販売価格|税込価格|料金|値段|fee|course fee|participation fee|kursgebühr|teilnahmegebühr|kosten|quota|quota di partecipazione|tarif plein|cuota|cena brutto|cursusprijs|kursavgift|deltagaravgift|avgift|kurspris|prix public|prezzo di vendita|price from|价格|售价|单价|価格|料金|値段|가격|요금|판매가|tarif
money old price|original price|regular price|list price|was|was price|previous price|price before|rrp|msrp|statt|uvp|bisher|alter preis|vorher|streichpreis|ancien prix|au lieu de|prix barré|avant|prix conseillé|precio anterior|antes|en lugar de|prezzo originale|invece di|prima|anziché|prezzo di listino|adviesprijs|van|was prijs|oude prijs|preço antigo|de|stara cena|tidigare pris|ord pris|ordinarie pris|før|tidligere pris|førpris|původní cena|定価|通常価格|参考価格
money discount|you save|saving|savings|ersparnis|sie sparen|rabatt|remise|économie|descuento|ahorro|sconto|risparmio|korting|desconto|zniżka
money shipping cost|shipping|shipping price|shipping fee|delivery|delivery cost|delivery fee|postage|versand|versandkosten|lieferkosten|livraison|frais de livraison|frais de port|envío|gastos de envío|coste de envío|spedizione|spese di spedizione|costi di spedizione|verzendkosten|bezorgkosten|frete|portes|custo de envio|dostawa|koszt dostawy|wysyłka|frakt|fraktkostnad|fragt|levering|送料|配送料
code sku|item number|item no|article number|article no|art no|art nr|reference|reference number|product number|product id|product code|item code|stock code|catalogue number|artikelnummer|artikel nr|artikelnr|art nr|bestellnummer|bestell nr|référence|réf|ref|référence produit|code article|referencia|código|codice|codice articolo|codice prodotto|artikelcode|bestelnummer|referência|sku kod|kod produktu|nr artykułu|artikelnummer|varenummer|varenr|katalogové číslo|style number|style no|style|style code|product no|商品コード|商品番号|品番|reference code|ref no|listing reference|listing id|vehicle number|fahrzeug nr|fahrzeugnummer|object number|objekt nr|objektnummer|objekt id|réf annonce|référence annonce|annonsnummer|riferimento|rif|ref ª
time check in|check in time|checkin|checkin time|anreise|arrivée|entrada|check in ab|チェックイン|check in from|check in time from|anreise ab|incheckning|indtjekning|inchecken|inchecken vanaf|arrivo|ingresso|zameldowanie|check in a partire dalle|arrivée à partir de|入住时间|入住|チェックイン時間|체크인|입실
time check out|check out time|checkout|checkout time|abreise|départ|salida|check out bis|チェックアウト|check out until|check out by|abreise bis|utcheckning|udtjekning|uitchecken|partenza|uscita|wymeldowanie|départ avant|退房时间|退房|チェックアウト時間|체크아웃|퇴실
code gtin|gtin13|gtin12|gtin14|ean|ean code|ean13|upc|barcode|strichcode|code barres|código de barras|jan|janコード
code mpn|model|model number|model no|part number|part no|manufacturer part number|modell|modellnummer|herstellernummer|modèle|modelo|modello|modelnummer|型番|モデル|モデル番号
code doi|digital object identifier
code isbn|isbn 13|isbn 10
code serial number|serial|seriennummer|numéro de série|número de serie
text country of origin|origin|made in|origin country|herkunftsland|ursprungsland|herkunft|pays d origine|fabriqué en|país de origen|hecho en|fabricado en|paese di origine|prodotto in|land van herkomst|país de origem|feito em|fabricado em|kraj pochodzenia|tillverkad i|oprindelsesland|země původu|原産国|产地|원산지
text brand|manufacturer|make|maker|brand name|marke|hersteller|marque|fabricant|marca|fabricante|produttore|merk|fabrikant|producent|marka|märke|tillverkare|mærke|fabrikat|výrobce|značka|メーカー|ブランド|品牌|브랜드|제조사|製造元
text availability|in stock|stock|stock status|available|is in stock|is available|verfügbarkeit|verfügbar|auf lager|lagernd|en stock|em stock|em estoque|disponible|disponibile|disponível|op voorraad|w magazynie|i lager|på lager|skladem|lieferbarkeit|disponibilité|disponibilidad|disponibilità|beschikbaarheid|disponibilidade|dostępność|lagerstatus|tillgänglighet|在庫|在庫状況|en existencias|dostępny
text delivery time|delivery|lead time|shipping time|delivery in|lieferzeit|délai de livraison|plazo de entrega|tempi di consegna|levertijd|prazo de entrega|czas dostawy|leveranstid|leveringstid
text warranty|guarantee|garantie|gewährleistung|garantía|garanzia|garantia|gwarancja|garanti|záruka|保証|保証期間
text colour|color|farbe|couleur|coloris|colore|kleur|cor|kolor|färg|farve|barva|色|カラー|exterior colour|exterior color|außenfarbe|farbe außen|colore esterno|color exterior|lakierung|kolor nadwozia
text size|größe|taille|talla|taglia|misura|maat|tamanho|rozmiar|storlek|størrelse
text dimensions|size w h d|abmessungen|maße|masse|dimensions l p h|dimensiones|medidas|dimensioni|afmetingen|dimensões|wymiary|mått|サイズ|寸法|外形寸法
text material|materials|fabric|made of|matière|matériau|composition|materiale|materiaal|materiał|tessuto|tejido|素材|材質
text condition|item condition|zustand|état|estado|condizione|staat|stan|skick|stand
number weight|weighs|wiegt|pèse|pesa|weegt|waży|väger|vejer|net weight|item weight|gewicht|nettogewicht|poids|peso|peso netto|waga|vikt|vægt|vekt|hmotnost|重量|本体重量|重さ|質量|무게|중량
number height|höhe|hauteur|altura|altezza|hoogte|wysokość|höjd|højde
number width|breite|largeur|ancho|anchura|larghezza|breedte|largura|szerokość|bredd|bredde
number depth|tiefe|profondeur|profundidad|profondità|diepte|profundidade|głębokość|djup|dybde
number length|länge|longueur|longitud|largo|lunghezza|lengte|comprimento|długość|längd|længde
number diameter|durchmesser|diamètre|diámetro|diametro|diâmetro|średnica
number frame height|frame size|rahmenhöhe|rahmengröße|hauteur de cadre|taille du cadre
number max load|maks obciążenie|maksymalne obciążenie|maximum load|max weight|load capacity|maximum weight|tragkraft|belastbarkeit|max belastung|zulässiges gesamtgewicht|charge maximale|poids maximum|carga máxima|portata massima|carico massimo|maximale belasting|maxlast
number power|power consumption|wattage|rated power|leistung|leistungsaufnahme|nennleistung|puissance|potencia|potenza|vermogen|potência|moc|effekt|消費電力|出力|定格電力|engine power|power output|motorleistung|puissance moteur|potenza motore
number voltage|spannung|tension|voltaje|tensione|spanning|napięcie|spänning
number capacity|volume|fassungsvermögen|kapazität|inhalt|füllmenge|nutzinhalt|platz für|plätze|capacité|contenance|jauge|capacidad|aforo|capacità|capienza|capaciteit|inhoud|capacidade|pojemność|kapacitet|kapacita|容量|holds|fasst|contient|caben|contiene|biedt plaats aan|mieści|rymmer|rummer|pojme|定員|定员|容纳人数|정원
number battery capacity|battery|akku|akkukapazität|batterie|batería|batteria
number battery life|runtime|akkulaufzeit|laufzeit|autonomie|autonomía|autonomia
number gears|number of gears|speeds|gänge|anzahl gänge|vitesses|marchas|marce|versnellingen|växlar|gear
number max speed|top speed|höchstgeschwindigkeit|vitesse maximale|velocidad máxima|velocità massima
number range|reichweite|autonomie|alcance|portata|bereik
text screen size|display|display size|screen|bildschirm|écran|pantalla|schermo|scherm
number memory|ram|arbeitsspeicher|mémoire|memoria
number storage|speicher|speicherplatz|stockage|almacenamiento|opslag
number rating|rated|rating value|average rating|score|bewertung|note|note moyenne|avis|valoración|puntuación|calificación|valutazione|voto|beoordeling|avaliação|ocena|betyg|vurdering|評価|総合評価|guest score|guest rating|review score|user rating|customer rating|gästebewertung|note des clients|note des lecteurs|średnia ocena|ocena klientów|gemiddelde beoordeling|durchschnittsbewertung|bewertung durchschnitt|média|punteggio|cijfer|snittbetyg|puntuación media|valoración media
count review count|reviews|number of reviews|reviews count|rating count|ratings|ratings count|num reviews|bewertungen|rezensionen|kundenbewertungen|avis|avis clients|évaluations|reseñas|opiniones|valoraciones|recensioni|beoordelingen|recensies|reviews aantal|avaliações|opinie|opinii|recensioner|omdömen|anmeldelser|votes|number of votes|stimmen|stemmen|voti|votos|głosy|głosów|röster|betyg antal|opinions|opinion count|レビュー|レビュー数|口コミ|numero opiniones|número de opiniones|número de avaliações|nombre d avis|antal omdömen|antal betyg|liczba opinii|opiniões|avaliação
text energy class|energy label|energy rating|energy efficiency class|energieeffizienzklasse|energieklasse|energielabel|classe énergétique|classe énergie|dpe|clase energética|calificación energética|classe energetica|energieklasse|classe energética|klasa energetyczna|energiklass|energimærke
text company|company name|employer|hiring organization|organization name|organisation|firm|firma|unternehmen|arbeitgeber|firmenname|entreprise|société|employeur|nom de l entreprise|empresa|compañía|azienda|società|datore di lavoro|bedrijf|werkgever|organisatie|empregador|pracodawca|företag|arbetsgivare|virksomhed|arbejdsgiver|会社名|企業名|社名|provider|operator|anbieter|betreiber|veranstalterin|公司名称|公司|회사명|업체명|상호|運営会社
place location|place|job location|workplace|place of work|work location|where|based in|standort|arbeitsort|einsatzort|ort|lieu|lieu de travail|localisation|emplacement|ubicación|lugar|lugar de trabajo|localidad|luogo|sede|sede di lavoro|luogo di lavoro|locatie|werklocatie|standplaats|plaats|localização|local|local de trabalho|lokalizacja|miejsce pracy|miejsce|plats|ort|arbetsort|sted|arbejdssted|lokalita|místo|勤務地|場所|所在地|会場
text department|team|abteilung|bereich|service|département|departamento|reparto|dipartimento|afdeling|dział|avdelning|部署
text employment type|employment|job type|contract type|contract|type of employment|working time|work type|beschäftigungsart|anstellungsart|vertragsart|arbeitszeit|type de contrat|contrat|type d emploi|tipo de contrato|contrato|jornada|tipo di contratto|contratto|orario|dienstverband|contracttype|tipo de emprego|rodzaj umowy|umowa|wymiar etatu|anställningsform|ansættelse|雇用形態|contract form|soort contract|anställning
money salary|base salary|pay|compensation|annual salary|remuneration|wage|gehalt|jahresgehalt|vergütung|lohn|salaire|rémunération|salario|sueldo|retribución|stipendio|retribuzione|ral|salaris|loon|salário|wynagrodzenie|lön|løn|給与|月給|年収|時給|salario bruto anual|salario anual|salario bruto|gross salary|bruttogehalt|salaire brut|bruto salaris|ral annua|薪资|工资|급여|연봉
date start date|starting|start|starts|starting date|entry date|begin|begins|event date|when|beginn|startdatum|eintrittsdatum|eintritt|ab|date de début|début|date|prise de poste|fecha de inicio|inicio|fecha|comienzo|data di inizio|inizio|data|begindatum|aanvang|início|data de início|data rozpoczęcia|początek|termin|start datum|startdato|dato|datum|wann|quand|cuándo|quando|wanneer|kiedy|fecha de incorporación|incorporación|fecha incorporación|eintrittstermin|開始日|開催日|日時|日程|開講日|开始日期|日期|日時|開催日|出発日|날짜|일시|starts on|begins on|beginnt am|commence le|débute le|empieza el|comienza el|inizia il|begint op|começa em|rozpoczyna się|börjar|begynder
date end date|end|ends|ende|enddatum|date de fin|fin|fecha de fin|data di fine|fine|einddatum|fim|data de término|koniec|slutdatum|slutdato|終了日
date deadline|application deadline|apply by|apply before|closing date|applications close|apply until|bewerbungsfrist|bewerbungsschluss|bewerben bis|bewerbung bis|frist|date limite|date limite de candidature|candidature avant|postuler avant|fecha límite|plazo|plazo de solicitud|candidarsi entro|scadenza|termine|entro il|solliciteren voor|sluitingsdatum|reageren voor|prazo|candidaturas até|termin składania|aplikuj do|sista ansökningsdag|ansök senast|ansøgningsfrist|uzávěrka|anmeldeschluss|anmeldefrist|tilmeldingsfrist|inscrições até|inscripciones hasta|zgłoszenia do|sista anmälningsdag|registration deadline|register by|enroll by|enrol by|enrolment deadline|sign up by|inschrijven voor|aanmelden voor|iscrizioni entro|iscrizione entro|s inscrire avant|inscription avant|応募締切|締切|締め切り|申込締切|closing on|sista anmälan|截止日期|締切|申込締切|마감일
count years of experience|experience|experience required|minimum experience|berufserfahrung|jahre erfahrung|erfahrung|expérience|années d expérience|ans d expérience|experiencia|años de experiencia|esperienza|anni di esperienza|ervaring|jaar ervaring|experiência|anos de experiência|doświadczenie|erfarenhet|års erfarenhet|erfaring|実務経験|経験年数|experience years|minimum years of experience|min years experience|required experience
count holiday|holidays|vacation|annual leave|paid leave|leave|days of holiday|vacation days|urlaub|urlaubstage|tage urlaub|congés|jours de congé|congés payés|jours de congés|vacaciones|días de vacaciones|ferie|giorni di ferie|vakantie|vakantiedagen|férias|dias de férias|urlop|dni urlopu|semester|semesterdagar|ferie dage|feriedage|annual holidays|年間休日|pto days|pto|days off|urlaubstage im jahr
count weekly hours|hours per week|hours a week|hours weekly|wochenstunden|stunden pro woche|heures par semaine|horas semanales|horas por semana|ore settimanali|uur per week|horas por semana|timmar i veckan|hours
person contact person|contact name|contact|your contact|recruiter|ansprechpartner|ansprechpartnerin|ansprechperson|ihr ansprechpartner|kontakt|ihre ansprechpartnerin|kontaktperson|personne à contacter|votre contact|contact rh|persona de contacto|contacto|referente|contatto|persona di riferimento|contactpersoon|pessoa de contato|contato|osoba kontaktowa|osoba do kontaktu|questions to|preguntas|fragen an|fragen beantwortet|vragen|kontaktperson|担当|担当者
email email|e mail|mail|email address|contact email|e mail adresse|adresse e mail|courriel|adresse mail|correo|correo electrónico|posta elettronica|e mailadres|endereço de e mail|e post|epost|メール|メールアドレス|mailadresse|correo electronico|adres e mail|邮箱|电子邮箱|电子邮件|이메일
phone phone|telephone|tel|phone number|call|call us|contact phone|telefon|telefonnummer|rufnummer|tél|téléphone|numéro de téléphone|teléfono|telefono|telefoon|telefoonnummer|telefone|numer telefonu|tlf|puh|電話|電話番号|contact number|telephone number|infolinia|hotline|kundtjänst|电话|联系电话|客服电话|咨询电话|お電話|전화|전화번호|연락처
phone mobile|mobile phone|mobile number|cell|cellulare|cell phone|gsm|handy|mobil|mobilnummer|mobiltelefon|portable|móvil|telemóvel|celular|mobiel|kom|tel kom|komórka|携帯|携帯電話|手机
phone fax|telefax|ファックス|fax number|faxnummer|传真|팩스
url website|web|homepage|web site|site web|sitio web|sito web|página web|strona internetowa|webbplats
code vat number|vat|vat id|vat no|vat reg no|ust idnr|ust id|umsatzsteuer id|tva intracommunautaire|n tva|nif|cif|partita iva|p iva|btw nummer|nip|tax id|tax number|steuernummer|umsatzsteuer identifikationsnummer|moms nr|momsnummer|cvr nr|partita iva e codice fiscale|vat registration|vat reg|vat nr|btw|btw nr|ust idnr|ust|tva|iva|p iva|moms|vat registration number|seller vat number|nipc|dič
code registration number|company number|company registration|register number|handelsregister|hrb|siret|siren|kvk|kvk nummer|rcs|krs|org nr|cvr|ico|regon|regon number|krs number|organisationsnummer|numero rea|rea|nire|license ami|ami|charity number|registered charity|사업자등록번호|统一社会信用代码|法人番号|chamber of commerce number|coc number|company id|business registration number|registro mercantil|ičo|ičo|registration no|company no|regnr|reg nr|kennzeichen|number plate|organization number|organisation number
text address|street address|postal address|adresse|anschrift|dirección|indirizzo|adres|endereço|morada|adress|osoite|adresa|住所|所在地|venue address|office address|adres siedziby|siedziba adres|lokalizacja adres|地址|주소|소재지
text street|ulice|straße|rue|calle|via|straat|rua|ulica|gata
text city|town|locality|address locality|stadt|ville|ciudad|città|stad|cidade|miasto|ort|by|město|localidad|localité|plaats|市
code postal code|zip|zip code|postcode|plz|postleitzahl|code postal|código postal|cap|kod pocztowy|postnummer|psč|cep|postort|〒|郵便番号|codigo postal|kod|邮编|邮政编码|우편번호
text region|prefecture|province|address region|bundesland|région|provincia|provincie|regione|województwo|都道府県|省份
text country|country name|land|pays|país|paese|kraj
place venue|venue name|veranstaltungsort|ort|location|lieu|salle|lugar|recinto|sede|luogo|locatie|zaal|local|miejsce|plats|lokal|sted|spielstätte|arena|stadium|stadion|stade|estadio|estádio|stadio|会場|salle de concert|veranstaltungsort name
place meeting point|meeting place|pick up point|treffpunkt|treffpunkt ist|point de rendez vous|lieu de rendez vous|punto de encuentro|punto di ritrovo|punto d incontro|ponto de encontro|verzamelpunt|verzamelplaats|miejsce zbiórki|samlingsplats|mødested|místo srazu|集合場所|集合地点|집합장소
person organizer|organiser|organised by|organized by|hosted by|host|presented by|veranstalter|veranstaltet von|organisateur|organisé par|organizador|organizado por|organiza|organizzatore|organizzato da|organisator|georganiseerd door|organisatie|organizator|arrangör|arrangeras av|arrangør|pořadatel|presenter|présenté par|主催|主催者|organizowany przez|anordnare|arrangeras|loppet arrangeras
time doors open|doors|doors open at|einlass|ouverture des portes|apertura de puertas|apertura porte|deuren open|insläpp|開場|doors time|door time|inlass
time start time|starts at|start|starts|beginn|uhrzeit|heure|hora|ora|tijd|godzina|tid|time|event time|starttid|begin time|beginn uhrzeit|heure de début|hora de inicio|ora di inizio|begin|開始|開演|kickoff|kick off|anpfiff|music|startzeit|anfangszeit|tijdstip|heure du début
time end time|ends at|sluttid|until|heure de fin|hora de fin|ora di fine|eindtijd
list speakers|speaker|referenten|sprecher|sprecherinnen|vortragende|intervenants|conférenciers|ponentes|relatori|sprekers|palestrantes|prelegenci|talare|oplægsholdere|line up|lineup|artists|künstler|artistes|artistas|artisti
list tickets|ticket|ticket types|tickets prices|admission|prices|eintritt|eintrittspreise|karten|preise|billets|billetterie|tarifs|entradas|precios|biglietti|prezzi|kaarten|prijzen|ingressos|bilety|biljetter|billetter
list program|programme|schedule|agenda|sessions|ablauf|programm|programa|programma|harmonogram
duration preparation time|prep time|prep|preparation|active time|vorbereitung|vorbereitungszeit|zubereitungszeit|zubereitung|temps de préparation|préparation|tiempo de preparación|preparación|preparazione|tempo di preparazione|voorbereiding|bereidingstijd|tempo de preparo|preparo|czas przygotowania|przygotowanie|förberedelse|förberedelsetid|forberedelse|příprava|arbeitszeit|prep minutes|voorbereiding tijd|下準備
duration cook time|cooking time|cook|cooking|bake|baking time|bake time|baking|backzeit|backen|kochzeit|garzeit|temps de cuisson|cuisson|tiempo de cocción|cocción|horneado|cottura|tempo di cottura|baktijd|kooktijd|oventijd|bakken|tempo de cozimento|cozimento|tempo de forno|czas pieczenia|pieczenie|czas gotowania|tillagning|gräddning|tillagningstid|bagetid|pečení|cook minutes|bake minutes|baking minutes|調理時間
duration total time|tid i alt|samlet tid|total|ready in|duration|time required|overall time|gesamtzeit|fertig in|insgesamt|temps total|durée totale|tiempo total|tiempo|tempo totale|totale tijd|totaal|tempo total|łączny czas|czas całkowity|total tid|varighed|所要時間|tid|tijd|zeit
duration duration|runtime|length of stay|dauer|durée|duración|durata|duur|duração|czas trwania|längd|varighed|lasts|takes|dauert|dure|dura|duurt|trwa|varar|varer|trvá
duration resting time|rest|rest time|chill time|ruhezeit|kühlzeit|temps de repos|repos|reposo|riposo|rusttijd
count servings|serves|portions|yield|recipe yield|makes|portionen|personen|für|ergibt|stück|nombre de personnes|portions pour|pour|personnes|parts|raciones|porciones|personas|para|porzioni|dosi per|dosi|persone|per|porties|personen|voor|porções|rendimento|serve|porcje|porcji|ilość porcji|portioner|antal|portioner antal|porce|人分|stuks|bitar|pers|for people
text difficulty|level|skill level|schwierigkeit|schwierigkeitsgrad|difficulté|niveau|dificultad|nivel|difficoltà|livello|moeilijkheid|moeilijkheidsgraad|dificuldade|trudność|poziom trudności|svårighetsgrad|sværhedsgrad|obtížnost|poziom
list ingredients|ingredient|recipe ingredient|zutaten|zutatenliste|ingrédients|ingredientes|ingredienti|ingrediënten|składniki|ingredienser|ingredience|suroviny|材料|dit heb je nodig|wat heb je nodig|det här behöver du|du behöver|you will need|what you need|du brauchst|das brauchst du|il vous faut|necesitas|cosa serve|occorrente
list instructions|steps|directions|method|preparation steps|preparation|how to make it|recipe instructions|zubereitung|anleitung|so geht s|arbeitsschritte|préparation|étapes|instructions de préparation|elaboración|preparación|pasos|instrucciones|preparazione|procedimento|istruzioni|bereiding|bereidingswijze|werkwijze|modo de preparo|preparo|preparação|przygotowanie|sposób przygotowania|wykonanie|gör så här|tillagning|fremgangsmåde|sådan gør du|postup|作り方|schritte|zubereitungsschritte|steg|kroki|passaggi|passos|stappen|zo maak je het|zo maak je|bereidingsstappen|how to|gör såhär|手順|cómo se hace|así se hace|so geht s|comment faire|come si fa|zo maak je het|how to make it|how it s done
number calories|kcal|energy|energy kcal|brennwert|kalorien|énergie|calories par portion|calorías|calorie|energia|calorieën|energie|kalorie|kalorier|kcal per serving|kcal per person|kalorien pro portion|calories per serving|エネルギー|カロリー|kcal p p|calories per piece
number fat|grasa|lípidos|gordura|tuk|脂質|fett|lipides|matières grasses|grasas|grassi|vet|gorduras|tłuszcz|fedt
number protein|proteína|protéine|proteina|proteïne|proteiner|bílkoviny|たんぱく質|タンパク質|eiweiß|protéines|proteínas|proteine|eiwit|białko
number carbohydrates|carbs|carbohidratos|kolhydrater|kulhydrater|sacharidy|炭水化物|kohlenhydrate|glucides|hidratos de carbono|carboidrati|koolhydraten|węglowodany
number sugar|zucker|azúcar|sucre|zucchero|socker|sukker|cukry|sucres|azúcares|zuccheri|suiker
number oven temperature|oven|temperature oven|backofen|ofen|four|horno|forno|oven temperatuur|piekarnik|ugn|ovn|ofentemperatur|oventemperatuur|oven temp|ugnstemperatur|temperatura del forno|temperatura do forno|température du four|temperatura piekarnika|oven temperature c
text cuisine|küche|cucina|cocina|keuken|kuchnia|kök
year founded|since year|opened year|opened|open since|desde|depuis|dal|sinds|sedan|siden|od roku|ouvert en|ouverte en|aberto em|aberta em|abierto en|abierta en|aperto nel|aperta nel|geopend in|öppnade|eröffnet|founded year|year founded|established|since|foundation year|founded in|gegründet|gründungsjahr|gründung|seit|gegründet im jahr|fondée|fondé|créée|créé|année de création|fundada|fundado|año de fundación|fundación|fondata|fondato|anno di fondazione|opgericht|opgericht in|oprichtingsjaar|fundada em|założona|założony|rok założenia|grundat|grundades|stiftet|grundlagt|založeno|rok založení|設立|創業|ano de fundação|anno fondazione|założył|założyła|ano fundação|anno di costituzione|rok založení firmy|成立|创立|创建|設立|創業|설립|창립|bestaat sinds|existe desde|existe depuis|istnieje od|esiste dal|funnits sedan|创立|成立|創業|創立|설립|creada|creado|creata|creato|criada|criado
people founders|founder|zakladatel|founded by|gründer|gründerin|gründer innen|gegründet von|fondateurs|fondateur|fondée par|fondé par|créée par|fundadores|fundador|fundada por|fundado por|fondatori|fondata da|fondato da|oprichters|opgericht door|założyciele|założona przez|grundare|grundades av|stiftere|grundlagt af
place headquarters|head office|hq|headquartered in|based in|hauptsitz|firmensitz|sitz|mit sitz in|siège|siège social|basée à|basé à|sede|sede central|sede social|con sede en|sede legale|con sede a|hoofdkantoor|gevestigd in|sede em|siedziba|z siedzibą w|huvudkontor|hovedkontor|hovedsæde
count employees|number of employees|staff|headcount|people|team size|company size|mitarbeiter|mitarbeitende|beschäftigte|mitarbeiterinnen|angestellte|mitarbeiterzahl|employés|salariés|collaborateurs|effectif|personnes|empleados|trabajadores|personas|plantilla|dipendenti|collaboratori|addetti|persone|medewerkers|werknemers|mensen|funcionários|colaboradores|pracowników|osób|anställda|medarbetare|medarbejdere|ansatte|zaměstnanců|počet zaměstnanců|従業員数|従業員|社員数|workers|arbeiter|ouvriers|lavoratori|zatrudnienie|firmengröße|unternehmensgröße
person ceo|chief executive|chief executive officer|managing director|geschäftsführer|geschäftsführerin|geschäftsführung|vorstandsvorsitzende|vorstandsvorsitzender|directeur général|directrice générale|pdg|dirigeant|director general|directora general|consejero delegado|consejera delegada|amministratore delegato|amministratrice delegata|directeur|algemeen directeur|diretor executivo|presidente executivo|prezes|verkställande direktör|vd|adm direktør|direktør|대표|代表者|代表取締役|法定代表人
money revenue|annual revenue|turnover|sales|umsatz|jahresumsatz|chiffre d affaires|ingresos|facturación|ricavi|fatturato|omzet|receita|faturamento|przychody|przychód|omsättning|omsætning
money profit|net profit|net income|gewinn|bénéfice|beneficio|utile|winst|lucro|zysk|vinst
list customers|clients|our customers|selected customers|kunden|referenzen|unsere kunden|clientes|clienti|klanten|klienci|kunder|nos clients
list products|our products|produkte|produits|productos|prodotti|producten|produkter
code stock ticker|ticker|ticker symbol|symbol|börsenkürzel
text industry|sector|branche|secteur|secteur d activité|sector|settore|setor|branża|bransch
text section|category|kicker|rubric|kategorie|ressort|rubrik|catégorie|rubrique|categoría|sección|categoria|sezione|categorie|rubriek|seção|kategoria|dział|kategori|sektion|editoria|topline|dział gazety|編集部|course category|event category
list tags|keywords|topics|tag|themen|schlagwörter|stichwörter|schlagworte|mots clés|étiquettes|thèmes|sujets|etiquetas|palabras clave|temas|parole chiave|argomenti|trefwoorden|onderwerpen|palavras chave|tagi|słowa kluczowe|taggar|nøgleord|emner|štítky|タグ|キーワード
count reading time|read time|min read|minutes read|lesezeit|temps de lecture|tiempo de lectura|tempo di lettura|leestijd|tempo de leitura|czas czytania|lästid|læsetid|tempo de leitura em minutos|min de leitura|minutos de lectura|minutos de leitura|min lesezeit|minuten leestijd|minut czytania|min läsning|min di lettura
person photographer|photo|photo by|photos|photograph|photo credit|picture by|foto|foto von|bild|photographie|crédit photo|fotografía|fotografía de|foto di|beeld|foto door|zdjęcie|fot|fotos|photographies|zdjęcia|foto s|foto de|foton|fotografie
text editor|edited by|redaktion|redaktor|herausgeber
code invoice number|invoice no|invoice|invoice id|bill number|rechnungsnummer|rechnung nr|rechnungs nr|rechnung|numéro de facture|facture n|n de facture|facture|facture no|número de factura|factura n|factura|factura nº|numero fattura|fattura n|fattura|n fattura|factuurnummer|factuur|número da fatura|fatura|numer faktury|faktura nr|faktura|fakturanummer|fakturanr|請求書番号
date invoice date|date of issue|issue date|issued|date issued|rechnungsdatum|ausstellungsdatum|date de facture|date de facturation|date d émission|émise le|fecha de factura|fecha de emisión|data fattura|data di emissione|factuurdatum|data da fatura|data de emissão|data wystawienia|fakturadatum|fakturadato|date|datum|fecha|data
date due date|due|payment due|pay by|payable by|fällig|fälligkeitsdatum|fällig am|zahlbar bis|zahlungsziel|échéance|date d échéance|à payer avant|à régler avant|vencimiento|fecha de vencimiento|scadenza|data di scadenza|vervaldatum|te betalen voor|uiterste betaaldatum|vencimento|data de vencimento|termin płatności|förfallodatum|förfallodag|forfaldsdato|splatnost
money total|grand total|total amount|amount due|total due|balance due|invoice total|amount payable|order total|gesamt|gesamtbetrag|gesamtsumme|rechnungsbetrag|zu zahlen|endbetrag|summe|brutto|total ttc|montant total|net à payer|total à payer|importe total|total a pagar|totale|totale fattura|totale da pagare|importo totale|totaal|totaalbedrag|te betalen|valor total|razem|do zapłaty|suma|totalt|att betala|i alt|celkem|合計
money subtotal|sub total|net total|net amount|net|total before tax|zwischensumme|netto|nettobetrag|summe netto|sous total|total ht|montant ht|subtotal neto|base imponible|subtotale|imponibile|subtotaal|totaal excl btw|razem netto|delsumma|netto belopp
money tax|vat|tax amount|vat amount|sales tax|mwst|ust|umsatzsteuer|mehrwertsteuer|mwst betrag|tva|montant tva|iva|importe iva|btw|btw bedrag|imposto|kwota vat|podatek|moms|dph
percent tax rate|vat rate|vat percent|vat|mwst satz|steuersatz|taux de tva|tva|tipo de iva|iva|aliquota|aliquota iva|btw tarief|taxa de iva|stawka vat|momssats|mwst|ust|btw|moms|dph|tva|iva
text customer|bill to|billed to|client|customer name|invoice to|sold to|kunde|rechnungsempfänger|an|rechnung an|facturé à|client facturé|destinataire|cliente|facturar a|facturado a|destinatario|intestato a|spett le|klant|aan|factuur aan|nabywca|kund|faktureras|faktureres til
text supplier|vendor|seller|from|issued by|sold by|merchant|verkäufer|lieferant|rechnungssteller|von|fournisseur|vendeur|émetteur|proveedor|vendedor|emisor|fornitore|venditore|leverancier|verkoper|fornecedor|sprzedawca|dostawca|leverantör|säljare|leverandør
code iban|bank account|kontonummer
code bank account|iban|kontonummer|numer konta|numer konta do wpłat|numer rachunku|rachunek bankowy|rekeningnummer|número de cuenta|cuenta bancaria|numéro de compte|numero di conto|número da conta|číslo účtu|口座番号|계좌번호
code bic|swift|bic swift
code purchase order|po number|order number|order no|your order|po|order reference|bestellnummer|auftragsnummer|bestellung|numéro de commande|commande|número de pedido|pedido|numero ordine|ordine|ordernummer|bestelnummer|numer zamówienia|ordernummer|ordrenummer
text payment method|payment type|paid with|zahlungsart|zahlungsmethode|zahlungsweise|moyen de paiement|mode de paiement|método de pago|forma de pago|modalità di pagamento|metodo di pagamento|betaalwijze|betaalmethode|método de pagamento|forma de pagamento|sposób płatności|forma płatności|metoda płatności|betalningssätt|betalningsmetod|betalingsmåde|betalingsmetode|způsob platby|payment|payments|paiement|zahlung|pago|pagamento|betaling|płatność|betalning
date delivery date|expected delivery|estimated delivery|delivered by|liefertermin|lieferdatum|voraussichtliche lieferung|livraison prévue|livraison estimée|date de livraison|entrega prevista|fecha de entrega|consegna prevista|data di consegna|verwachte levering|leverdatum|previsão de entrega|data dostawy|przewidywana dostawa|beräknad leverans|leveransdatum|forventet levering|leveringsdato|datum doručení
text payment terms|terms|zahlungsbedingungen|conditions de paiement|condiciones de pago|termini di pagamento|betalingsvoorwaarden|warunki płatności|betalningsvillkor
list items|line items|positions|positionen|lignes|artículos|conceptos|voci|articoli|regels|itens|pozycje|rader|articles|products|produkte
count quantity|qty|menge|anzahl|quantité|qté|cantidad|quantità|q tà|aantal|quantidade|ilość|antal|množství
money line total|amount|line amount|betrag|montant|importe|importo|bedrag|valor|kwota|belopp|beløb|gesamtpreis
count rooms|number of rooms|zimmer|räume|anzahl zimmer|pièces|nombre de pièces|habitaciones|locali|vani|kamers|aantal kamers|quartos|divisões|pokoje|liczba pokoi|pokoi|rum|antal rum|værelser|pokoje|間取り|部屋数|客房|客室|部屋数|객실
count bedrooms|beds|bed|number of bedrooms|schlafzimmer|chambres|nombre de chambres|dormitorios|habitaciones|camere|camere da letto|slaapkamers|quartos|sypialnie|sovrum|soveværelser|hab
count bathrooms|baths|bath|number of bathrooms|badezimmer|bäder|bad|salles de bain|salles de bains|salle de bain|baño|baños|bagni|badkamers|casas de banho|banheiros|łazienki|bagno|banheiro|łazienka|badrum|badeværelser
number living area|floor area|living space|area|surface|square footage|interior|floor space|wohnfläche|fläche|surface habitable|superficie|superficie construida|superficie útil|metros|superficie abitabile|metratura|woonoppervlakte|oppervlakte|área|área útil|powierzchnia|boarea|boyta|boligareal|areal|užitná plocha|専有面積|wohnfläche ca|living area approx|área bruta|gross area|superficie lorda|área bruta privativa|建筑面积|面积|面積|床面積|면적
number plot area|plot size|land area|lot size|plot|land|grundstück|grundstücksfläche|terrain|surface du terrain|parcela|superficie de la parcela|terreno|superficie del terreno|perceeloppervlakte|perceel|área do terreno|działka|powierzchnia działki|tomtarea|tomt|grundareal|grundstück ca|土地面積
year year built|built|built in|construction year|year of construction|baujahr|erbaut|année de construction|construit en|construite en|año de construcción|construido en|anno di costruzione|costruito nel|bouwjaar|ano de construção|rok budowy|byggår|byggeår|rok výstavby|築年月|建築年
count floor|storey|etage|stockwerk|étage|planta|piso|piano|verdieping|andar|piętro|våning|patro|階
money rent|monthly rent|rent per month|miete|kaltmiete|loyer|loyer mensuel|alquiler|renta|canone|affitto|huur|huurprijs|aluguel|renda|czynsz|hyra|husleje|家賃|賃料|cold rent|net rent
money total rent|warm rent|warmmiete|gesamtmiete|loyer charges comprises
money service charges|additional costs|utilities|service charge|nebenkosten|charges|gastos comunes|gastos de comunidad|spese condominiali|servicekosten|condomínio|opłaty|avgift|fællesudgifter|spese condominiali mensili|gastos de comunidad mensuales|管理費|community fees|hoa fees|condo fees
money deposit|security deposit|kaution|dépôt de garantie|caution|fianza|depósito|caparra|cauzione|deposito cauzionale|borg|waarborgsom|caução|kaucja|deposition|depositum|押金|保証金|보증금|down payment|anzahlung|acompte|anticipo|acconto|aanbetaling|sinal|zaliczka|handpenning|záloha
text heating|heating type|heizung|heizungsart|chauffage|calefacción|riscaldamento|verwarming|aquecimento|ogrzewanie|uppvärmning|varme
person agent|estate agent|agent name|listing agent|broker|makler|maklerin|agent immobilier|agente|agente inmobiliario|agente immobiliare|makelaar|corretor|mäklare|mægler|consultant|consultora|consultor|consulente|consulente immobiliare|berater|beraterin|conseiller|conseillère|asesor|asesora|adviseur|doradca|rådgivare
text property type|type of property|immobilientyp|objektart|type de bien|tipo de inmueble|tipologia|soort woning|tipo de imóvel|typ nieruchomości|bostadstyp|boligtype
date available from|available|move in date|verfügbar ab|bezugsfrei ab|frei ab|disponible à partir du|disponible le|disponible desde|disponible a partir del|disponibile da|beschikbaar vanaf|disponível a partir de|dostępne od|tillträde|ledig fra|verfügbar|入居可能日
number temperature|temp|current temperature|temperatur|température|temperatura|temperatuur|teplota
number high|high temperature|max temperature|maximum temperature|max temp|day high|max|maximum|höchst|höchstwert|tageshoch|maximale|máxima|massima|hoogste
number low|low temperature|min temperature|minimum temperature|min temp|day low|min|minimum|tiefst|tiefstwert|tagestief|minimale|mínima|minima|laagste
number feels like|feels like temperature|gefühlt|ressenti|sensación térmica|percepita|gevoelstemperatuur
percent humidity|luftfeuchtigkeit|luftfeuchte|humidité|humedad|umidità|luchtvochtigheid|umidade|wilgotność|luftfuktighet|luftfugtighed
number wind|wind speed|windgeschwindigkeit|vent|vitesse du vent|viento|velocidad del viento|vento|windsnelheid|wiatr|vind
text wind direction|windrichtung|direction du vent
number pressure|air pressure|luftdruck|pression|presión|pressione|luchtdruk|pressão|ciśnienie|lufttryck
percent chance of rain|rain probability|precipitation probability|precipitation chance|rain chance|regenwahrscheinlichkeit|niederschlagswahrscheinlichkeit|risque de pluie|probabilidad de lluvia|probabilità di pioggia|kans op regen
number precipitation|rain|rainfall|niederschlag|regen|précipitations|pluie|precipitación|lluvia|precipitazioni|pioggia|neerslag|opady
number uv index|uv|uv indeks
time sunrise|sonnenaufgang|lever du soleil|amanecer|salida del sol|alba|zonsopkomst|wschód słońca|soluppgång
time sunset|sonnenuntergang|coucher du soleil|atardecer|puesta del sol|tramonto|zonsondergang|zachód słońca|solnedgång
number open|opening price|opening|eröffnung|ouverture|apertura
number close|closing price|last|last price|schluss|schlusskurs|clôture|cierre|chiusura|kurs
percent change percent|change|percent change|change in percent|veränderung|variation|variación|variazione|verandering|zmiana|förändring
number volume|trading volume|volumen|umsatz stück|volume d échanges
money market cap|market capitalization|market capitalisation|marktkapitalisierung|capitalisation boursière|capitalización bursátil|capitalizzazione
text version|software version|latest version|current version|versie|versión|versione|wersja|release version|バージョン
text since version|since|added in version|new in version|added in|available since|since version|added in|introduced in|available since version|seit version|depuis la version|added
text license|licence|lizenz|licencia|licenza|licentie|licencja|ライセンス
text default|default value|standard|standardwert|vorgabe|par défaut|valeur par défaut|por defecto|predefinito|standaard|domyślnie|domyślna
text type|art|typ|tipo|soort|kind
text description|summary|about|overview|details|item|bezeichnung|artikel|leistung|libellé|désignation|concepto|voce|benämning|beskrivning av vara|beschreibung|descripción|descrizione|beschrijving|omschrijving|descrição|opis|beskrivning|beskrivelse|popis
text http method|http verb|request method|method
text http path|path|endpoint path|request path|route|url path|resource path
url base url|api base url|base address|api root|server url
text scope|required scope|oauth scope|scopes|required permission|api permission
count success status|success code|success status code
text function name|function|method name|endpoint|command|command name|class name|module name|package name|library name|method
text returns|return value|return type|rückgabe|rückgabewert|retour|valeur de retour|devuelve|restituisce
text throws|raises|throws error|errors
list options|parameters|params|arguments|parameter|optionen|paramètres|parámetros|parametri|opties
count trial days|free trial|trial|trial period|testphase|kostenlos testen|essai gratuit|essai|prueba gratuita|prueba|prova gratuita|proefperiode|teste grátis|okres próbny
currency currency|price currency|currency code|salary currency|währung|devise|monnaie|moneda|valuta|munt|moeda|waluta
list features|includes|what is included|included|amenities|equipment|highlights|ausstattung|merkmale|leistungen|équipements|caractéristiques|características|equipamiento|dotazioni|servizi|caratteristiche|kenmerken|voorzieningen|comodidades|udogodnienia|utrustning|faciliteter|inklusive|optional|optionals|sonderausstattung|extras|accessoires|options|extra s|udstyr|wyposażenie|equipamentos|特徴|設備|key features|product features|usps
list requirements|qualifications|what you bring|your profile|skills|who you are|about you|what we are looking for|what you need|must have|anforderungen|dein profil|ihr profil|was du mitbringst|das bringst du mit|das bringen sie mit|profil|profil recherché|votre profil|compétences|requisitos|perfil|requisiti|competenze|wat jij meebrengt|functie eisen|jouw profiel|wymagania|se requiere|se busca|buscamos|krav|din profil|kvalifikationer|oczekujemy|wie ben jij|wat vragen wij|functie-eisen|what you ll need|what you will need|was wir erwarten|wir erwarten|応募資格|応募条件|任职要求|qué pedimos|pedimos|qué buscamos|ce que nous cherchons|ce que nous attendons|nous recherchons|cosa cerchiamo|cerchiamo|was du brauchst|was sie mitbringen|wat wij zoeken|wij zoeken|o que procuramos|czego oczekujemy|vi söker|we ask|what we ask|what we ask for|requirements qualifications|requisitos mínimos|what we look for|we look for
list benefits|perks|we offer|what we offer|our offer|wir bieten|das bieten wir|was wir bieten|unser angebot|avantages|nous offrons|ce que nous offrons|nous proposons|ofrecemos|se ofrece|beneficios|offriamo|cosa offriamo|wij bieden|wat wij bieden|arbeidsvoorwaarden|oferecemos|benefícios|oferujemy|vi erbjuder|förmåner|vi tilbyder|wat bieden wij|wat krijg je|perks benefits|qué ofrecemos|lo que ofrecemos|was wir dir bieten|wat we bieden|o que oferecemos|co oferujemy|vad vi erbjuder|what you get|待遇|福利厚生|in return
list responsibilities|tasks|duties|what you will do|your tasks|your role|the role|aufgaben|deine aufgaben|ihre aufgaben|missions|vos missions|tes missions|responsabilités|funciones|responsabilidades|mansioni|responsabilità|taken|wat ga je doen|obowiązki|arbetsuppgifter|opgaver|what you ll do|funciones principales|仕事内容|業務内容|岗位职责|qué harás|lo que harás|tus tareas|tareas|was du machst|was dich erwartet|was sie erwartet|tätigkeiten|ce que vous ferez|vos tâches|tâches|cosa farai|wat je gaat doen|o que vais fazer|co będziesz robić|what you ll be doing|what you do|main tasks|the work
list pros|advantages|strengths|plus|pluspunten|vorteile|avantages|points forts|ventajas|vantaggi|vantagens|zalety|fördelar|fordele|výhody|良い点|优点|장점
list cons|disadvantages|weaknesses|minus|minpunten|nachteile|inconvénients|points faibles|desventajas|inconvenientes|svantaggi|desvantagens|wady|nackdelar|ulemper|nevýhody|悪い点|缺点|단점
list plans|pricing|packages|tarife|pakete|preise|offres|formules|planes|piani|pakketten|planos|plany|pakiety|planer|abonnements|料金プラン|subscriptions|abonnement|abonnementen|kies je abonnement
list dishes|menu items|menu|food|gerichte|speisen|plats|platos|piatti|gerechten|pratos|dania|rätter|retter
list allergens|allergene|allergènes|alérgenos|allergeni|allergenen|alergeny|allergener
hours opening hours|hours|open|opening times|öffnungszeiten|geöffnet|horaires|heures d ouverture|ouvert|horario|horarios|abierto|orari|orari di apertura|aperto|openingstijden|open van|horário|horário de funcionamento|aberto|godziny otwarcia|otwarte|öppettider|öppet|åbningstider|åbent|otevírací doba|営業時間|serving times|serving hours|开放时间|营业时间|开馆时间|영업시간|운영시간|진료시간|診療時間|開館時間|時間|시간|时间
text restaurant|restaurant name|lokal|ristorante|restaurante|café
place birthplace|place of birth|birth place|born in|geburtsort|geboren in|lieu de naissance|né à|née à|lugar de nacimiento|nació en|luogo di nascita|nato a|nata a|geboorteplaats|geboren te|miejsce urodzenia|födelseort|född i|født i
text language|sprache|langue|idioma|lingua|taal|język|språk|sprog|言語|course language|kurssprache|voertaal|languages|languages spoken|langues|langues parlées|idiomas|lingue|talen|sprachen|języki
count age|minimum age|age limit|alter|mindestalter|âge|âge minimum|edad|edad mínima|età|età minima|leeftijd|wiek|min age|age minimum|åldersgräns|aldersgrænse|leeftijdsgrens|minimumleeftijd|idade mínima|wiek minimalny|limit wieku|年齢|年龄|나이|연령
count pages|page count|number of pages|seiten|seitenzahl|páginas|pagine|pagina s|stron|sidor|sider|页数|ページ数|쪽수
text publisher|verlag|éditeur|editorial|editore|uitgever|editora|wydawnictwo|förlag|出版社|출판사
text format|bindung|einband|formato|formaat
code regon|regon number|numer regon
code krs|krs number|numer krs
count stars|star rating|number of stars|hotel stars|sterne|étoiles|estrellas|stelle|sterren|gwiazdki|stjärnor|stjerner
text legal name|registered name|official name|raison sociale|razón social|ragione sociale|firmierung|denominação social|nazwa firmy pełna
count comment count|comments|number of comments|kommentare|anzahl kommentare|commentaires|comentarios|commenti|reacties|comentários|komentarze|komentarzy|kommentarer|komentáře|コメント
number mileage|kilometers|kilometres|odometer|kilometerstand|laufleistung|kilométrage|kilometraje|kilómetros|chilometri|chilometraggio|percorrenza|quilómetros|quilometragem|przebieg|miltal|mätarställning|kilometertal|tachometer|najeto|走行距離
text fuel|fuel type|kraftstoff|kraftstoffart|carburant|énergie|combustible|carburante|alimentazione|brandstof|combustível|paliwo|rodzaj paliwa|bränsle|drivmedel|brændstof|palivo|燃料
text transmission|gearbox|getriebe|boîte|boîte de vitesses|caja de cambios|cambio|transmissie|versnellingsbak|caixa de velocidades|câmbio|skrzynia biegów|växellåda|gearkasse|převodovka|ミッション|skrzynia
date first registration|first registered|registration date|erstzulassung|mise en circulation|date de mise en circulation|première immatriculation|primera matriculación|matriculación|prima immatricolazione|immatricolazione|eerste toelating|eerste registratie|matrícula|pierwsza rejestracja|första registrering|1 registrering|første registrering|první registrace|初度登録
number displacement|engine size|engine displacement|cubic capacity|hubraum|cylindrée|cilindrada|cilindrata|cilinderinhoud|pojemność skokowa|cylindervolym|slagvolumen|objem motoru|排気量
count doors|number of doors|türen|anzahl türen|portes|nombre de portes|puertas|porte|numero porte|deuren|portas|liczba drzwi|drzwi|dörrar|døre|dveře|ドア数
count seats|number of seats|sitze|sitzplätze|anzahl sitzplätze|places assises|nombre de places|plazas|asientos|posti|posti a sedere|zitplaatsen|lugares|liczba miejsc|miejsc|sittplatser|sæder|počet míst|定員|乗車定員
count previous owners|number of owners|owners|vorbesitzer|anzahl vorbesitzer|fahrzeughalter|propriétaires précédents|propietarios anteriores|proprietari|proprietari precedenti|vorige eigenaren|proprietários|poprzedni właściciele|tidigare ägare|tidligere ejere|antal ägare|anzahl halter|aantal eigenaren|liczba właścicieli
number co2|co2 emissions|co₂ emissionen|co2 emissionen|co₂|émissions co2|emisiones co2|emissioni co2|co2 uitstoot|emisja co2|co2 utsläpp
number consumption|fuel consumption|verbrauch|kraftstoffverbrauch|consommation|consumo|verbruik|zużycie paliwa|spalanie|förbrukning|forbrug
text emission class|emissions class|schadstoffklasse|emissionsklasse|norme euro|classe emissioni|clase de emisiones|emissieklasse|norma emisji
person instructor|teacher|tutor|trainer|course leader|lecturer|taught by|dozent|dozentin|kursleitung|kursleiter|kursleiterin|referent|lehrer|lehrerin|formateur|formatrice|enseignant|enseignante|professeur|intervenant|docente|insegnante|profesor|profesora|impartido por|docent|leraar|professor|professora|formador|prowadzący|nauczyciel|lärare|kursledare|underviser|lektor|講師|animé par|animée par|dirigé par|dirigée par|led by|geleitet von|tenuto da|condotto da|ministrado por|gegeven door|lektorka|reitlehrerin
count lessons|number of lessons|number of sessions|lektionen|anzahl termine|séances|nombre de séances|sesiones|lezioni|incontri|lessen|aantal lessen|aulas|liczba zajęć|lektioner|antal träffar
count max participants|participants|group size|class size|maximum participants|max attendees|max guests|teilnehmer|teilnehmerzahl|max teilnehmer|maximale teilnehmerzahl|gruppengröße|nombre de participants|participantes|numero massimo di partecipanti|partecipanti|groepsgrootte|deelnemers|aantal deelnemers|liczba uczestników|uczestników|max antal deltagare|antal deltagare|deltagare|antal deltagere
count places left|spots left|seats left|places available|spots available|freie plätze|places restantes|plazas libres|plazas disponibles|posti disponibili|posti liberi|plekken vrij|plaatsen vrij|vagas|wolne miejsca|lediga platser|ledige pladser
count openings|vacancies|number of openings|offene stellen|anzahl stellen|vacantes|posti vacanti|募集人数
count stock quantity|stock left|items left|quantity in stock|在庫数
text education|degree|qualification|qualification level|ausbildung|abschluss|bildungsabschluss|formation|diplôme|niveau d études|titulación|formación|titolo di studio|opleidingsniveau|opleiding|niveau opleiding|escolaridade|formação|wykształcenie|utbildning|uddannelse|学歴
text season|saison|temporada|stagione|seizoen|época|sezon|säsong|sæson
count matchday|round|spieltag|journée|jornada|giornata|speelronde|rodada|kolejka|omgång
text team|club|team name|mannschaft|verein|équipe|equipo|squadra|ploeg|elftal|equipa|equipe|time|drużyna|klub|lag|klubb|hold|チーム
count position|rank|place|rang|platz|platzierung|classement|posición|posizione|positie|plaats|posição|lp|placering|plac|順位|#
count points|pts|pkt|punkte|puntos|punti|punten|pontos|punkty|poäng|point|勝点
count played|games played|matches played|spiele|matchs joués|partidos jugados|partite giocate|gespeeld|jogos|mecze|rozegrane|matcher|kampe|試合|pld|mp|gp|pj|sp
count wins|won|siege|victoires|ganados|victorias|vinte|vittorie|gewonnen|vitórias|zwycięstwa|vinster|vundne|勝
count draws|drawn|ties|unentschieden|nuls|empates|empatados|pareggi|gelijk|remisy|oavgjorda|uafgjorte|分
count losses|lost|defeats|niederlagen|défaites|perdidos|derrotas|sconfitte|perse|verloren|porażki|förluster|tabte|敗
count goals|tore|buts|goles|gol|reti|doelpunten|golos|gols|bramki|mål|得点
person player|spieler|joueur|jugador|giocatore|speler|jogador|zawodnik|spelare|spiller|選手
text edition|auflage|ausgabe|édition|edición|edizione|editie|edição|edycja|upplaga|udgave
number altitude|elevation|elevation gain|höhenmeter|dénivelé|desnivel|dislivello|hoogtemeters|desnível|przewyższenie|höjdmeter|højdemeter
number distance|distanz|strecke|distancia|distanza|afstand|distância|dystans|distans|sträcka
text membrane|membran|membrana|membraan
text sole|outsole|sohle|semelle|suela|suola|zool|sola|podeszwa|sula
person head chef|chef|küchenchef|küchenchefin|chef de cuisine|jefe de cocina|cocinera|capocuoco|chef kok|chefe de cozinha|szef kuchni|kökschef|køkkenchef
text size guide|sizes|größen|tailles|tallas|taglie|maten|tamanhos|rozmiary|storlekar
list certifications|certificates|zertifikate|zertifizierungen|certificazioni|certificaciones|certificeringen|certificações|certyfikaty|certifieringar
list topics|learning outcomes|you will learn|what you will learn|what you ll learn|das lernen sie|das lernst du|lerninhalte|kursinhalte|inhalte|contenu de la formation|vous apprendrez|aprenderás|contenidos|temario|cosa imparerai|contenuti|argomenti del corso|wat leer je|je leert|conteúdo programático|czego się nauczysz|program kursu|du lär dig|kursinnehåll|du lærer
list bug fixes|fixes|fixed|bug fix|fehlerbehebungen|behoben|corrections|correcciones|correzioni
list breaking changes|breaking|breaking change|incompatible changes
list see also|siehe auch|voir aussi|véase también|vedi anche|zie ook|zobacz też|se även
time departure|departure time|departs|abfahrt|abfahrtszeit|heure de départ|hora de salida|partenze|vertrek|vertrektijd|odjazd|wypłynięcie|avgång|afgang|出発|出发时间|出発時刻|출발시간
time arrival|arrival time|arrives|ankunft|ankunftszeit|heure d arrivée|llegada|hora de llegada|aankomst|chegada|przyjazd|przypłynięcie|ankomst|到着|到达时间|到着時刻|도착시간
text ship|vessel|schiff|navire|bateau|barco|nave|schip|navio|statek|fartyg|skib
text stop|station|haltestelle|arrêt|parada|fermata|halte|paragem|przystanek|hållplats|stoppested|停留所
year birth year|born|year of birth|geburtsjahr|jahrgang|année de naissance|año de nacimiento|anno di nascita|geboortejaar|rok urodzenia|född|født
text weekday|day|tag|wochentag|jour|día|giorno|dag|dia|dzień|dzień tygodnia|veckodag|ugedag|曜日
money commission|käuferprovision|provision|honoraires|comisión|provvigione|courtage|prowizja
text job title|job name|position title|puesto|puesto de trabajo|vacante|stelle|stellenbezeichnung|stellentitel|functie|vacature|poste|intitulé du poste|posizione|cargo|vaga|stanowisko|befattning|tjänst|stilling|職種
text thing name|event name|product name|recipe name|course title|course name|event title|competition|tournament|wettbewerb|wedstrijd|concours|competición|gara|produktname|modello|titre de l annonce|název produktu|nom du produit|nombre del producto|nazwa produktu|produktnamn|商品名|製品名|イベント名|course|recipe|movie|kurs|curso|corso|cours|cursus|rezept|receta|ricetta|recette|exhibition|vehicle name|room name|exhibition name|workshop name
count max guests|sleeps|max occupancy|occupancy|maximum guests|persons|schlafplätze|capacité d accueil|huéspedes|ospiti|personer|gæster|gäster|gäste|gości|gasten|invitados|hóspedes
`

/** What values of a meaning look like. */
export type Form =
  | 'text'
  | 'person'
  | 'people'
  | 'date'
  | 'time'
  | 'year'
  | 'money'
  | 'number'
  | 'count'
  | 'percent'
  | 'duration'
  | 'code'
  | 'email'
  | 'phone'
  | 'url'
  | 'place'
  | 'list'
  | 'currency'
  | 'hours'

export interface Meaning {
  readonly name: string
  readonly form: Form
  readonly names: readonly string[]
  /** Its names as labels are compared. */
  readonly plainNames: readonly string[]
}

export const knownMeanings: readonly Meaning[] = meanings
  .trim()
  .split('\n')
  .map((line) => {
    const space = line.indexOf(' ')
    const names = [...new Set(line.slice(space + 1).split('|'))]
    return {
      name: names[0] ?? '',
      form: line.slice(0, space) as Form,
      names,
      plainNames: names.map((name) => toPlain(name)),
    }
  })
