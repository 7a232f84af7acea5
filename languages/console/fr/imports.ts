import type { ImportsTexts } from '../en/imports.ts'

export const imports: ImportsTexts = {
  title: 'Importer',
  hint: 'Importez des membres, types d’événement, horaires, rendez-vous, formulaires de routage et webhooks depuis un autre service. Personne ne reçoit d’e-mail, et rien n’y est modifié.',
  from: 'Importer depuis',
  kinds: { calendly: 'Calendly', calcom: 'Cal.com' },
  token: 'Jeton',
  tokenHint:
    'Un jeton d’accès personnel de Calendly ou une clé d’API de Cal.com, d’un propriétaire ou admin de ce service. Nous le conservons chiffré jusqu’à la fin de l’importation et ne l’affichons jamais.',
  address: 'Adresse de l’API',
  addressHint: 'Seulement pour les services auto-hébergés, comme un autre serveur Openslot.',
  preview: 'Voir un aperçu',
  start: 'Lancer l’importation',
  wouldCome: 'Aperçu de « {name} »',
  wouldTake: 'L’importation prend environ {duration}.',
  notCounted: 'Le temps a manqué pour compter le reste.',
  nothingWritten:
    'Rien n’a encore été importé. Collez à nouveau le jeton pour lancer l’importation : nous ne l’avons pas conservé.',
  earlier: 'Importations',
  none: 'Aucune importation pour le moment.',
  begun: 'Commencée le {day}',
  ended: 'Terminée le {day}',
  states: { running: 'En cours', finished: 'Terminée', failed: 'Arrêtée' },
  reading: 'Importation : {what}',
  finishing: 'Dernières étapes',
  meetingsRead: '{read} rendez-vous sur {total}',
  left: 'encore {duration} environ',
  seconds: { one: '{count} seconde', other: '{count} secondes' },
  minutes: { one: '{count} minute', other: '{count} minutes' },
  goesOn: 'L’importation continue si vous quittez cette page.',
  refresh: 'Actualiser',
  stop: 'Arrêter l’importation',
  stopHint:
    'Tout ce qui a été importé jusqu’ici est conservé. Pour continuer plus tard, importez à nouveau avec le jeton.',
  came: 'Résultats',
  columns: {
    kind: 'Type',
    created: 'Nouveaux',
    changed: 'Mis à jour',
    unchanged: 'Inchangés',
    gone: 'Supprimés à la source',
  },
  records: {
    users: 'Membres',
    groups: 'Groupes',
    user_availability_schedules: 'Horaires',
    event_types: 'Types d’événement',
    routing_forms: 'Formulaires de routage',
    routing_form_submissions: 'Réponses aux formulaires de routage',
    scheduled_events: 'Rendez-vous',
    invitees: 'Invités',
    booking_requests: 'Demandes de réservation',
    invitee_no_shows: 'Absences',
    webhook_subscriptions: 'Webhooks',
  },
  toReview: 'À vérifier',
  notImported: 'Non importé',
  next: 'Importer à nouveau',
  nextHint: 'Une nouvelle importation met à jour ce qui a changé là-bas et ne crée jamais de doublons.',
  options: {
    apply_buffers: {
      label: 'Appliquer les marges suggérées ci-dessus',
      hint: 'Chaque type d’événement reçoit les marges de la plupart de ses rendez-vous.',
    },
    take_over: {
      label: 'Envoyer les rappels d’ici',
      hint: 'Désactivez d’abord les rappels là-bas. Sinon, les invités en reçoivent deux.',
    },
    invite: {
      label: 'Envoyer aux membres un e-mail avec un lien pour définir un mot de passe',
      hint: 'Seulement aux membres qui n’ont pas encore de mot de passe.',
    },
    prefer_source: {
      label: 'Préférer la version importée',
      hint: 'Remplace les modifications faites ici depuis la dernière importation. Sinon, vos modifications sont conservées et le rapport indique chaque différence.',
    },
  },
  again: 'Importer à nouveau',
  ofOperator:
    'Cette importation lit une base de données. L’administrateur du serveur peut la relancer avec : openslot import calcom',
  done: { started: 'Importation lancée', stopped: 'Importation arrêtée' },
  errors: {
    tokenRefused: 'Ce jeton n’est pas accepté. Créez-en un nouveau et vérifiez que vous l’avez copié en entier.',
    tokenWeak: 'Ce jeton ne peut pas lire son propre utilisateur. Il lui faut la portée users:read.',
    tokenForm: 'Collez le jeton sans espaces.',
    waits: 'L’autre service nous demande d’attendre {seconds} secondes. Réessayez ensuite.',
    noApi: 'Ce n’est pas l’adresse d’une API depuis laquelle nous pouvons importer.',
    unreadable: 'Cette adresse ne peut pas être lue. {why}',
    addressForm: 'Saisissez l’adresse d’une API, comme https://api.calendly.com.',
    underWay: 'Une importation depuis ce service est déjà en cours.',
    otherCalcom:
      'Une organisation ne peut importer que depuis un seul Cal.com, et celle-ci a déjà importé depuis {source}.',
  },
  remarks: {
    token_of_one_user:
      'Le jeton appartient à un seul utilisateur : les membres, types d’événement et rendez-vous des autres personnes ne sont donc pas importés. Utilisez le jeton d’un propriétaire ou admin pour tout importer.',
    list_closed: 'Le jeton ne peut pas lire cette liste, elle n’est donc pas importée : {list}.',
    tables_closed:
      'Le rôle de la base de données ne peut pas lire ces tables, elles ne sont donc pas importées : {tables}. Pour les inclure, exécutez : grant usage on schema public to …; grant select on all tables in schema public to …',
    invited_only:
      'Les membres seulement invités dans un groupe n’y sont pas ajoutés. Les invitations ne sont pas importées.',
    several_groups:
      'Certains membres appartiennent à plusieurs groupes à la source. Dans Openslot, un membre appartient à un seul groupe et peut être admin de n’importe lequel : ils ont donc été ajoutés au premier.',
    address_invalid: 'Un membre sans adresse e-mail valide ({email}) n’a pas été importé.',
    no_account:
      '{email} n’a pas été importé : aucun compte n’a pu être créé pour cette adresse. Invitez plutôt cette personne.',
    locked_out:
      '{email} n’a pas été importé : le compte est bloqué à la source, ou son adresse e-mail n’a jamais été vérifiée.',
    owner_there:
      '{email} est propriétaire à la source et admin dans Openslot. Le propriétaire de cette organisation peut transférer la propriété.',
    slug_taken:
      'La page de réservation de {email} se trouve à /{slug} dans Openslot, car /{taken} est pris, réservé ou impossible.',
    schedule_unreadable: 'L’horaire « {name} » n’a pas été importé : ses heures n’ont pas pu être lues.',
    address_changed: '« {name} » a une nouvelle adresse : {now} dans Openslot, {before} à la source.',
    pooling_unknown:
      '« {name} » répartit ses hôtes d’une manière qui n’existe pas dans Openslot. Ils ont été importés à tour de rôle (round robin).',
    questions_unreadable: 'Les questions de « {name} » n’ont pas pu être importées.',
    too_many_questions:
      '« {name} » a plus de questions qu’un type d’événement ne peut en avoir dans Openslot. Les dix premières ont été importées.',
    locations_unknown: 'Certains lieux de « {name} » sont d’un type qui n’existe pas dans Openslot.',
    seats_and_hosts:
      '« {name} » a plusieurs invités et plusieurs hôtes. Dans Openslot, le premier hôte assure ses rendez-vous.',
    confirmation_there:
      '« {name} » : les hôtes confirment les réservations, à la source et dans Openslot. Dans Openslot, une demande expire après {hours} heures sans réponse.',
    confirmation_always:
      '« {name} » : à la source, les hôtes ne confirment que les réservations de dernière minute. Dans Openslot, ils les confirment toutes.',
    recurring_there:
      '« {name} » : à la source, les rendez-vous se répètent. Dans Openslot, chaque rendez-vous se réserve séparément.',
    long_limits: '« {name} » : les limites par mois ou par an n’existent pas dans Openslot.',
    minute_limits: '« {name} » : les limites de minutes réservées n’existent pas dans Openslot.',
    paid_there: '« {name} » est payant à la source. Dans Openslot, c’est gratuit.',
    fixed_hosts:
      '« {name} » : à la source, certains hôtes participent à tous les rendez-vous. Dans Openslot, chaque rendez-vous a un hôte, à tour de rôle.',
    weighted_hosts:
      '« {name} » : à la source, les hôtes reçoivent des rendez-vous selon leur poids. Dans Openslot, les hôtes de même priorité reçoivent le même nombre de rendez-vous.',
    start_offset:
      '« {name} » : à la source, les heures de début se situent {minutes} minutes après le début de son horaire. Dans Openslot, elles commencent avec l’horaire.',
    multiple_use_links:
      '« {name} » a des liens privés utilisables plusieurs fois. Dans Openslot, un tel lien sert à une seule réservation, ils n’ont donc pas été importés.',
    buffers_guessed:
      '« {name} » de {owner} semble avoir des marges de {before} minutes avant et {after} après (c’est le cas de {count} de ses rendez-vous). Pour les définir, importez à nouveau avec l’option qui applique les marges.',
    buffers_set:
      '« {name} » de {owner} a maintenant des marges de {before} minutes avant et {after} après (c’est le cas de {count} de ses rendez-vous).',
    form_draft:
      'Le formulaire de routage « {name} » est un brouillon dans Openslot. Définissez ses règles, puis publiez-le.',
    webhook_address: 'Un webhook n’a pas été importé : son adresse n’est pas une adresse http ou https.',
    webhook_exists:
      'Un webhook vers {host} n’a pas été importé : il existe déjà, ou ce qu’il concerne n’a pas été importé.',
    webhooks_of_types:
      'Les webhooks de types d’événement particuliers ne sont pas importés. Dans Openslot, un webhook concerne un utilisateur, un groupe ou l’organisation.',
    meeting_incomplete:
      'Le rendez-vous {id} n’a pas été importé ou mis à jour : ses invités n’ont pas pu être lus en entier.',
    overlapping:
      'Certains rendez-vous en chevauchent d’autres du même hôte. Ils ont été importés, et l’hôte est occupé à ces heures.',
    erased: 'Les rendez-vous de personnes dont les données ont été supprimées dans Openslot ne sont pas importés.',
    links_kept:
      'Les rendez-vous à venir conservent leurs liens de visioconférence. Openslot n’en crée pas de nouveaux pour eux.',
    waiting_there:
      'Les réservations qui attendent une confirmation à la source ont été importées comme demandes de réservation, sauf si leur heure est passée. Personne n’a été prévenu. Acceptez-les ou refusez-les sous Rendez-vous → Demandes.',
    request_taken:
      'La demande pour « {name} » n’a pas été importée : son créneau est pris dans Openslot, ou son type d’événement n’a pas d’hôte.',
    request_decided:
      'La demande pour « {name} » a été tranchée dans Openslot et à la source. La décision prise dans Openslot est conservée.',
    record_unreadable: 'Un enregistrement de {path} ({id}) n’a pas pu être lu et n’a pas été importé : {what}.',
    record_not_saved: 'Un enregistrement ({id}) n’a pas pu être sauvegardé. Il n’a pas été importé ou mis à jour.',
    other_source: 'Certains enregistrements ont déjà été importés d’une autre source. Ils n’ont pas été modifiés.',
    belongs_elsewhere:
      'Un enregistrement ({kind}) n’appartient pas dans Openslot à la même chose que à la source. Il n’a pas été modifié.',
    deleted_here: 'Supprimé dans Openslot et modifié à la source : {kind} « {name} ». La suppression est maintenue.',
    canceled_here:
      'Annulé dans Openslot : « {name} ». Le rendez-vous reste annulé, car ses invités ont été prévenus. Réservez-le à nouveau s’il doit avoir lieu.',
    conflict_kept:
      'Modifié des deux côtés : {kind} « {name} », {field}. Openslot : {here}. Source : {there}. Votre version a été conservée.',
    conflict_taken:
      'Modifié des deux côtés : {kind} « {name} », {field}. Openslot : {here}. Source : {there}. La version importée a remplacé la vôtre.',
    more: 'Il y a plus de remarques que celles affichées ici.',
    stopped:
      'Arrêtée. Tout ce qui a été importé jusqu’ici est conservé. Importez à nouveau pour reprendre là où l’importation s’est arrêtée.',
    token_ended:
      'Le jeton n’est plus accepté. Importez à nouveau avec un autre jeton pour reprendre là où l’importation s’est arrêtée.',
    access_ended:
      'La personne qui a lancé cette importation n’est plus admin, ou l’application qui l’a lancée n’a plus accès. Tout ce qui a été importé jusqu’ici est conservé. Un admin peut importer à nouveau pour reprendre là où l’importation s’est arrêtée.',
    process_ended:
      'Le service a planté trois fois pendant cette importation, elle a donc été arrêtée. Tout ce qui a été importé jusqu’ici est conservé. Vérifiez la mémoire et le journal du service, puis importez à nouveau pour reprendre là où l’importation s’est arrêtée.',
    oversized:
      '{cause} C’est plus qu’une importation ne peut traiter. Tout ce qui a été importé jusqu’ici est conservé. Une fois que cela aura changé, importez à nouveau pour reprendre là où l’importation s’est arrêtée.',
    retrying: 'L’importation ne peut pas continuer pour le moment et réessaie automatiquement. {cause}',
    gave_up_unreachable:
      '{cause} L’importation a réessayé pendant une journée. Tout ce qui a été importé jusqu’ici est conservé. Quand l’autre service répondra de nouveau, importez à nouveau pour reprendre là où l’importation s’est arrêtée.',
    gave_up_unreadable:
      '{cause} Réessayer n’a rien changé. Tout ce qui a été importé jusqu’ici est conservé. Une version plus récente comprend peut-être ces données ; merci de signaler le problème. Importez ensuite à nouveau pour reprendre là où l’importation s’est arrêtée.',
    gave_up_here:
      'Un problème est survenu dans Openslot à chaque nouvelle tentative d’importation ; les détails figurent dans le journal du service. Tout ce qui a été importé jusqu’ici est conservé. Une version plus récente peut aider ; merci de signaler le problème. Importez ensuite à nouveau pour reprendre là où l’importation s’est arrêtée.',
    own_fault: 'Un problème est survenu dans Openslot ; les détails figurent dans le journal du service.',
    page_refused:
      'Une page d’une liste ({list}) est refusée à chaque fois. {cause} Importez à nouveau plus tard pour reprendre là où l’importation s’est arrêtée.',
    source_token_refused: 'L’autre service n’accepte pas le jeton.',
    source_forbidden: 'Le jeton n’est pas autorisé à lire ces données.',
    source_missing: 'L’autre service n’a pas cet enregistrement.',
    source_rejected: 'L’autre service refuse la requête ({status}).',
    source_rate_limited: 'L’autre service nous demande d’attendre.',
    source_status: 'L’autre service répond avec le statut {status}.',
    source_incomplete: 'La réponse de l’autre service est incomplète.',
    source_unreachable: 'L’autre service est injoignable ({code}).',
    source_timeout: 'L’autre service ne répond pas à temps.',
    source_blocked: 'Nous n’envoyons pas de requêtes à cette adresse. Utilisez une adresse https publique.',
    source_unknown_name: 'Aucun serveur ne porte le nom indiqué dans cette adresse.',
    source_unknown_format: 'La réponse de {path} a un format inconnu ({what}).',
    source_page_too_long: '{path} contient plus de {count} enregistrements sur une page.',
    source_endless: '{path} ne se termine pas après {count} enregistrements.',
    source_too_many: '{path} contient plus de {count} enregistrements.',
    source_large_answer: 'Une réponse de {path} dépasse {size} Mo.',
    source_large_together: '{path} et ses détails dépassent {size} Mo au total.',
    source_repeats: 'Une liste ({list}) ne se termine pas ou répète les mêmes enregistrements.',
    database_credentials: 'La base de données n’accepte pas le nom d’utilisateur ou le mot de passe.',
    database_missing: 'Il n’y a pas de base de données de ce nom.',
    database_unknown_name: 'Aucun serveur ne porte le nom indiqué dans l’adresse de la base de données.',
    database_forbidden: 'Le rôle de la base de données ne peut pas lire une table nécessaire.',
    database_tables_closed:
      'Le rôle de la base de données ne peut pas lire ces tables : {tables}. Exécutez : grant usage on schema public to …; grant select on all tables in schema public to …',
    database_unreachable:
      'Rien ne répond à cette adresse. Vérifiez l’hôte et le port, et si le serveur accepte les connexions de cette machine.',
    database_unknown_format: 'Les tables ont un format inconnu : {what}.',
    database_unreadable: 'La base de données ne peut pas être lue ({code}).',
    database_not_calcom:
      'Ce n’est pas la base de données d’un Cal.com : elle n’a pas les tables users, EventType et Booking.',
    database_empty: 'Il n’y a aucun utilisateur dans cette base de données.',
    database_too_many: 'La table {table} contient plus de {count} lignes liées.',
    never_form_rules:
      'Les règles des formulaires de routage : les formulaires sont importés comme brouillons avec leurs questions. Définissez les règles, puis publiez-les.',
    never_workflows: 'Les textes et les délais des workflows.',
    never_connections: 'Les connexions aux agendas et aux visioconférences : chaque membre connecte les siennes.',
    never_passwords:
      'Les mots de passe : les membres en définissent un par un lien, envoyé par e-mail si vous choisissez de les inviter.',
    never_single_use_links: 'Les liens à usage unique qui n’ont pas été utilisés.',
    never_private_links:
      'Les liens privés utilisables plusieurs fois et, si l’API est lue, tous les liens privés : dans Openslot, un tel lien sert à une seule réservation.',
    never_signing_keys:
      'Les clés de signature des webhooks : les webhooks sont importés désactivés. En activer un crée une nouvelle clé.',
    never_webhook_secrets:
      'Les secrets des webhooks : les webhooks sont importés désactivés. En activer un crée une nouvelle clé. Les données envoyées ont le format de ce service.',
    never_limits:
      'Le nombre d’invités d’un type d’événement de groupe, jusqu’à ce qu’un rendez-vous le montre. Le préavis minimal, les plages de dates et les limites des types d’événement.',
    never_travel_zones:
      'Les horaires de voyage, paiements, enregistrements, attributs, et les limites par mois, par an ou en minutes.',
    never_team_pages:
      'Les pages des équipes et des organisations. Leurs types d’événement gardent leurs anciennes adresses.',
    other: '{text}',
  },
}
