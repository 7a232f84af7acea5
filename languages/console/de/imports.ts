import type { ImportsTexts } from '../en/imports.ts'

export const imports: ImportsTexts = {
  title: 'Umziehen',
  hint: 'Bringen Sie Mitglieder, Terminarten, Zeiten, Termine, Formulare und Webhooks von einem anderen Dienst mit. Es wird nichts gemailt, und dort wird nichts geändert.',
  from: 'Von',
  kinds: { calendly: 'Calendly', calcom: 'Cal.com' },
  token: 'Token',
  tokenHint:
    'Ein persönliches Zugriffstoken von Calendly oder ein API-Schlüssel von Cal.com, von einem Inhaber oder Admin dort. Es bleibt verschlüsselt, bis der Import vorbei ist, und wird nie angezeigt.',
  address: 'Adresse der API',
  addressHint: 'Nur für einen Dienst, den jemand anderes betreibt, etwa ein anderes Openslot.',
  preview: 'Ansehen, was käme',
  start: 'Importieren',
  wouldCome: 'Von „{name}“ käme',
  wouldTake: 'Es würde etwa {duration} dauern.',
  notCounted: 'Für den Rest reichte die Zeit zum Zählen nicht.',
  nothingWritten:
    'Es wurde nichts geschrieben. Fügen Sie zum Importieren das Token noch einmal ein: Es wurde nicht behalten.',
  earlier: 'Importe',
  none: 'Noch nichts importiert.',
  begun: 'begonnen am {day}',
  ended: 'beendet am {day}',
  states: { running: 'läuft', finished: 'fertig', failed: 'angehalten' },
  reading: 'Wird gelesen: {what}',
  finishing: 'das Letzte',
  meetingsRead: '{read} von {total} Terminen',
  left: 'noch etwa {duration}',
  seconds: { one: '{count} Sekunde', other: '{count} Sekunden' },
  minutes: { one: '{count} Minute', other: '{count} Minuten' },
  goesOn: 'Es geht von selbst weiter, auch wenn Sie diese Seite verlassen.',
  refresh: 'Noch einmal nachsehen',
  stop: 'Import anhalten',
  stopHint: 'Was gekommen ist, bleibt. Um später weiterzumachen, importieren Sie noch einmal mit dem Token.',
  came: 'Was gekommen ist',
  columns: { kind: 'Art', created: 'Neu', changed: 'Geändert', unchanged: 'Wie zuvor', gone: 'Dort weg' },
  records: {
    users: 'Mitglieder',
    groups: 'Gruppen',
    user_availability_schedules: 'Zeitpläne',
    event_types: 'Terminarten',
    routing_forms: 'Formulare',
    routing_form_submissions: 'Antworten auf Formulare',
    scheduled_events: 'Termine',
    invitees: 'Gäste',
    invitee_no_shows: 'Nicht Erschienene',
    webhook_subscriptions: 'Webhooks',
  },
  toLookAt: 'Bitte ansehen',
  notImported: 'Was nicht kommt',
  next: 'Noch einmal',
  nextHint: 'Ein weiterer Import bringt, was sich dort geändert hat, und nichts doppelt.',
  options: {
    apply_buffers: {
      label: 'Die oben vermuteten Puffer setzen',
      hint: 'Jede Art bekommt, was die meisten ihrer Termine haben.',
    },
    take_over: {
      label: 'Erinnerungen von hier senden',
      hint: 'Schalten Sie sie dort zuerst ab. Sonst bekommen Gäste zwei.',
    },
    invite: { label: 'Mitgliedern einen Link für ein Passwort mailen', hint: 'Nur denen, die keines haben.' },
    prefer_source: {
      label: 'Die importierte Fassung bevorzugen',
      hint: 'Ersetzt, was hier seit dem letzten Import geändert wurde. Sonst bleiben Ihre Änderungen, und der Bericht nennt jeden Unterschied.',
    },
  },
  again: 'Noch einmal importieren',
  ofOperator: 'Es wurde aus einer Datenbank gelesen. Der Betreiber importiert es erneut, mit openslot import calcom.',
  done: { started: 'Der Import hat begonnen.', stopped: 'Der Import wurde angehalten.' },
  sentences: {
    tokenRefused:
      'Dieses Token wird dort nicht angenommen. Erstellen Sie ein neues, und achten Sie darauf, dass am Ende nichts fehlt.',
    tokenWeak: 'Dieses Token darf nicht einmal den eigenen Benutzer lesen: Ihm fehlt der Scope users:read.',
    tokenForm: 'Fügen Sie das Token unverändert ein, ohne Leerzeichen.',
    waits: 'Die andere Seite bittet um {seconds} Sekunden Geduld. Versuchen Sie es danach noch einmal.',
    noApi: 'Das ist nicht die Adresse einer solchen API.',
    unreadable: 'Diese Adresse kann nicht gelesen werden. {why}',
    addressForm: 'Geben Sie die Adresse einer API an, etwa https://api.calendly.com.',
    underWay: 'Ein Import von dort läuft bereits.',
    otherCalcom: 'Eine Organisation wird nur von einem Cal.com importiert, diese wurde von {source} importiert.',
    tokenEnded:
      'Das Token wird nicht mehr angenommen. Importieren Sie mit einem neuen: Es geht weiter, wo es aufgehört hat.',
    stopped:
      'Er wurde angehalten. Was bis dahin kam, bleibt. Importieren Sie noch einmal: Es geht weiter, wo es aufgehört hat.',
    oneUser:
      'Das Token gehört einem einzelnen Benutzer: Mitglieder, Terminarten und Termine anderer kommen nicht mit. Inhaber und Admins haben eines, das alles sieht.',
    closedList: 'Diese Liste darf nicht gelesen werden und kommt nicht mit: {list}.',
    invitedOnly: 'Wer in einer Gruppe nur eingeladen ist, kommt nicht mit: Einladungen werden nicht importiert.',
    severalGroups:
      'Manche sind dort in mehreren Gruppen. Hier ist ein Mitglied in einer, und Admin von beliebig vielen: Sie kamen in die erste.',
    scheduleOut: 'Die Zeiten des Zeitplans „{name}“ sind nicht lesbar, er kommt nicht mit.',
    addressOut: 'Ein Mitglied hat keine gültige Adresse ({email}) und kommt nicht mit.',
    ownerThere: '{email} ist dort Inhaber und hier Admin. Der Inhaber kann unter „Personen“ übergeben.',
    noAccount:
      '{email} kommt nicht mit: Für diese Adresse konnte kein Konto angelegt werden. Laden Sie die Person unter „Personen“ ein.',
    slugTaken:
      'Die Seite von {email} ist hier /{slug}. Die Adresse /{taken} ist vergeben, reserviert oder nicht möglich.',
    meetingOut:
      'Der Termin {id} kommt nicht mit oder bleibt unverändert: Seine Gäste konnten nicht vollständig gelesen werden.',
    unreadRecord: 'Ein Datensatz ({path}, {id}) konnte nicht gelesen werden und kommt nicht mit: {what}.',
    notSaved: 'Ein Datensatz ({id}) konnte nicht gespeichert werden und kommt nicht mit oder bleibt unverändert.',
    otherSource: 'Einige Datensätze wurden schon aus einer anderen Quelle importiert. Sie bleiben unverändert.',
    belongsElsewhere: 'Ein Datensatz ({kind}) gehört hier zu etwas anderem. Er bleibt unverändert.',
    deletedHere: 'Hier gelöscht und dort geändert: {kind} „{name}“. Es bleibt gelöscht.',
    conflictKept: 'Hier und dort geändert: {kind} „{name}“, {field}. Hier: {here}. Dort: {there}. Ihre Fassung bleibt.',
    conflictTaken:
      'Hier und dort geändert: {kind} „{name}“, {field}. Hier: {here}. Dort: {there}. Die importierte Fassung hat Ihre ersetzt.',
    addressChanged: '„{name}“ hat eine neue Adresse: {now} hier, {before} dort.',
    lockedOut: '{email} ist dort gesperrt oder hat die Adresse nie bestätigt und kommt nicht mit.',
    oversized:
      'Der andere Dienst sendet mehr Daten, als ein Import aufnehmen kann. {why} Was bis dahin kam, bleibt. Importieren Sie noch einmal, wenn sich das geändert hat: Es geht weiter, wo es aufgehört hat.',
    tooMany: '{path} hat mehr als {count} Datensätze in einer Antwort.',
    noEnd: '{path} endet nach {count} Seiten nicht.',
    largeAnswer: 'Eine Antwort von {path} ist größer als {size} MB.',
    largeTogether: '{path} und die Einzelheiten dazu sind zusammen größer als {size} MB.',
    endlessList: 'Eine Liste ({list}) endet nicht oder wiederholt dieselben Datensätze.',
    accessEnded:
      'Wer diesen Import gestartet hat, ist hier kein Admin mehr, oder die Anwendung, die ihn gestartet hat, hat keinen Zugriff mehr. Was bis dahin kam, bleibt. Ein Admin kann noch einmal importieren: Es geht weiter, wo es aufgehört hat.',
    processEnded:
      'Der Dienst ist bei der Arbeit an diesem Import dreimal abgestürzt, darum wurde der Import angehalten. Was bis dahin kam, bleibt. Lassen Sie den Betreiber Speicher und Protokoll des Dienstes prüfen und importieren Sie dann noch einmal: Es geht weiter, wo es aufgehört hat.',
    draftForm: 'Das Formular „{name}“ ist hier ein Entwurf: Setzen Sie seine Regeln, dann veröffentlichen Sie es.',
    overlapping:
      'Einige Termine überschneiden sich mit anderen ihres Gastgebers. Sie sind hier, und die Gastgeber sind dann belegt.',
    erased: 'Termine von Personen, die hier gelöscht wurden, kommen nicht mit.',
    pageRefused:
      'Eine Seite einer Liste ({list}) wird jedes Mal verweigert. Importieren Sie später noch einmal: Es geht dort weiter, wo es aufgehört hat.',
    canceledHere:
      '„{name}“ wurde hier abgesagt und bleibt abgesagt, weil die Gäste benachrichtigt wurden. Buchen Sie den Termin erneut, wenn er stattfinden soll.',
    webhookAddress: 'Ein Webhook wurde nicht importiert: Seine Adresse ist keine http- oder https-Adresse.',
    webhookOut:
      'Ein Webhook an {host} kommt nicht mit: Es gibt ihn schon, oder hier ist nichts, was er betreffen könnte.',
    otherPool: '„{name}“ wählt die Gastgeber dort anders. Hier ist es ein Reihum.',
    questionsOut: 'Die Fragen von „{name}“ konnten nicht übernommen werden.',
    locationsOut: 'Einige Orte von „{name}“ sind von einer Art, die hier unbekannt ist.',
    buffersGuessed:
      '„{name}“ von {owner} scheint {before} Minuten davor und {after} danach frei zu halten (so {count} der Termine).',
    buffersSet: '„{name}“ von {owner} hält {before} Minuten davor und {after} danach frei (so {count} der Termine).',
    severalOfBoth: '„{name}“ nimmt mehrere Gäste und hat mehrere Gastgeber: Hier hält der erste von ihnen die Termine.',
    manyQuestions: '„{name}“ stellt mehr Fragen, als eine Art hier hat: Die ersten zehn kamen.',
    waiting: 'Einige Buchungen warten dort auf eine Bestätigung. Hier sind sie gebucht.',
    webhooksOfTypes:
      'Webhooks einzelner Terminarten kommen nicht mit: Hier gilt einer für alle Arten eines Benutzers, einer Gruppe oder aller.',
    confirmedThere: '„{name}“: Buchungen werden dort von einem Gastgeber bestätigt, hier gelten sie sofort.',
    repeats: '„{name}“: Termine wiederholen sich dort. Hier wird jeder einzeln gebucht.',
    longLimits: '„{name}“: Grenzen je Monat oder Jahr gibt es hier nicht.',
    minuteLimits: '„{name}“: Grenzen gebuchter Minuten gibt es hier nicht.',
    paid: '„{name}“ kostet dort etwas. Hier ist es kostenlos.',
    fixedHosts: '„{name}“: Dort sind manche Gastgeber bei jedem Termin dabei. Hier hat jeder einen Gastgeber, reihum.',
    weights:
      '„{name}“: Dort bekommen Gastgeber Anteile nach Gewicht. Hier bekommen alle mit gleicher Priorität gleich viele.',
    laterTimes:
      '„{name}“: Dort beginnen die Zeiten {minutes} Minuten nach Beginn der Arbeitszeit. Hier beginnen sie mit ihr.',
    privateLinks:
      '„{name}“ hat private Links für mehrere Buchungen. Hier bucht ein solcher Link einmal, darum kamen sie nicht mit.',
    tokenCannot: 'Das Token darf dies nicht lesen.',
    notThere: 'Das gibt es dort nicht.',
    refusesUs: 'Die Anfrage wird abgelehnt ({status}).',
    notSent: 'An diese Adresse senden wir nicht: Sie muss öffentlich sein und mit https beginnen.',
    unreachable: 'Sie ist nicht erreichbar ({code}).',
    late: 'Es kommt keine Antwort in der vorgesehenen Zeit.',
    triedAgain: 'Es geht im Moment nicht weiter und wird von selbst wieder versucht. {why}',
    triedForADay:
      'Es wurde einen Tag lang versucht. {why} Was bis dahin kam, bleibt. Importieren Sie noch einmal, wenn die andere Seite antwortet: Es geht weiter, wo es aufgehört hat.',
    newerNeeded:
      '{why} Was bis dahin kam, bleibt. Eine neuere Version versteht es vielleicht; sagen Sie es dem Betreiber dieses Dienstes. Importieren Sie dann noch einmal: Es geht weiter, wo es aufgehört hat.',
    ownFault: 'Hier ist etwas schiefgegangen; wer diesen Dienst betreibt, findet es im Protokoll.',
    failedHere:
      'Es wurde erneut versucht und ist hier jedes Mal schiefgegangen; wer diesen Dienst betreibt, findet es im Protokoll. Was bis dahin kam, bleibt. Eine neuere Version kann es vielleicht. Importieren Sie dann noch einmal: Es geht weiter, wo es aufgehört hat.',
    notUnderstood: 'Die Antwort unter {path} wurde nicht verstanden ({what}).',
    otherForm: 'Die Antwort hat eine unbekannte Form.',
    noName: 'Diese Adresse hat einen Namen, den niemand kennt.',
    more: 'Davon gibt es mehr, als hier steht.',
    formRules: 'Regeln von Formularen: Formulare kommen als Entwürfe, mit ihren Fragen.',
    workflows: 'Texte und Zeiten von Abläufen.',
    connections: 'Verbindungen zu Kalendern und Konferenzen: Jedes Mitglied verbindet die eigenen.',
    passwords: 'Passwörter: Mitglieder wählen eines über einen Link.',
    singleUse: 'Einmal- und private Links.',
    signingKeys:
      'Signaturschlüssel von Webhooks: Sie kommen ausgeschaltet und werden unter „Entwickler“ mit einem neuen eingeschaltet.',
    unknownLimits:
      'Wie viele Gäste eine Gruppenart nimmt, bis einer ihrer Termine es zeigt; Vorlauf, Zeiträume und Grenzen von Terminarten.',
    travelZones: 'Reisezonen, Zahlungen, Aufnahmen, Attribute, und Grenzen je Monat, je Jahr oder in Minuten.',
    teamPages: 'Seiten von Teams und Organisationen. Ihre Terminarten sind weiter unter den alten Adressen erreichbar.',
  },
}
