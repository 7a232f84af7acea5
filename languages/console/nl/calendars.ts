import type { CalendarsTexts } from '../en/calendars.ts'

export const calendars: CalendarsTexts = {
  title: 'Agenda’s',
  conferences: {
    title: 'Videogesprekken',
    hint: 'Afspraken van een soort krijgen uw adres van die soort. Schrijf {uuid} erin als elke afspraak een eigen adres moet krijgen.',
    link: 'Waar u videogesprekken houdt',
  },
  intro:
    'U wordt alleen aangeboden wanneer uw eigen agenda’s vrij zijn. Van de afspraken worden alleen de tijden bewaard.',
  connect: 'Agenda koppelen',
  connectAnother: 'Nog een agenda koppelen',
  google: 'Google Agenda',
  microsoft: 'Microsoft 365 of Outlook',
  ics: 'Agendafeed',
  caldav: 'Agendaserver (CalDAV)',
  continueAt: 'Verder bij {service}',
  consentHint: 'Daar kiest u het account, en u komt hier terug.',
  feedHint:
    'Een geheim adres dat op .ics eindigt, uit de deelinstellingen van uw agenda. Die kan alleen worden gelezen.',
  feedAddress: 'Adres van de feed',
  caldavHint: 'iCloud, Fastmail, Nextcloud en veel meer. Maak daar bij inloggen in twee stappen een app-wachtwoord.',
  server: 'Adres van de server',
  username: 'Gebruikersnaam',
  password: 'Wachtwoord',
  connectIt: 'Koppelen',
  state: {
    connecting: 'Wordt voor het eerst gelezen. Tot dan wordt u aan niemand aangeboden.',
    fresh: 'Gelezen: {when}.',
    late: '{reason} Wat het laatst bekend was, telt nog. Laatst gelezen: {when}.',
    lost: '{reason} U wordt aan niemand aangeboden tot hij gelezen kan worden.',
    lostOpen: '{reason} U wordt toch aangeboden, zoals u koos.',
  },
  never: 'nooit',
  chip: {
    connecting: 'Wordt gekoppeld',
    fresh: 'Actueel',
    late: 'Te laat',
    lost: 'Niet leesbaar',
  },
  counts: 'Telt mee',
  countsOf: '{name} telt mee: u bent bezet als hij dat zegt',
  takes: 'Neemt afspraken op',
  takesOf: 'Afspraken worden in {name} geschreven',
  tentative: 'Voorlopig',
  tentativeOf: 'Voorlopige afspraken van {name} tellen mee',
  readOnly: 'alleen lezen',
  isNew: 'Nieuw',
  emptyOfOthers:
    'Geen afspraken gevonden. Deze agenda is van iemand anders en de afspraken worden mogelijk niet met u gedeeld. Hij blokkeert uw tijd niet.',
  nothingCounts:
    'Geen van uw agenda’s blokkeert uw tijd: u kunt worden geboekt terwijl u bezet bent. Zet „{counts}” aan voor ten minste één agenda.',
  unread: {
    one: '{count} afspraak kan niet worden gevolgd en telt vanaf het begin als bezet.',
    other: '{count} afspraken kunnen niet worden gevolgd en tellen vanaf hun begin als bezet.',
  },
  lookNow: 'Nu lezen',
  again: 'Opnieuw koppelen',
  newPassword: 'Nieuw wachtwoord',
  newAddress: 'Nieuw adres van de feed',
  savePassword: 'Opslaan en proberen',
  stayOpen: 'Mij aanbieden ook als hij niet gelezen kan worden',
  more: 'Meer voor {account}',
  disconnect: 'Ontkoppelen',
  disconnectHint: 'Wat ervan gelezen is en de inloggegevens worden meteen verwijderd.',
  takeBack: 'Eerst komende afspraken uit de agenda verwijderen',
  finishTitle: 'Agenda koppelen',
  finish: '{service} is akkoord. Nog één stap.',
  finishButton: 'Afronden',
  denied: 'Er is niets gekoppeld, omdat het daar niet is toegestaan.',
  known: 'Deze agenda is al gekoppeld.',
  tooMany: 'Er zijn al tien koppelingen. Ontkoppel er eerst een.',
  notAnAddress: 'Dit is geen adres. Kopieer het helemaal, vanaf https://.',
  settled: 'Dit is al afgehandeld.',
  done: {
    connected: 'De agenda is gekoppeld en wordt gelezen.',
    disconnected: 'De agenda is ontkoppeld.',
    looking: 'Hij wordt gelezen.',
    saved: 'Opgeslagen.',
  },
  faults: {
    wrong_credentials:
      'De agendaserver accepteert deze gebruikersnaam en dit wachtwoord niet. Diensten met inloggen in twee stappen, zoals iCloud en Fastmail, vragen een app-wachtwoord: maak dat daar in de instellingen van uw account.',
    revoked:
      'De agendadienst heeft de toegang beëindigd: die is daar ingetrokken, het wachtwoord is gewijzigd, of hij is maanden niet gebruikt. Koppel de agenda opnieuw.',
    revoked_in_testing:
      'Google heeft de toegang na zeven dagen beëindigd, zoals altijd zolang het toestemmingsscherm van de beheerder in test is. Koppel de agenda opnieuw, en vraag de beheerder het te publiceren.',
    consent_expired: 'De toestemming is verlopen of al gebruikt. Begin opnieuw.',
    consent_incomplete:
      'Niet alles is toegestaan wat nodig is om de agenda te lezen en te schrijven. Begin opnieuw, en laat alle vakjes aangevinkt.',
    wrong_client:
      'De agendadienst kent deze installatie niet. De beheerder moet de client-id en het geheim in de instellingen controleren.',
    forbidden: 'De agendaserver laat dit account de agenda niet lezen. Controleer daar wie hem mag zien.',
    gone: 'Op dit adres is geen agenda meer. Controleer het adres, of koppel de agenda opnieuw.',
    not_allowed:
      'Dit adres kan niet worden gebruikt: agenda’s worden via https op het open internet bereikt. De beheerder van deze dienst kan andere toestaan.',
    unknown_name: 'Geen server heeft deze naam. Controleer het adres op een typefout.',
    unreachable: 'De agendaserver is op dit moment niet bereikbaar.',
    certificate:
      'Het certificaat van de agendaserver is niet geldig, dus er is niets verzonden. De beheerder ervan moet het vernieuwen.',
    timed_out: 'De agendaserver antwoordde niet op tijd.',
    busy: 'De agendaserver vraagt om even rust.',
    server_error: 'De agendaserver had zelf een fout.',
    not_a_calendar:
      'Wat dit adres geeft is geen agenda. Het adres van een feed eindigt vaak op .ics; kopieer het uit de deelinstellingen van uw agenda.',
    no_calendars: 'Dit account heeft geen agenda met afspraken.',
    too_large: 'Dit is te groot om te lezen: een agenda mag 20 MB hebben, en een account 500 agenda’s.',
    bad_answer: 'Het antwoord van de agendaserver kon niet tot het einde worden gelezen.',
    conflict: 'De afspraak werd op hetzelfde moment op de agendaserver gewijzigd.',
    cursor_expired: 'De agendadienst is vergeten waar de laatste lezing eindigde.',
    silent: 'De agenda is een dag niet gelezen.',
  },
}
