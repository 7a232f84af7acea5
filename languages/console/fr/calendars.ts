import type { CalendarsTexts } from '../en/calendars.ts'

export const calendars: CalendarsTexts = {
  title: 'Agendas',
  conferences: {
    title: 'Visioconférences',
    hint: 'Les rendez-vous d’un type reçoivent votre adresse de ce type. Écrivez {uuid} là où chaque rendez-vous doit avoir sa propre adresse.',
    link: 'Où vous tenez vos visioconférences',
  },
  intro:
    'On ne vous propose que lorsque vos propres agendas sont libres. De leurs événements, seules les heures sont conservées.',
  connect: 'Connecter un agenda',
  connectAnother: 'Connecter un autre agenda',
  google: 'Google Agenda',
  microsoft: 'Microsoft 365 ou Outlook',
  ics: 'Flux d’agenda',
  caldav: 'Serveur d’agenda (CalDAV)',
  continueAt: 'Continuer chez {service}',
  consentHint: 'Vous y choisissez le compte, puis vous revenez ici.',
  feedHint:
    'Une adresse secrète qui finit par .ics, dans les réglages de partage de votre agenda. Il ne peut être que lu.',
  feedAddress: 'Adresse du flux',
  caldavHint:
    'iCloud, Fastmail, Nextcloud et bien d’autres. Avec la connexion en deux étapes, créez-y un mot de passe d’application.',
  server: 'Adresse du serveur',
  username: 'Nom d’utilisateur',
  password: 'Mot de passe',
  connectIt: 'Connecter',
  state: {
    connecting: 'Première lecture en cours. D’ici là, vous n’êtes proposé à personne.',
    fresh: 'Lu {when}.',
    late: '{reason} Ce qui était connu compte toujours. Dernière lecture : {when}.',
    lost: '{reason} Vous n’êtes proposé à personne tant qu’il ne peut pas être lu.',
    lostOpen: '{reason} Vous êtes proposé malgré tout, comme vous l’avez choisi.',
  },
  never: 'jamais',
  chip: {
    connecting: 'Connexion',
    fresh: 'À jour',
    late: 'En retard',
    lost: 'Illisible',
  },
  counts: 'Compte',
  countsOf: '{name} compte : vous êtes occupé quand il le dit',
  takes: 'Reçoit les rendez-vous',
  takesOf: 'Les rendez-vous sont écrits dans {name}',
  tentative: 'Provisoires',
  tentativeOf: 'Les événements provisoires de {name} comptent',
  readOnly: 'lecture seule',
  isNew: 'Nouveau',
  emptyOfOthers:
    'Aucun événement trouvé. Cet agenda appartient à quelqu’un d’autre et ses événements ne sont peut-être pas partagés avec vous. Il ne bloque pas votre temps.',
  nothingCounts:
    'Aucun de vos agendas ne bloque votre temps : on peut réserver avec vous pendant que vous êtes occupé. Activez « {counts} » pour au moins un agenda.',
  unread: {
    one: '{count} événement ne peut pas être interprété et compte comme occupé dès son début.',
    other: '{count} événements ne peuvent pas être interprétés et comptent comme occupés dès leur début.',
  },
  lookNow: 'Lire maintenant',
  again: 'Reconnecter',
  newPassword: 'Nouveau mot de passe',
  newAddress: 'Nouvelle adresse du flux',
  savePassword: 'Enregistrer et essayer',
  stayOpen: 'Me proposer même s’il ne peut pas être lu',
  more: 'Plus pour {account}',
  disconnect: 'Déconnecter',
  disconnectHint: 'Ce qui en a été lu et ses identifiants sont supprimés aussitôt.',
  takeBack: 'Retirer d’abord de l’agenda les rendez-vous à venir',
  finishTitle: 'Connecter l’agenda',
  finish: '{service} a donné son accord. Encore une étape.',
  finishButton: 'Terminer',
  denied: 'Rien n’a été connecté, car ce n’a pas été autorisé là-bas.',
  known: 'Cet agenda est déjà connecté.',
  tooMany: 'Il y a déjà dix connexions. Déconnectez-en d’abord une.',
  notAnAddress: 'Ce n’est pas une adresse. Copiez-la en entier, à partir de https://.',
  settled: 'C’est déjà réglé.',
  done: {
    connected: 'L’agenda est connecté, et sa lecture est en cours.',
    disconnected: 'L’agenda est déconnecté.',
    looking: 'La lecture est en cours.',
    saved: 'Enregistré.',
  },
  faults: {
    wrong_credentials:
      'Le serveur d’agenda n’accepte pas ce nom d’utilisateur et ce mot de passe. Les services avec connexion en deux étapes, comme iCloud et Fastmail, demandent un mot de passe d’application : créez-le dans les réglages de votre compte là-bas.',
    revoked:
      'Le service d’agenda a mis fin à l’accès : il a été révoqué, le mot de passe a changé, ou il n’a pas servi pendant des mois. Reconnectez l’agenda.',
    revoked_in_testing:
      'Google a mis fin à l’accès après sept jours, comme toujours tant que l’écran d’autorisation de l’exploitant est en test. Reconnectez l’agenda, et demandez à l’exploitant de le publier.',
    consent_expired: 'L’autorisation a expiré ou a déjà servi. Recommencez.',
    consent_incomplete:
      'Tout ce qu’il faut pour lire et écrire l’agenda n’a pas été autorisé. Recommencez, et laissez toutes les cases cochées.',
    wrong_client:
      'Le service d’agenda ne connaît pas cette installation. Son exploitant doit vérifier l’identifiant client et le secret dans les réglages.',
    forbidden: 'Le serveur d’agenda ne laisse pas ce compte lire l’agenda. Vérifiez là-bas qui peut le voir.',
    gone: 'Il n’y a plus d’agenda à cette adresse. Vérifiez l’adresse, ou reconnectez l’agenda.',
    not_allowed:
      'Cette adresse ne peut pas servir : les agendas sont joints par https sur l’internet public. L’exploitant de ce service peut en autoriser d’autres.',
    unknown_name: 'Aucun serveur n’a ce nom. Vérifiez que l’adresse est bien écrite.',
    unreachable: 'Le serveur d’agenda est injoignable pour le moment.',
    certificate:
      'Le certificat du serveur d’agenda n’est pas valable, rien n’a donc été envoyé. Son exploitant doit le renouveler.',
    timed_out: 'Le serveur d’agenda n’a pas répondu à temps.',
    busy: 'Le serveur d’agenda demande une pause.',
    server_error: 'Le serveur d’agenda a eu une erreur.',
    not_a_calendar:
      'Il n’y a pas d’agenda à cette adresse. L’adresse d’un flux finit souvent par .ics ; copiez-la depuis les réglages de partage de votre agenda.',
    no_calendars: 'Ce compte n’a pas d’agenda avec des événements.',
    too_large: 'C’est trop volumineux pour être lu : un agenda peut avoir 20 Mo, et un compte 500 agendas.',
    bad_answer: 'La réponse du serveur d’agenda n’a pas pu être lue jusqu’au bout.',
    conflict: 'L’événement a été modifié au même moment sur le serveur d’agenda.',
    cursor_expired: 'Le service d’agenda a oublié où la dernière lecture s’est arrêtée.',
    silent: 'L’agenda n’a pas été lu depuis un jour.',
  },
}
