import type { CalendarsTexts } from '../en/calendars.ts'

export const calendars: CalendarsTexts = {
  title: 'Agendas',
  integrations: 'Intégrations',
  tabs: { calendars: 'Agendas', conferences: 'Visioconférences', payments: 'Paiements' },
  payments: {
    title: 'Comptes de paiement',
    hint: 'Connectez un compte avec vos propres clés, et les invités pourront payer les types d’événement payants. L’argent va directement sur votre compte.',
    none: 'Aucun compte n’est connecté. Les types d’événement payants ne peuvent pas être réservés.',
    adminsOnly: 'Les propriétaires et administrateurs connectent les comptes.',
    works: 'Les invités peuvent payer avec.',
    tested: 'Le test a réussi : le compte accepte nos requêtes.',
    connect: 'Connecter un compte',
    webhookUrl: 'URL pour les messages du service :',
    stripeHint:
      'Une clé secrète, ou une clé limitée à Checkout Sessions, Charges, Payment Intents et Refunds. Le webhook a besoin des événements checkout.session.completed et checkout.session.expired.',
    secretKey: 'Clé secrète',
    webhookSecret: 'Secret de signature du webhook',
    stripeKeyFormat: 'Une clé de Stripe commence par sk_ ou rk_.',
    stripeSecretFormat: 'Un secret de signature de Stripe commence par whsec_.',
    paypalHint:
      'Les clés d’une application REST du tableau de bord développeur de PayPal. Le webhook a besoin des événements CHECKOUT.ORDER.APPROVED et PAYMENT.CAPTURE.COMPLETED.',
    environment: 'Environnement',
    live: 'Production',
    sandbox: 'Sandbox',
    webhookId: 'ID du webhook',
    ownServiceHint:
      'Un programme à vous qui encaisse chez un autre prestataire. Il reçoit des requêtes signées ; la documentation les décrit.',
    disconnectHint:
      'Les clés sont supprimées aussitôt, et ses paiements ne peuvent plus être remboursés ici. Si c’était le dernier compte, les types d’événement payants ne peuvent plus être réservés.',
    faults: {
      access: 'Le service ne nous laisse pas entrer. Vérifiez les clés et reconnectez le compte.',
      permission:
        'Le service n’autorise pas cela à ce compte. Vérifiez les autorisations de la clé et si cette devise est acceptée.',
      away: 'Le service est injoignable pour le moment, ou nous demande d’attendre.',
    },
  },
  conferences: {
    title: 'Liens de visioconférence',
    hint: 'Les rendez-vous utilisent votre lien pour leur service vidéo. Ajoutez {random} à un lien pour que chaque rendez-vous ait le sien.',
    accounts: 'Comptes',
    accountsHint: 'Connectez un compte, et chaque rendez-vous y aura sa propre visioconférence.',
    works: 'Chaque nouveau rendez-vous a son propre lien.',
    shared: 'Les membres sans lien ni compte personnel l’utilisent.',
    test: 'Tester',
    tested: 'Le test a réussi : une visioconférence a été créée, puis supprimée.',
    disconnectHint: 'Les rendez-vous gardent leurs liens. Les identifiants sont supprimés immédiatement.',
    organization: 'Zoom pour toute l’organisation',
    organizationHint:
      'Créez chez Zoom une application OAuth de serveur à serveur et saisissez ses clés. Zoom doit connaître vos membres par les mêmes adresses e-mail.',
    accountId: 'Identifiant du compte',
    clientId: 'Identifiant client',
    clientSecret: 'Secret client',
    ownService: 'Votre propre service',
    ownServiceHint:
      'Un programme à vous qui crée les visioconférences chez n’importe quel autre fournisseur. Il reçoit des requêtes signées, décrites dans la documentation. La connexion le teste avec une visioconférence, supprimée ensuite.',
    videoService: 'Service vidéo',
    requestUrl: 'URL des requêtes',
    signingKey: 'Clé de signature',
    signingKeyHint: 'Au moins 16 caractères. Votre programme a besoin de la même clé.',
    use: 'Utiliser pour mes rendez-vous',
    linksTitle: 'Liens',
    byCalendar: 'Votre agenda crée un lien pour chaque rendez-vous. Pour en utiliser un autre, saisissez-le ici.',
    finishTitle: 'Connecter votre compte',
    denied: 'Aucun compte n’a été connecté, car l’accès n’a pas été autorisé.',
    done: { connected: 'Compte connecté', disconnected: 'Compte déconnecté' },
    faults: {
      access: 'Le service ne nous laisse pas entrer. Vérifiez les clés, ou reconnectez le compte.',
      expired: 'La demande d’accès a expiré ou a déjà servi. Recommencez.',
      permission:
        'Le service ne laisse pas ce compte créer de visioconférences. Vérifiez-y la formule et les autorisations de l’application.',
      setUp:
        'Le service ne reconnaît pas ce serveur. Demandez à l’administrateur du serveur de vérifier l’identifiant client et le secret.',
      unknown: 'Le service ne vous connaît pas sous votre adresse e-mail.',
      away: 'Le service est injoignable pour le moment, ou nous demande d’attendre.',
    },
  },
  intro:
    'On ne peut vous réserver que lorsque vos agendas sont libres. Nous conservons les heures des événements et rien d’autre.',
  connect: 'Connecter un agenda',
  connectAnother: 'Connecter un autre agenda',
  google: 'Google Agenda',
  microsoft: 'Microsoft 365 ou Outlook',
  ics: 'Flux d’agenda',
  caldav: 'CalDAV',
  continueAt: 'Continuer avec {service}',
  consentHint: 'Vous y choisissez un compte, puis vous revenez sur cette page.',
  feedHint:
    'Une URL secrète qui finit par .ics, dans les réglages de partage de votre agenda. Les flux sont en lecture seule.',
  feedUrl: 'URL du flux',
  caldavHint:
    'Pour iCloud, Fastmail, Nextcloud et bien d’autres. Si votre compte utilise l’authentification à deux facteurs, créez-y un mot de passe d’application.',
  server: 'URL du serveur',
  username: 'Nom d’utilisateur',
  password: 'Mot de passe',
  connectIt: 'Connecter',
  state: {
    connecting: 'Première synchronisation en cours. Personne ne peut vous réserver avant la fin.',
    fresh: 'Dernière synchronisation : {when}.',
    late: '{reason} Nous utilisons encore les événements de la dernière synchronisation ({when}).',
    lost: '{reason} Personne ne peut vous réserver tant que cet agenda n’est pas de nouveau synchronisé.',
    lostOpen:
      '{reason} Vous acceptez toujours les réservations, mais les événements de cet agenda ne bloquent plus votre temps.',
  },
  never: 'jamais',
  chip: {
    connecting: 'Connexion',
    fresh: 'À jour',
    syncing: 'Synchronisation…',
    late: 'Synchronisation en retard',
    lost: 'Échec de la synchronisation',
  },
  conflicts: 'Vérifier les conflits',
  conflictsOf: 'Vérifier les conflits dans {name}',
  bookings: 'Ajouter les réservations à cet agenda',
  bookingsOf: 'Ajouter les réservations à {name}',
  tentative: 'Inclure les événements provisoires',
  tentativeOf: 'Inclure les événements provisoires de {name}',
  readOnly: 'Lecture seule',
  isNew: 'Nouveau',
  emptyOfOthers:
    'Aucun événement trouvé. Cet agenda appartient à quelqu’un d’autre et ses événements ne sont peut-être pas partagés avec vous. Il ne bloque pas votre temps.',
  nothingCounts:
    'Aucun de vos agendas ne bloque votre temps : on peut vous réserver pendant que vous êtes occupé. Activez « {counts} » pour au moins un agenda.',
  unread: {
    one: '{count} événement n’a pas pu être lu en entier. Il bloque votre temps dès son début.',
    other: '{count} événements n’ont pas pu être lus en entier. Ils bloquent votre temps dès leur début.',
  },
  syncNow: 'Synchroniser',
  reconnect: 'Reconnecter',
  newPassword: 'Nouveau mot de passe',
  newUrl: 'Nouvelle URL du flux',
  saveAndSync: 'Enregistrer et synchroniser',
  stayOpen: 'Continuer d’accepter les réservations quand cet agenda ne peut pas être synchronisé',
  more: 'Autres actions pour {account}',
  disconnect: 'Déconnecter',
  disconnectHint: 'Les heures synchronisées et les identifiants sont supprimés immédiatement.',
  removeMeetings: 'Retirer d’abord de cet agenda les rendez-vous à venir',
  finishTitle: 'Connecter votre agenda',
  finish: 'Accès autorisé. Encore une étape.',
  finishButton: 'Terminer',
  denied: 'Aucun agenda n’a été connecté, car l’accès n’a pas été autorisé.',
  known: 'Cet agenda est déjà connecté.',
  tooMany: 'Vous avez atteint la limite de 10 comptes connectés. Déconnectez-en d’abord un.',
  notAnAddress: 'Saisissez une URL complète qui commence par https://.',
  settled: 'Cette demande a déjà été traitée.',
  done: {
    connected: 'Agenda connecté. Première synchronisation en cours.',
    disconnected: 'Agenda déconnecté',
    syncing: 'Synchronisation lancée',
    saved: 'Enregistré',
  },
  faults: {
    wrong_credentials:
      'Le serveur d’agenda a refusé ce nom d’utilisateur et ce mot de passe. Les services avec authentification à deux facteurs, comme iCloud et Fastmail, exigent un mot de passe d’application : créez-en un dans les réglages de votre compte.',
    revoked:
      'Le service d’agenda a mis fin à notre accès : il a été révoqué, le mot de passe a changé, ou il n’a pas servi pendant des mois. Reconnectez l’agenda.',
    revoked_in_testing:
      'Google a mis fin à notre accès après sept jours, car l’écran d’autorisation OAuth de ce serveur est en mode test. Reconnectez l’agenda et demandez à l’administrateur du serveur de publier cet écran.',
    consent_expired: 'La demande d’accès a expiré ou a déjà servi. Recommencez.',
    consent_incomplete:
      'Nous avons besoin de lire et d’écrire dans votre agenda, mais tout n’a pas été autorisé. Recommencez et laissez toutes les cases cochées.',
    wrong_client:
      'Le service d’agenda ne reconnaît pas ce serveur. Demandez à l’administrateur du serveur de vérifier l’identifiant client et le secret.',
    forbidden: 'Le serveur d’agenda ne laisse pas ce compte lire l’agenda. Vérifiez-y les réglages de partage.',
    gone: 'Il n’y a plus d’agenda à cette URL. Vérifiez l’URL, ou reconnectez l’agenda.',
    not_allowed:
      'Cette URL n’est pas autorisée : les agendas doivent être accessibles par https sur l’internet public. L’administrateur du serveur peut autoriser d’autres adresses.',
    unknown_name: 'Aucun serveur trouvé sous ce nom. Vérifiez que l’URL est bien écrite.',
    unreachable: 'Le serveur d’agenda est injoignable pour le moment.',
    certificate:
      'Le certificat du serveur d’agenda n’est pas valable : nous n’avons rien envoyé. L’administrateur de ce serveur doit le renouveler.',
    timed_out: 'Le serveur d’agenda n’a pas répondu à temps.',
    busy: 'Le serveur d’agenda nous demande d’attendre avant la prochaine synchronisation.',
    server_error: 'Le serveur d’agenda a signalé une erreur interne.',
    not_a_calendar:
      'Il n’y a pas d’agenda à cette URL. Les URL de flux finissent souvent par .ics : copiez l’URL depuis les réglages de partage de votre agenda.',
    no_calendars: 'Ce compte n’a pas d’agenda avec des événements.',
    too_large:
      'Cet agenda ou ce compte est trop volumineux. Les limites sont de 20 Mo par agenda et de 500 agendas par compte.',
    bad_answer: 'Nous n’avons pas pu lire toute la réponse du serveur d’agenda.',
    conflict: 'L’événement a été modifié au même moment sur le serveur d’agenda.',
    cursor_expired: 'Le service d’agenda exige une synchronisation complète.',
    silent: 'L’agenda n’est plus synchronisé depuis un jour.',
  },
}
