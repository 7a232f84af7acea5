import type { ImportsTexts } from '../en/imports.ts'

export const imports: ImportsTexts = {
  title: 'Importeren',
  hint: 'Importeer leden, afspraaktypes, roosters, afspraken, routeringsformulieren en webhooks uit een andere dienst. Niemand krijgt een e-mail en daar verandert niets.',
  from: 'Importeren uit',
  kinds: { calendly: 'Calendly', calcom: 'Cal.com' },
  token: 'Token',
  tokenHint:
    'Een persoonlijk toegangstoken van Calendly of een API-sleutel van Cal.com, van een eigenaar of admin daar. We bewaren het token versleuteld tot de import is afgelopen en tonen het nooit.',
  address: 'Adres van de API',
  addressHint: 'Alleen voor zelf gehoste diensten, zoals een andere Openslot-server.',
  preview: 'Voorbeeld bekijken',
  start: 'Import starten',
  wouldCome: 'Voorbeeld van “{name}”',
  wouldTake: 'De import duurt ongeveer {duration}.',
  notCounted: 'Er was niet genoeg tijd om de rest te tellen.',
  nothingWritten:
    'Er is nog niets geïmporteerd. Plak het token opnieuw om de import te starten: we hebben het niet bewaard.',
  earlier: 'Imports',
  none: 'Nog geen imports.',
  begun: 'Gestart op {day}',
  ended: 'Beëindigd op {day}',
  states: { running: 'Bezig', finished: 'Voltooid', failed: 'Gestopt' },
  reading: 'Wordt geïmporteerd: {what}',
  finishing: 'Laatste stappen',
  meetingsRead: '{read} van {total} afspraken',
  left: 'nog ongeveer {duration}',
  seconds: { one: '{count} seconde', other: '{count} seconden' },
  minutes: { one: '{count} minuut', other: '{count} minuten' },
  goesOn: 'De import gaat door als u deze pagina verlaat.',
  refresh: 'Vernieuwen',
  stop: 'Import stoppen',
  stopHint:
    'Alles wat tot nu toe is geïmporteerd, blijft behouden. Importeer opnieuw met het token om later verder te gaan.',
  came: 'Resultaten',
  columns: {
    kind: 'Soort',
    created: 'Nieuw',
    changed: 'Bijgewerkt',
    unchanged: 'Ongewijzigd',
    gone: 'Verwijderd in de bron',
  },
  records: {
    users: 'Leden',
    groups: 'Groepen',
    user_availability_schedules: 'Roosters',
    event_types: 'Afspraaktypes',
    routing_forms: 'Routeringsformulieren',
    routing_form_submissions: 'Inzendingen van routeringsformulieren',
    scheduled_events: 'Afspraken',
    invitees: 'Genodigden',
    booking_requests: 'Boekingsverzoeken',
    invitee_no_shows: 'Niet verschenen',
    webhook_subscriptions: 'Webhooks',
  },
  toReview: 'Te controleren',
  notImported: 'Niet geïmporteerd',
  next: 'Opnieuw importeren',
  nextHint: 'Opnieuw importeren werkt bij wat daar is gewijzigd en maakt nooit dubbele items.',
  options: {
    apply_buffers: {
      label: 'De hierboven voorgestelde buffers toepassen',
      hint: 'Elk afspraaktype krijgt de buffers die de meeste afspraken ervan hebben.',
    },
    take_over: {
      label: 'Herinneringen vanaf hier versturen',
      hint: 'Zet herinneringen daar eerst uit. Anders krijgen genodigden er twee.',
    },
    invite: {
      label: 'Leden een link mailen om een wachtwoord in te stellen',
      hint: 'Alleen leden die nog geen wachtwoord hebben.',
    },
    prefer_source: {
      label: 'De geïmporteerde versie voorrang geven',
      hint: 'Vervangt wijzigingen die hier sinds de laatste import zijn gemaakt. Anders blijven uw wijzigingen behouden en vermeldt het rapport elk verschil.',
    },
  },
  again: 'Opnieuw importeren',
  ofOperator:
    'Deze import leest een database. De serverbeheerder kan hem opnieuw uitvoeren met: openslot import calcom',
  done: { started: 'Import gestart', stopped: 'Import gestopt' },
  errors: {
    tokenRefused:
      'Dit token wordt niet geaccepteerd. Maak een nieuw token en controleer of u het volledig hebt gekopieerd.',
    tokenWeak: 'Dit token kan de eigen gebruiker niet lezen. De scope users:read is nodig.',
    tokenForm: 'Plak het token zonder spaties.',
    waits: 'De andere dienst vraagt ons {seconds} seconden te wachten. Probeer het daarna opnieuw.',
    noApi: 'Dit is niet het adres van een API waaruit we kunnen importeren.',
    unreadable: 'Dit adres kan niet worden gelezen. {why}',
    addressForm: 'Voer het adres van een API in, zoals https://api.calendly.com.',
    underWay: 'Er is al een import uit deze dienst bezig.',
    otherCalcom:
      'Een organisatie kan maar uit één Cal.com importeren, en deze organisatie heeft eerder uit {source} geïmporteerd.',
  },
  remarks: {
    token_of_one_user:
      'Het token is van één gebruiker, dus leden, afspraaktypes en afspraken van anderen worden niet geïmporteerd. Gebruik het token van een eigenaar of admin om alles te importeren.',
    list_closed: 'Het token kan deze lijst niet lezen, dus wordt ze niet geïmporteerd: {list}.',
    tables_closed:
      'De databaserol kan deze tabellen niet lezen, dus worden ze niet geïmporteerd: {tables}. Voer dit uit om ze op te nemen: grant usage on schema public to …; grant select on all tables in schema public to …',
    invited_only:
      'Leden die alleen voor een groep zijn uitgenodigd, worden er niet aan toegevoegd. Uitnodigingen worden niet geïmporteerd.',
    several_groups:
      'Sommige leden horen in de bron bij meerdere groepen. In Openslot hoort een lid bij één groep en kan het van elke groep admin zijn, dus zijn ze aan de eerste toegevoegd.',
    address_invalid: 'Een lid zonder geldig e-mailadres ({email}) is niet geïmporteerd.',
    no_account:
      '{email} is niet geïmporteerd: voor dit adres kon geen account worden gemaakt. Nodig deze persoon in plaats daarvan uit.',
    locked_out:
      '{email} is niet geïmporteerd: het account is in de bron vergrendeld of het e-mailadres is nooit bevestigd.',
    owner_there:
      '{email} is in de bron de eigenaar en in Openslot admin. De eigenaar in Openslot kan het eigendom overdragen.',
    slug_taken:
      'De boekingspagina van {email} staat in Openslot op /{slug}, omdat /{taken} bezet, gereserveerd of niet mogelijk is.',
    schedule_unreadable: 'Het rooster “{name}” is niet geïmporteerd: de uren konden niet worden gelezen.',
    address_changed: '“{name}” heeft een nieuw adres: {now} in Openslot, {before} in de bron.',
    pooling_unknown:
      '“{name}” wijst gastheren toe op een manier die in Openslot niet bestaat. Het is geïmporteerd als round robin.',
    questions_unreadable: 'De vragen van “{name}” konden niet worden geïmporteerd.',
    too_many_questions:
      '“{name}” heeft meer vragen dan een afspraaktype in Openslot kan hebben. De eerste tien zijn geïmporteerd.',
    locations_unknown: 'Sommige locaties van “{name}” zijn van een soort die in Openslot niet bestaat.',
    seats_and_hosts:
      '“{name}” heeft meerdere genodigden en meerdere gastheren. In Openslot houdt de eerste gastheer de afspraken.',
    confirmation_there:
      '“{name}”: gastheren bevestigen de boekingen, in de bron en in Openslot. In Openslot verloopt een verzoek na {hours} uur zonder antwoord.',
    confirmation_always:
      '“{name}”: in de bron bevestigen gastheren alleen boekingen op korte termijn. In Openslot bevestigen ze elke boeking.',
    recurring_there: '“{name}”: in de bron worden afspraken herhaald. In Openslot wordt elke afspraak apart geboekt.',
    long_limits: '“{name}”: limieten per maand of jaar bestaan in Openslot niet.',
    minute_limits: '“{name}”: limieten op geboekte minuten bestaan in Openslot niet.',
    paid_there: '“{name}” is in de bron betaald. In Openslot is het gratis.',
    fixed_hosts:
      '“{name}”: in de bron doen sommige gastheren aan elke afspraak mee. In Openslot heeft elke afspraak één gastheer, om de beurt.',
    weighted_hosts:
      '“{name}”: in de bron krijgen gastheren afspraken naar gewicht. In Openslot krijgen gastheren met dezelfde prioriteit evenveel afspraken.',
    start_offset:
      '“{name}”: in de bron liggen de begintijden {minutes} minuten na het begin van de uren. In Openslot beginnen ze tegelijk met de uren.',
    multiple_use_links:
      '“{name}” heeft privélinks die meerdere keren kunnen worden gebruikt. In Openslot geldt zo’n link voor één boeking, dus zijn ze niet geïmporteerd.',
    buffers_guessed:
      '“{name}” van {owner} lijkt buffers te hebben van {before} minuten vooraf en {after} achteraf (zo is het bij {count} van de afspraken). Importeer opnieuw met de optie om buffers toe te passen om ze in te stellen.',
    buffers_set:
      '“{name}” van {owner} heeft nu buffers van {before} minuten vooraf en {after} achteraf (zo is het bij {count} van de afspraken).',
    form_draft:
      'Het routeringsformulier “{name}” is in Openslot een concept. Stel de regels in en publiceer het daarna.',
    webhook_address: 'Een webhook is niet geïmporteerd: het adres is geen http- of https-adres.',
    webhook_exists:
      'Een webhook naar {host} is niet geïmporteerd: hij bestaat al, of waar hij over gaat, is niet geïmporteerd.',
    webhooks_of_types:
      'Webhooks van afzonderlijke afspraaktypes worden niet geïmporteerd. In Openslot gaat een webhook over een gebruiker, een groep of de organisatie.',
    meeting_incomplete:
      'De afspraak {id} is niet geïmporteerd of bijgewerkt: de genodigden konden niet volledig worden gelezen.',
    overlapping:
      'Sommige afspraken overlappen met andere van dezelfde gastheer. Ze zijn geïmporteerd en de gastheer is op die tijden bezet.',
    erased: 'Afspraken van personen van wie de gegevens in Openslot zijn verwijderd, worden niet geïmporteerd.',
    links_kept:
      'Komende afspraken houden de links voor videogesprekken die ze al hebben. Openslot maakt er geen nieuwe links voor.',
    waiting_there:
      'Boekingen die in de bron op bevestiging wachten, zijn als boekingsverzoeken geïmporteerd, behalve als hun tijd voorbij is. Niemand heeft bericht gekregen. Accepteer of weiger ze onder Afspraken → Verzoeken.',
    request_taken:
      'Het verzoek voor “{name}” is niet geïmporteerd: de tijd is in Openslot bezet, of het afspraaktype heeft geen gastheer.',
    request_decided:
      'Over het verzoek voor “{name}” is in Openslot en in de bron beslist. De beslissing in Openslot blijft.',
    record_unreadable: 'Een record van {path} ({id}) kon niet worden gelezen en is niet geïmporteerd: {what}.',
    record_not_saved: 'Een record ({id}) kon niet worden opgeslagen. Het is niet geïmporteerd of bijgewerkt.',
    other_source: 'Sommige records zijn eerder uit een andere bron geïmporteerd. Ze zijn niet gewijzigd.',
    belongs_elsewhere: 'Een record ({kind}) hoort in Openslot bij iets anders dan in de bron. Het is niet gewijzigd.',
    deleted_here: 'In Openslot verwijderd en in de bron gewijzigd: {kind} “{name}”. Blijft verwijderd.',
    canceled_here:
      'In Openslot geannuleerd: “{name}”. De afspraak blijft geannuleerd, omdat de genodigden bericht hebben gekregen. Boek de afspraak opnieuw als die moet doorgaan.',
    conflict_kept:
      'Aan beide kanten gewijzigd: {kind} “{name}”, {field}. Openslot: {here}. Bron: {there}. Uw versie is behouden.',
    conflict_taken:
      'Aan beide kanten gewijzigd: {kind} “{name}”, {field}. Openslot: {here}. Bron: {there}. De geïmporteerde versie heeft de uwe vervangen.',
    more: 'Er zijn meer opmerkingen dan hier staan.',
    stopped:
      'Gestopt. Alles wat tot nu toe is geïmporteerd, blijft behouden. Importeer opnieuw om verder te gaan waar de import is gestopt.',
    token_ended:
      'Het token wordt niet meer geaccepteerd. Importeer opnieuw met een nieuw token om verder te gaan waar de import is gestopt.',
    access_ended:
      'De persoon die deze import heeft gestart, is geen admin meer, of de app die hem heeft gestart, heeft geen toegang meer. Alles wat tot nu toe is geïmporteerd, blijft behouden. Een admin kan opnieuw importeren om verder te gaan waar de import is gestopt.',
    process_ended:
      'De dienst is tijdens deze import drie keer gecrasht, dus is de import gestopt. Alles wat tot nu toe is geïmporteerd, blijft behouden. Controleer het geheugen en het logboek van de dienst en importeer daarna opnieuw om verder te gaan waar de import is gestopt.',
    oversized:
      '{cause} Dat is meer dan een import kan verwerken. Alles wat tot nu toe is geïmporteerd, blijft behouden. Importeer opnieuw zodra dit is veranderd, om verder te gaan waar de import is gestopt.',
    retrying: 'De import kan op dit moment niet verder en probeert het automatisch opnieuw. {cause}',
    gave_up_unreachable:
      '{cause} De import heeft het een dag lang opnieuw geprobeerd. Alles wat tot nu toe is geïmporteerd, blijft behouden. Importeer opnieuw als de andere dienst weer antwoordt, om verder te gaan waar de import is gestopt.',
    gave_up_unreadable:
      '{cause} Opnieuw proberen hielp niet. Alles wat tot nu toe is geïmporteerd, blijft behouden. Een nieuwere versie begrijpt deze gegevens misschien; meld het probleem. Importeer daarna opnieuw om verder te gaan waar de import is gestopt.',
    gave_up_here:
      'In Openslot ging bij elke nieuwe poging van de import iets mis; de details staan in het logboek van de dienst. Alles wat tot nu toe is geïmporteerd, blijft behouden. Een nieuwere versie helpt misschien; meld het probleem. Importeer daarna opnieuw om verder te gaan waar de import is gestopt.',
    own_fault: 'In Openslot ging iets mis; de details staan in het logboek van de dienst.',
    page_refused:
      'Een pagina van een lijst ({list}) wordt elke keer geweigerd. {cause} Importeer later opnieuw om verder te gaan waar de import is gestopt.',
    source_token_refused: 'De andere dienst accepteert het token niet.',
    source_forbidden: 'Het token mag dit niet lezen.',
    source_missing: 'De andere dienst heeft dit record niet.',
    source_rejected: 'De andere dienst weigert het verzoek ({status}).',
    source_rate_limited: 'De andere dienst vraagt ons te wachten.',
    source_status: 'De andere dienst antwoordt met status {status}.',
    source_incomplete: 'Het antwoord van de andere dienst is onvolledig.',
    source_unreachable: 'De andere dienst is niet bereikbaar ({code}).',
    source_timeout: 'De andere dienst antwoordt niet op tijd.',
    source_blocked: 'We sturen geen verzoeken naar dit adres. Gebruik een openbaar https-adres.',
    source_unknown_name: 'Geen server heeft de naam in dit adres.',
    source_unknown_format: 'Het antwoord van {path} heeft een onbekend formaat ({what}).',
    source_page_too_long: '{path} heeft meer dan {count} records op een pagina.',
    source_endless: '{path} eindigt niet na {count} records.',
    source_too_many: '{path} heeft meer dan {count} records.',
    source_large_answer: 'Een antwoord van {path} is groter dan {size} MB.',
    source_large_together: '{path} en de details ervan zijn samen groter dan {size} MB.',
    source_repeats: 'Een lijst ({list}) eindigt niet of herhaalt dezelfde records.',
    database_credentials: 'De database accepteert de gebruikersnaam of het wachtwoord niet.',
    database_missing: 'Er is geen database met deze naam.',
    database_unknown_name: 'Geen server heeft de naam in het adres van de database.',
    database_forbidden: 'De databaserol kan een benodigde tabel niet lezen.',
    database_tables_closed:
      'De databaserol kan deze tabellen niet lezen: {tables}. Voer uit: grant usage on schema public to …; grant select on all tables in schema public to …',
    database_unreachable:
      'Op dit adres antwoordt niets. Controleer de host en de poort, en of de server verbindingen van deze machine accepteert.',
    database_unknown_format: 'De tabellen hebben een onbekend formaat: {what}.',
    database_unreadable: 'De database kan niet worden gelezen ({code}).',
    database_not_calcom: 'Dit is niet de database van een Cal.com: de tabellen users, EventType en Booking ontbreken.',
    database_empty: 'Er zijn geen gebruikers in deze database.',
    database_too_many: 'De tabel {table} heeft meer dan {count} rijen die bij elkaar horen.',
    never_form_rules:
      'Regels van routeringsformulieren: formulieren worden als concept met hun vragen geïmporteerd. Stel de regels in en publiceer ze daarna.',
    never_workflows: 'Teksten en tijdstippen van workflows.',
    never_connections: 'Koppelingen met agenda’s en videodiensten: elk lid koppelt de eigen.',
    never_passwords:
      'Wachtwoorden: leden stellen er een in via een link, die per e-mail wordt verstuurd als u ze uitnodigt.',
    never_single_use_links: 'Links voor eenmalig gebruik die niet zijn gebruikt.',
    never_private_links:
      'Privélinks die meerdere keren kunnen worden gebruikt en, als de API wordt gelezen, alle privélinks: in Openslot geldt zo’n link voor één boeking.',
    never_signing_keys:
      'Ondertekeningssleutels van webhooks: webhooks worden uitgeschakeld geïmporteerd. Bij het inschakelen wordt een nieuwe sleutel gemaakt.',
    never_webhook_secrets:
      'Secrets van webhooks: webhooks worden uitgeschakeld geïmporteerd. Bij het inschakelen wordt een nieuwe sleutel gemaakt. De verzonden gegevens hebben het formaat van deze dienst.',
    never_limits:
      'Het aantal genodigden van een afspraaktype voor groepen, totdat een afspraak het laat zien. Minimale tijd vooraf, periodes en limieten van afspraaktypes.',
    never_travel_zones: 'Reisroosters, betalingen, opnamen, attributen en limieten per maand, per jaar of in minuten.',
    never_team_pages: 'Pagina’s van teams en organisaties. Hun afspraaktypes behouden hun eerdere adressen.',
    other: '{text}',
  },
}
