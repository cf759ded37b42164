/**
 * Words and phrases of typical short texts, in lower case, separated by `|`. Each row is one feature of the model;
 * the order is part of the trained weights. A phrase must start at a word; `*` at its end matches any continuation.
 */
export const phraseRows: readonly string[] = [
  // Copyright, law
  'copyright|©|(c)|all rights reserved|privacy policy|terms of use|terms of service|terms and conditions|terms & conditions|alle rechte vorbehalten|impressum|datenschutz*|agb|tous droits réservés|mentions légales|política de privacidad|todos los derechos|reservados|diritti riservati|informativa privacy|wszelkie prawa|alle rechten voorbehouden|все права|nutzungsbedingungen|nachdruck|vervielfältigung|genehmigung|licensed|powered by',
  // Cookies
  'cookie|cookies|consent|gdpr|accept all|dsgvo|einwilligung|zustimmen|akzeptieren|consentement|aceptar|accetta|toestemming|ciasteczka',
  // Accounts, newsletters
  "subscribe*|newsletter*|sign up|your email|your e-mail|join us|join our|join now|log in|login|sign in|register|create account|create an account|password|anmelden|einloggen|registrier*|abonnier*|abo|abonnement|e-mail-adresse|mein konto|kostenlos testen|s'abonner|abonnez*|s'inscrire|inscri*|se connecter|connexion|suscr*|iniciar sesión|registrarse|boletín|iscriviti|accedi|abbonati|inschrijven|aanmelden|abonneer|zaloguj|zapisz się|подпис*|войти|assine|cadastre*|entrar|jetzt registrieren|verpassen|versäumen|auf dem laufenden",
  // Sharing
  'share|facebook|twitter|linkedin|whatsapp|pinterest|instagram|follow us|copy link|telegram|youtube|tiktok|xing|teilen|tweet|twittern|weiterempfehlen|empfehl*|folgen|folge uns|folgen sie|drucken|partager|partagez|suivez*|imprimer|compartir|comparte|síguenos|síguen*|imprimir|condividi|seguici|stampa|delen|udostępnij|поделиться|compartilh*|siga|print|email this|mail',
  // Other pages
  "related|you may like|you may also|you might also|you might like|may be interested|also like|also viewed|also bought|more from|more in|more on|more stories|more articles|more posts|recommended|similar|read more|read next|read also|up next|recent posts|recent articles|recent news|latest|trending|popular|don't miss|don’t miss|keep reading|see also|most read|also read|weitere|ähnliche|verwandte|mehr zum thema|mehr zu|mehr aus|mehr von|auch interessant|auch interessieren|das könnte|dies könnte|passend dazu|themenrelevant*|meistgelesen*|beliebt*|neueste*|neuste*|aktuelle*|lesen sie auch|auch lesen|lesetipp*|weiterlesen|zum weiterlesen|siehe auch|empfohlen*|lire aussi|à lire|articles liés|sur le même|les plus lus|vous aimerez|plus d'articles|voir aussi|derniers articles|dans la même|lea también|lee también|le puede interesar|te puede interesar|más sobre|más noticias|noticias relacionadas|artículos relacionados|relacionad*|últimas|lo más|mira:|leggi anche|potrebbe interessarti|correlati|articoli|altri articoli|più letti|lees ook|meer over|gerelateerde|meest gelezen|zobacz również|zobacz także|czytaj także|czytaj też|polecane|najnowsze|najczęściej|więcej|читайте также|похожие|leia também|veja também|leia mais|mais lidas|mais notícias|läs mer|les også|læs også|lue myös|entdecken sie|top posts|editorial picks|our latest|anzeigen|auf dieser seite",
  // Comments
  'comment|comments|reply|replies|leave a|respond|discussion|kommentar*|antworten|diskussion|diskutier*|schreibe einen|kommentieren|pingback*|trackback*|commentaire*|répondre|laisser un|comentario*|responder|deja un|déjanos|commenti|commento|rispondi|lascia un|reactie*|reageer|komentarze|komentarz*|odpowiedz|комментар*|ответить|comentários|comentar|deixe um|meinung|meinungen',
  // Author and date
  'by|posted|published|updated|written|last updated|min read|minute read|minutes read|ago|von|veröffentlicht|erstellt am|aktualisiert|geändert|stand:|lesezeit|uhr|geschrieben|verfasst|redaktion|autor|autorin|author|par|publié*|mis à jour|rédigé|lecture|por|publicado*|actualizado*|redacción|di|pubblicato|aggiornato|redazione|door|gepubliceerd|bijgewerkt|autor:|opublikowano|aktualizacja|опубликовано|автор|atualizado*|publicada|der beitrag wurde|eingestellt',
  // Shopping
  'add to cart|add to bag|add to basket|buy now|in stock|out of stock|sold out|free shipping|quantity|in den warenkorb|warenkorb|lieferzeit|versand*|mwst|jetzt kaufen|bestellen|buch bestellen|preis|ajouter au panier|livraison|en stock|añadir al carrito|comprar|envío|aggiungi al carrello|carrello|spedizione|in winkelwagen|op voorraad|do koszyka|в корзину|купить|adicionar ao carrinho',
  // Navigation
  'home|menu|search|skip to|back to|go to|next|previous|prev|close|view all|see all|show more|load more|learn more|continue reading|toggle|click here|contact us|about us|startseite|suche|suchen|zurück|weiter|nächste*|vorherige*|schließen|alle anzeigen|mehr anzeigen|mehr erfahren|mehr lesen|mehr laden|zur übersicht|nach oben|zum seitenanfang|über uns|kontakt|accueil|rechercher|recherche|suivant|précédent|fermer|voir plus|voir tout|en savoir|retour|haut de page|inicio|buscar|siguiente|anterior|cerrar|ver más|ver todo|volver|contacto|cerca|successivo|precedente|chiudi|vedi tutti|scopri|torna|zoeken|volgende|vorige|sluiten|bekijk|terug|szukaj|następny|poprzedni|zamknij|wróć|dowiedz się|главная|поиск|далее|назад|próximo|fechar|ver mais|saiba mais|top|navigation|»|›|→',
  // Description
  'description|specification*|features|details|overview|about this|ingredients|dimensions|materials|how to|beschreibung|merkmale|eigenschaften|technische daten|produktdetails|zutaten|zubereitung|überblick|caractéristiques|ingrédients|préparation|descripción|características|ingredientes|descrizione|caratteristiche|ingredienti|omschrijving|kenmerken|opis|składniki|описание|descrição',
  // Reviews
  'review|reviews|rating|ratings|stars|testimonial*|verified|bewertung*|rezension*|sterne|kundenstimmen|bewerte*|avis|étoiles|opiniones|reseñas|valoraci*|recensioni|beoordeling*|opinie|отзыв*|avaliaç*|sehr hilfreich',
  // Members
  'joined|member|members|posts|messages|likes|reputation|views|location|registered|moderator|administrator|mitglied*|beiträge|benutzer|dabei seit|themen|ansichten|membre|messages:|inscrit|miembro|mensajes|iscritto|geregistreerd|uitgelogd|użytkownik|сообщени*',
  // Advertising
  'advertis*|sponsored|promoted|affiliate|anzeige|werbung|gesponsert|sponsor*|publicité|publicidad|anuncio|pubblicità|advertentie|reklama|реклама|provision|affiliate-link*',
  // Filters
  'filter*|sort by|results|showing|items per page|per page|clear all|sortieren|ergebnisse|treffer|trier|résultats|ordenar|resultados|ordina|risultati|sorteren|sortuj',
  // Tags
  'tag|tags|category|categories|filed under|topics|topic:|posted in|tagged|schlagwort*|schlagwörter|kategorie*|themen:|thema:|abgelegt|rubrik*|stichwort*|mots-clés|catégorie*|étiquette*|rubrique|categoría*|etiqueta*|archivado|categoria|categorie|trefwoorden|tagi|kategoria|рубрика|метки',
  // Contents
  'table of contents|on this page|in this article|contents|inhalt|inhaltsverzeichnis|inhaltsübersicht|auf dieser seite|sommaire|table des matières|índice|contenido|sommario|indice|inhoud|spis treści|содержание',
  // Contact
  'phone|tel|call us|address|opening hours|contact|telefon*|fax|adresse|öffnungszeiten|ansprechpartner*|anschrift|pressekontakt|pressestelle|e-mail|téléphone|horaires|teléfono|dirección|horario|telefono|indirizzo|orari|telefoon|adres|телефон|адрес|rückfragen|www',
  // Loading
  'loading|javascript|enable|browser|captcha|laden|wird geladen|aktivieren|chargement|cargando|caricamento',
  // Credits of pictures
  'photo|photos|photograph by|photo by|image:|image credit|picture:|credit|credits|getty|reuters|shutterstock|istock|thinkstock|unsplash|pixabay|afp|ap photo|dpa|foto|fotos|bild|bilder|abbildung|quelle|grafik|bildquelle|symbolbild|archivbild|imago|picture alliance|crédit|crédits|crédit photo|photographie|source|fuente|imagen|imágenes|archivo|fotografía|cortesía|fonte|immagine|bron|zdjęcie|fot|źródło|фото|imagem|reprodução|divulgação|video|videos',
  // Authors
  "about the author|is a writer|is a journalist|is an|is the author|lives in|freelance|contributor|correspondent|editor|über den autor|über die autorin|zur person|ist redakteur*|arbeitet als|journalist*|freier|freie|à propos|journaliste|sobre el autor|periodista|sull'autore|over de auteur|o autorze|sobre o autor|more about|biograph*|bio|stories by|posts by|articles by|alle artikel|alle beiträge|artikel von|profile|profil",
  // Hints for readers
  "disclaimer|note:|hinweis*|haftung|editor's note|this article|this post|this story|originally|dieser artikel|dieser beitrag|dieser text|cet article|este artículo|questo articolo|dit artikel|ten artykuł|correction|opinions expressed|anmerkung*|not responsible|views expressed|zuerst erschienen|gefällt dir|gefällt mir|spenden|unterstütz*|donate|support us|help us|download|downloads|herunterladen|app|podcast*|abonnenten|exklusiv*",
  // Events
  'event|events|termine|veranstaltung*|kalender|calendar|tickets|agenda|évènement*|événement*|eventos|eventi|archive|archives|archiv|blogroll|kategorien|letzte*|seiten',
]
