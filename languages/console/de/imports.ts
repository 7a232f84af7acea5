import type { ImportsTexts } from '../en/imports.ts'

export const imports: ImportsTexts = {
  title: 'Importieren',
  hint: 'Importieren Sie Mitglieder, Terminarten, Zeitpläne, Termine, Routing-Formulare und Webhooks aus einem anderen Dienst. Niemand erhält eine E-Mail, und dort ändert sich nichts.',
  from: 'Importieren aus',
  kinds: { calendly: 'Calendly', calcom: 'Cal.com' },
  token: 'Token',
  tokenHint:
    'Ein persönliches Zugriffstoken von Calendly oder ein API-Schlüssel von Cal.com, der einem Inhaber oder Admin dort gehört. Wir speichern das Token verschlüsselt, bis der Import endet, und zeigen es nie an.',
  address: 'Adresse der API',
  addressHint: 'Nur für selbst gehostete Dienste, etwa einen anderen Openslot-Server.',
  preview: 'Vorschau anzeigen',
  start: 'Import starten',
  wouldCome: 'Vorschau von „{name}“',
  wouldTake: 'Der Import dauert etwa {duration}.',
  notCounted: 'Die Zeit reichte nicht, um den Rest zu zählen.',
  nothingWritten:
    'Es wurde noch nichts importiert. Fügen Sie das Token erneut ein, um den Import zu starten: Wir haben es nicht gespeichert.',
  earlier: 'Importe',
  none: 'Noch keine Importe.',
  begun: 'Gestartet am {day}',
  ended: 'Beendet am {day}',
  states: { running: 'Läuft', finished: 'Abgeschlossen', failed: 'Angehalten' },
  reading: 'Wird importiert: {what}',
  finishing: 'Letzte Schritte',
  meetingsRead: '{read} von {total} Terminen',
  left: 'noch etwa {duration}',
  seconds: { one: '{count} Sekunde', other: '{count} Sekunden' },
  minutes: { one: '{count} Minute', other: '{count} Minuten' },
  goesOn: 'Der Import läuft weiter, wenn Sie diese Seite verlassen.',
  refresh: 'Aktualisieren',
  stop: 'Import anhalten',
  stopHint:
    'Alles bisher Importierte bleibt erhalten. Um später fortzufahren, importieren Sie mit dem Token noch einmal.',
  came: 'Ergebnisse',
  columns: {
    kind: 'Art',
    created: 'Neu',
    changed: 'Aktualisiert',
    unchanged: 'Unverändert',
    gone: 'In der Quelle gelöscht',
  },
  records: {
    users: 'Mitglieder',
    groups: 'Gruppen',
    user_availability_schedules: 'Zeitpläne',
    event_types: 'Terminarten',
    routing_forms: 'Routing-Formulare',
    routing_form_submissions: 'Einsendungen von Routing-Formularen',
    scheduled_events: 'Termine',
    invitees: 'Gäste',
    booking_requests: 'Buchungsanfragen',
    invitee_no_shows: 'Nicht erschienen',
    webhook_subscriptions: 'Webhooks',
  },
  toReview: 'Zu prüfen',
  notImported: 'Nicht importiert',
  next: 'Erneut importieren',
  nextHint: 'Ein erneuter Import aktualisiert, was sich dort geändert hat, und erzeugt nie Duplikate.',
  options: {
    apply_buffers: {
      label: 'Die oben vorgeschlagenen Puffer übernehmen',
      hint: 'Jede Terminart erhält die Puffer, die die meisten ihrer Termine haben.',
    },
    take_over: {
      label: 'Erinnerungen von hier senden',
      hint: 'Schalten Sie die Erinnerungen zuerst dort aus. Sonst erhalten Gäste zwei.',
    },
    invite: {
      label: 'Mitgliedern einen Link zum Festlegen eines Passworts mailen',
      hint: 'Nur Mitgliedern, die noch kein Passwort haben.',
    },
    prefer_source: {
      label: 'Die importierte Fassung bevorzugen',
      hint: 'Ersetzt Änderungen, die hier seit dem letzten Import gemacht wurden. Sonst bleiben Ihre Änderungen erhalten, und der Bericht nennt jeden Unterschied.',
    },
  },
  again: 'Erneut importieren',
  ofOperator:
    'Dieser Import liest eine Datenbank. Der Server-Administrator kann ihn erneut ausführen mit: openslot import calcom',
  done: { started: 'Import gestartet', stopped: 'Import angehalten' },
  errors: {
    tokenRefused:
      'Dieses Token wird nicht akzeptiert. Erstellen Sie ein neues und prüfen Sie, ob Sie es vollständig kopiert haben.',
    tokenWeak: 'Dieses Token darf den eigenen Benutzer nicht lesen. Es braucht den Scope users:read.',
    tokenForm: 'Fügen Sie das Token ohne Leerzeichen ein.',
    waits: 'Der andere Dienst bittet uns, {seconds} Sekunden zu warten. Versuchen Sie es danach erneut.',
    noApi: 'Das ist nicht die Adresse einer API, aus der wir importieren können.',
    unreadable: 'Diese Adresse kann nicht gelesen werden. {why}',
    addressForm: 'Geben Sie die Adresse einer API ein, etwa https://api.calendly.com.',
    underWay: 'Ein Import aus diesem Dienst läuft bereits.',
    otherCalcom:
      'Eine Organisation kann nur aus einem Cal.com importieren, und diese Organisation hat bereits aus {source} importiert.',
  },
  remarks: {
    token_of_one_user:
      'Das Token gehört einem einzelnen Benutzer, daher werden Mitglieder, Terminarten und Termine anderer Personen nicht importiert. Verwenden Sie das Token eines Inhabers oder Admins, um alles zu importieren.',
    list_closed: 'Das Token darf diese Liste nicht lesen, daher wird sie nicht importiert: {list}.',
    tables_closed:
      'Die Datenbankrolle darf diese Tabellen nicht lesen, daher werden sie nicht importiert: {tables}. Um sie einzuschließen, führen Sie aus: grant usage on schema public to …; grant select on all tables in schema public to …',
    invited_only:
      'Mitglieder, die in eine Gruppe nur eingeladen sind, werden ihr nicht hinzugefügt. Einladungen werden nicht importiert.',
    several_groups:
      'Einige Mitglieder gehören in der Quelle zu mehreren Gruppen. In Openslot gehört ein Mitglied zu einer Gruppe und kann Admin beliebig vieler sein, daher wurden sie der ersten hinzugefügt.',
    address_invalid: 'Ein Mitglied ohne gültige E-Mail-Adresse ({email}) wurde nicht importiert.',
    no_account:
      '{email} wurde nicht importiert: Für diese Adresse konnte kein Konto erstellt werden. Laden Sie die Person stattdessen ein.',
    locked_out:
      '{email} wurde nicht importiert: Das Konto ist in der Quelle gesperrt, oder die E-Mail-Adresse wurde nie bestätigt.',
    owner_there:
      '{email} ist in der Quelle Inhaber und in Openslot Admin. Der Inhaber in Openslot kann die Inhaberschaft übertragen.',
    slug_taken:
      'Die Buchungsseite von {email} hat in Openslot die Adresse /{slug}, weil /{taken} vergeben, reserviert oder nicht möglich ist.',
    schedule_unreadable: 'Der Zeitplan „{name}“ wurde nicht importiert: Seine Zeiten konnten nicht gelesen werden.',
    address_changed: '„{name}“ hat eine neue Adresse: {now} in Openslot, {before} in der Quelle.',
    pooling_unknown:
      '„{name}“ teilt Gastgeber auf eine Weise zu, die es in Openslot nicht gibt. Sie wurde als Round Robin importiert.',
    questions_unreadable: 'Die Fragen von „{name}“ konnten nicht importiert werden.',
    too_many_questions:
      '„{name}“ hat mehr Fragen, als eine Terminart in Openslot haben kann. Die ersten zehn wurden importiert.',
    locations_unknown: 'Einige Orte von „{name}“ sind von einer Art, die es in Openslot nicht gibt.',
    seats_and_hosts:
      '„{name}“ hat mehrere Gäste und mehrere Gastgeber. In Openslot hält der erste Gastgeber die Termine.',
    confirmation_there:
      '„{name}“: Gastgeber bestätigen die Buchungen, in der Quelle und in Openslot. In Openslot verfällt eine Anfrage nach {hours} Stunden ohne Antwort.',
    confirmation_always:
      '„{name}“: In der Quelle bestätigen Gastgeber nur kurzfristige Buchungen. In Openslot bestätigen sie jede Buchung.',
    recurring_there: '„{name}“: In der Quelle wiederholen sich Termine. In Openslot wird jeder Termin einzeln gebucht.',
    long_limits: '„{name}“: Limits pro Monat oder Jahr gibt es in Openslot nicht.',
    minute_limits: '„{name}“: Limits für gebuchte Minuten gibt es in Openslot nicht.',
    paid_there: '„{name}“ ist in der Quelle kostenpflichtig. In Openslot ist es kostenlos.',
    fixed_hosts:
      '„{name}“: In der Quelle nehmen einige Gastgeber an jedem Termin teil. In Openslot hat jeder Termin einen Gastgeber, der reihum wechselt.',
    weighted_hosts:
      '„{name}“: In der Quelle erhalten Gastgeber Termine nach Gewichtung. In Openslot erhalten Gastgeber mit gleicher Priorität gleich viele Termine.',
    start_offset:
      '„{name}“: In der Quelle liegen die Startzeiten {minutes} Minuten nach Beginn der verfügbaren Zeiten. In Openslot beginnen sie gleichzeitig.',
    multiple_use_links:
      '„{name}“ hat private Links, die mehrmals verwendet werden können. In Openslot gilt ein solcher Link für eine Buchung, daher wurden sie nicht importiert.',
    buffers_guessed:
      '„{name}“ von {owner} scheint Puffer von {before} Minuten davor und {after} danach zu haben (so ist es bei {count} der Termine). Importieren Sie erneut mit der Option zum Übernehmen der Puffer, um sie festzulegen.',
    buffers_set:
      '„{name}“ von {owner} hat jetzt Puffer von {before} Minuten davor und {after} danach (so ist es bei {count} der Termine).',
    form_draft:
      'Das Routing-Formular „{name}“ ist in Openslot ein Entwurf. Legen Sie seine Regeln fest und veröffentlichen Sie es dann.',
    webhook_address: 'Ein Webhook wurde nicht importiert: Seine Adresse ist keine http- oder https-Adresse.',
    webhook_exists:
      'Ein Webhook an {host} wurde nicht importiert: Es gibt ihn bereits, oder das, worauf er sich bezieht, wurde nicht importiert.',
    webhooks_of_types:
      'Webhooks einzelner Terminarten werden nicht importiert. In Openslot bezieht sich ein Webhook auf einen Benutzer, eine Gruppe oder die Organisation.',
    meeting_incomplete:
      'Der Termin {id} wurde nicht importiert oder aktualisiert: Seine Gäste konnten nicht vollständig gelesen werden.',
    overlapping:
      'Einige Termine überschneiden sich mit anderen desselben Gastgebers. Sie wurden importiert, und der Gastgeber ist zu diesen Zeiten belegt.',
    erased: 'Termine von Personen, deren Daten in Openslot gelöscht wurden, werden nicht importiert.',
    links_kept:
      'Bevorstehende Termine behalten ihre bisherigen Links für Videotermine. Openslot erstellt für sie keine neuen Links.',
    waiting_there:
      'Buchungen, die in der Quelle auf eine Bestätigung warten, wurden als Buchungsanfragen importiert, außer wenn ihre Zeit vorbei ist. Niemand wurde benachrichtigt. Unter Termine → Anfragen können Sie sie annehmen oder ablehnen.',
    request_taken:
      'Die Anfrage für „{name}“ wurde nicht importiert: Ihre Zeit ist in Openslot belegt, oder die Terminart hat keinen Gastgeber.',
    request_decided:
      'Über die Anfrage für „{name}“ wurde in Openslot und in der Quelle entschieden. Die Entscheidung in Openslot bleibt.',
    record_unreadable:
      'Ein Datensatz aus {path} ({id}) konnte nicht gelesen werden und wurde nicht importiert: {what}.',
    record_not_saved:
      'Ein Datensatz ({id}) konnte nicht gespeichert werden. Er wurde nicht importiert oder aktualisiert.',
    other_source: 'Einige Datensätze wurden früher aus einer anderen Quelle importiert. Sie wurden nicht geändert.',
    belongs_elsewhere:
      'Ein Datensatz ({kind}) gehört in Openslot zu etwas anderem als in der Quelle. Er wurde nicht geändert.',
    deleted_here: 'In Openslot gelöscht und in der Quelle geändert: {kind} „{name}“. Die Löschung bleibt bestehen.',
    canceled_here:
      'In Openslot abgesagt: „{name}“. Der Termin bleibt abgesagt, weil die Gäste benachrichtigt wurden. Buchen Sie ihn erneut, wenn er stattfinden soll.',
    conflict_kept:
      'Auf beiden Seiten geändert: {kind} „{name}“, {field}. Openslot: {here}. Quelle: {there}. Ihre Fassung wurde beibehalten.',
    conflict_taken:
      'Auf beiden Seiten geändert: {kind} „{name}“, {field}. Openslot: {here}. Quelle: {there}. Die importierte Fassung hat Ihre ersetzt.',
    more: 'Es gibt mehr Hinweise, als hier aufgeführt sind.',
    stopped:
      'Angehalten. Alles bisher Importierte bleibt erhalten. Importieren Sie erneut, um dort fortzufahren, wo der Import angehalten hat.',
    token_ended:
      'Das Token wird nicht mehr akzeptiert. Importieren Sie mit einem neuen Token erneut, um dort fortzufahren, wo der Import angehalten hat.',
    access_ended:
      'Die Person, die diesen Import gestartet hat, ist kein Admin mehr, oder die App, die ihn gestartet hat, hat keinen Zugriff mehr. Alles bisher Importierte bleibt erhalten. Ein Admin kann erneut importieren, um dort fortzufahren, wo der Import angehalten hat.',
    process_ended:
      'Der Dienst ist während dieses Imports dreimal abgestürzt, daher wurde der Import angehalten. Alles bisher Importierte bleibt erhalten. Prüfen Sie den Arbeitsspeicher und das Protokoll des Dienstes und importieren Sie dann erneut, um dort fortzufahren, wo der Import angehalten hat.',
    oversized:
      '{cause} Das ist mehr, als ein Import verarbeiten kann. Alles bisher Importierte bleibt erhalten. Sobald sich das geändert hat, importieren Sie erneut, um dort fortzufahren, wo der Import angehalten hat.',
    retrying: 'Der Import kann derzeit nicht fortgesetzt werden und versucht es automatisch erneut. {cause}',
    gave_up_unreachable:
      '{cause} Der Import hat es einen Tag lang erneut versucht. Alles bisher Importierte bleibt erhalten. Wenn der andere Dienst wieder antwortet, importieren Sie erneut, um dort fortzufahren, wo der Import angehalten hat.',
    gave_up_unreadable:
      '{cause} Weitere Versuche halfen nicht. Alles bisher Importierte bleibt erhalten. Eine neuere Version versteht diese Daten vielleicht; bitte melden Sie das Problem. Importieren Sie danach erneut, um dort fortzufahren, wo der Import angehalten hat.',
    gave_up_here:
      'In Openslot ist bei jedem Versuch des Imports etwas schiefgegangen; Einzelheiten stehen im Protokoll des Dienstes. Alles bisher Importierte bleibt erhalten. Eine neuere Version hilft vielleicht; bitte melden Sie das Problem. Importieren Sie danach erneut, um dort fortzufahren, wo der Import angehalten hat.',
    own_fault: 'In Openslot ist etwas schiefgegangen; Einzelheiten stehen im Protokoll des Dienstes.',
    page_refused:
      'Eine Seite einer Liste ({list}) wird jedes Mal verweigert. {cause} Importieren Sie später erneut, um dort fortzufahren, wo der Import angehalten hat.',
    source_token_refused: 'Der andere Dienst akzeptiert das Token nicht.',
    source_forbidden: 'Das Token darf dies nicht lesen.',
    source_missing: 'Der andere Dienst hat keinen solchen Datensatz.',
    source_rejected: 'Der andere Dienst lehnt die Anfrage ab ({status}).',
    source_rate_limited: 'Der andere Dienst bittet uns zu warten.',
    source_status: 'Der andere Dienst antwortet mit Status {status}.',
    source_incomplete: 'Die Antwort des anderen Dienstes ist unvollständig.',
    source_unreachable: 'Der andere Dienst ist nicht erreichbar ({code}).',
    source_timeout: 'Der andere Dienst antwortet nicht rechtzeitig.',
    source_blocked: 'Wir senden keine Anfragen an diese Adresse. Verwenden Sie eine öffentliche https-Adresse.',
    source_unknown_name: 'Kein Server hat den Namen in dieser Adresse.',
    source_unknown_format: 'Die Antwort von {path} hat ein unbekanntes Format ({what}).',
    source_page_too_long: '{path} hat mehr als {count} Datensätze auf einer Seite.',
    source_endless: '{path} endet nach {count} Datensätzen nicht.',
    source_too_many: '{path} hat mehr als {count} Datensätze.',
    source_large_answer: 'Eine Antwort von {path} ist größer als {size} MB.',
    source_large_together: '{path} und die Einzelheiten dazu sind zusammen größer als {size} MB.',
    source_repeats: 'Eine Liste ({list}) endet nicht oder wiederholt dieselben Datensätze.',
    database_credentials: 'Die Datenbank akzeptiert den Benutzernamen oder das Passwort nicht.',
    database_missing: 'Es gibt keine Datenbank mit diesem Namen.',
    database_unknown_name: 'Kein Server hat den Namen in der Adresse der Datenbank.',
    database_forbidden: 'Die Datenbankrolle darf eine benötigte Tabelle nicht lesen.',
    database_tables_closed:
      'Die Datenbankrolle darf diese Tabellen nicht lesen: {tables}. Führen Sie aus: grant usage on schema public to …; grant select on all tables in schema public to …',
    database_unreachable:
      'Unter dieser Adresse antwortet nichts. Prüfen Sie den Host und den Port und ob der Server Verbindungen von diesem Rechner annimmt.',
    database_unknown_format: 'Die Tabellen haben ein unbekanntes Format: {what}.',
    database_unreadable: 'Die Datenbank kann nicht gelesen werden ({code}).',
    database_not_calcom: 'Das ist nicht die Datenbank eines Cal.com: Die Tabellen users, EventType und Booking fehlen.',
    database_empty: 'In dieser Datenbank gibt es keine Benutzer.',
    database_too_many: 'Die Tabelle {table} hat mehr als {count} zusammengehörige Zeilen.',
    never_form_rules:
      'Regeln von Routing-Formularen: Formulare werden als Entwürfe mit ihren Fragen importiert. Legen Sie die Regeln fest und veröffentlichen Sie die Formulare dann.',
    never_workflows: 'Texte und Zeitpunkte von Workflows.',
    never_connections: 'Verbindungen zu Kalendern und Videodiensten: Jedes Mitglied verbindet die eigenen.',
    never_passwords:
      'Passwörter: Mitglieder legen eines über einen Link fest, der per E-Mail kommt, wenn Sie sie einladen.',
    never_single_use_links: 'Einmallinks, die nicht verwendet wurden.',
    never_private_links:
      'Private Links, die mehrmals verwendet werden können, und beim Lesen der API alle privaten Links: In Openslot gilt ein solcher Link für eine Buchung.',
    never_signing_keys:
      'Signaturschlüssel von Webhooks: Webhooks werden ausgeschaltet importiert. Beim Einschalten entsteht ein neuer Schlüssel.',
    never_webhook_secrets:
      'Secrets von Webhooks: Webhooks werden ausgeschaltet importiert. Beim Einschalten entsteht ein neuer Schlüssel. Die gesendeten Daten haben das Format dieses Dienstes.',
    never_limits:
      'Die Anzahl der Gäste eines Gruppentermins, bis ein Termin sie zeigt. Mindestvorlauf, Zeiträume und Limits von Terminarten.',
    never_travel_zones:
      'Reisezeitpläne, Zahlungen, Aufzeichnungen, Attribute und Limits pro Monat, pro Jahr oder in Minuten.',
    never_team_pages: 'Seiten von Teams und Organisationen. Ihre Terminarten behalten ihre bisherigen Adressen.',
    other: '{text}',
  },
}
