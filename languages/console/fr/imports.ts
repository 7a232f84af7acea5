import type { ImportsTexts } from '../en/imports.ts'

export const imports: ImportsTexts = {
  title: 'Emménager',
  hint: 'Apportez membres, types d’événement, horaires, rendez-vous, formulaires et webhooks d’un autre service. Aucun courriel ne part, et rien n’y est modifié.',
  from: 'Depuis',
  kinds: { calendly: 'Calendly', calcom: 'Cal.com' },
  token: 'Jeton',
  tokenHint:
    'Un jeton d’accès personnel de Calendly ou une clé d’API de Cal.com, d’un propriétaire ou administrateur là-bas. Il reste chiffré jusqu’à la fin de l’import, et n’est jamais montré.',
  address: 'Adresse de l’API',
  addressHint: 'Seulement pour un service que quelqu’un d’autre exploite, comme un autre Openslot.',
  preview: 'Voir ce qui viendrait',
  start: 'Importer',
  wouldCome: 'De « {name} » viendraient',
  wouldTake: 'Cela prendrait environ {duration}.',
  notCounted: 'Le temps a manqué pour compter le reste.',
  nothingWritten: 'Rien n’a été écrit. Pour importer, collez le jeton encore une fois : il n’a pas été gardé.',
  earlier: 'Imports',
  none: 'Rien n’a encore été importé.',
  begun: 'commencé le {day}',
  ended: 'terminé le {day}',
  states: { running: 'en cours', finished: 'terminé', failed: 'arrêté' },
  reading: 'Lecture : {what}',
  finishing: 'les dernières choses',
  meetingsRead: '{read} rendez-vous sur {total}',
  left: 'encore {duration} environ',
  seconds: { one: '{count} seconde', other: '{count} secondes' },
  minutes: { one: '{count} minute', other: '{count} minutes' },
  goesOn: 'Cela continue tout seul, même si vous quittez cette page.',
  refresh: 'Regarder à nouveau',
  stop: 'Arrêter l’import',
  stopHint: 'Ce qui est venu reste. Pour continuer plus tard, importez encore une fois avec le jeton.',
  came: 'Ce qui est venu',
  columns: { kind: 'Sorte', created: 'Nouveaux', changed: 'Modifiés', unchanged: 'Inchangés', gone: 'Disparus là-bas' },
  records: {
    users: 'Membres',
    groups: 'Groupes',
    user_availability_schedules: 'Horaires',
    event_types: 'Types d’événement',
    routing_forms: 'Formulaires',
    routing_form_submissions: 'Réponses aux formulaires',
    scheduled_events: 'Rendez-vous',
    invitees: 'Invités',
    invitee_no_shows: 'Absences',
    webhook_subscriptions: 'Webhooks',
  },
  toLookAt: 'À regarder',
  notImported: 'Ce qui ne vient pas',
  next: 'Encore une fois',
  nextHint: 'Un nouvel import apporte ce qui a changé là-bas, et rien en double.',
  options: {
    apply_buffers: {
      label: 'Appliquer les marges devinées ci-dessus',
      hint: 'Chaque type reçoit ce qu’ont la plupart de ses rendez-vous.',
    },
    take_over: {
      label: 'Envoyer les rappels d’ici',
      hint: 'Désactivez-les d’abord là-bas. Sinon les invités en reçoivent deux.',
    },
    invite: {
      label: 'Envoyer aux membres un lien pour choisir un mot de passe',
      hint: 'Seulement à ceux qui n’en ont pas.',
    },
    prefer_source: {
      label: 'Préférer la version importée',
      hint: 'Remplace ce qui a été modifié ici depuis le dernier import. Sinon, vos modifications sont conservées et le rapport indique chaque différence.',
    },
  },
  again: 'Importer encore une fois',
  ofOperator: 'Cela a été lu dans une base de données. L’exploitant l’importe à nouveau, avec openslot import calcom.',
  done: { started: 'L’import a commencé.', stopped: 'L’import a été arrêté.' },
  sentences: {
    tokenRefused: 'Ce jeton n’y est pas accepté. Créez-en un autre, et vérifiez qu’il ne manque rien à la fin.',
    tokenWeak: 'Ce jeton ne peut même pas lire son propre utilisateur : il lui manque la portée users:read.',
    tokenForm: 'Collez le jeton tel quel, sans espaces.',
    waits: 'L’autre côté nous demande d’attendre {seconds} secondes. Réessayez ensuite.',
    noApi: 'Ce n’est pas l’adresse d’une telle API.',
    unreadable: 'Cette adresse ne peut pas être lue. {why}',
    addressForm: 'Écrivez l’adresse d’une API, comme https://api.calendly.com.',
    underWay: 'Un import depuis là-bas est en cours.',
    otherCalcom: 'Une organisation s’importe d’un seul Cal.com, et celle-ci l’a été depuis {source}.',
    tokenEnded: 'Le jeton n’est plus accepté. Importez avec un nouveau : cela reprend où c’était arrêté.',
    stopped:
      'Il a été arrêté. Ce qui est venu jusque-là reste. Importez encore une fois : cela reprend où c’était arrêté.',
    oneUser:
      'Le jeton est celui d’un seul utilisateur : les membres, types et rendez-vous des autres ne viennent pas. Un propriétaire ou administrateur en a un qui voit tout.',
    closedList: 'Cette liste ne peut pas être lue, et ne vient pas : {list}.',
    invitedOnly:
      'Les personnes seulement invitées dans un groupe n’y viennent pas : les invitations ne sont pas importées.',
    severalGroups:
      'Certains sont membres de plusieurs groupes là-bas. Ici un membre est dans un seul, et administrateur d’autant qu’il faut : ils sont dans le premier.',
    scheduleOut: 'L’horaire « {name} » a des heures illisibles, et ne vient pas.',
    addressOut: 'Un membre n’a pas d’adresse valable ({email}) et ne vient pas.',
    ownerThere:
      '{email} est propriétaire là-bas, et administrateur ici. Le propriétaire peut transmettre sous « Personnes ».',
    noAccount:
      '{email} n’est pas importé : aucun compte n’a pu être créé pour cette adresse. Invitez la personne sous « Personnes ».',
    slugTaken: 'La page de {email} se trouve ici à /{slug}. L’adresse /{taken} est prise, réservée ou impossible.',
    meetingOut:
      'Le rendez-vous {id} n’est pas importé ou reste inchangé : ses invités n’ont pas pu être lus en entier.',
    unreadRecord: 'Un enregistrement ({path}, {id}) n’a pas pu être lu et n’est pas importé : {what}.',
    notSaved: 'Un enregistrement ({id}) n’a pas pu être enregistré ; il n’est pas importé ou reste inchangé.',
    otherSource: 'Certains enregistrements ont déjà été importés d’une autre source. Ils restent inchangés.',
    belongsElsewhere: 'Un enregistrement ({kind}) appartient ici à autre chose. Il reste inchangé.',
    deletedHere: 'Supprimé ici et modifié là-bas : {kind} « {name} ». Il reste supprimé.',
    conflictKept:
      'Modifié ici et là-bas : {kind} « {name} », {field}. Ici : {here}. Là-bas : {there}. Votre version est conservée.',
    conflictTaken:
      'Modifié ici et là-bas : {kind} « {name} », {field}. Ici : {here}. Là-bas : {there}. La version importée a remplacé la vôtre.',
    addressChanged: '« {name} » a une nouvelle adresse : {now} ici, {before} là-bas.',
    lockedOut: '{email} est bloqué là-bas ou n’a jamais vérifié son adresse, et n’est pas importé.',
    oversized:
      'L’autre service envoie plus de données qu’un import ne peut en prendre. {why} Ce qui a été importé est conservé. Importez à nouveau quand cela aura changé : l’import reprend où il s’est arrêté.',
    tooMany: '{path} contient plus de {count} enregistrements dans une réponse.',
    noEnd: '{path} ne se termine pas après {count} pages.',
    largeAnswer: 'Une réponse de {path} dépasse {size} Mo.',
    largeTogether: '{path} et ses détails dépassent {size} Mo au total.',
    endlessList: 'Une liste ({list}) ne se termine pas ou répète les mêmes enregistrements.',
    accessEnded:
      'La personne qui a lancé cet import n’est plus administrateur ici, ou l’application qui l’a lancé n’a plus accès. Ce qui a été importé est conservé. Un administrateur peut importer à nouveau : l’import reprend où il s’est arrêté.',
    processEnded:
      'Le service s’est arrêté trois fois en travaillant sur cet import, qui a donc été interrompu. Ce qui a été importé est conservé. Demandez à l’exploitant de vérifier la mémoire et le journal du service, puis importez à nouveau : l’import reprend où il s’est arrêté.',
    draftForm: 'Le formulaire « {name} » est un brouillon ici : fixez ses règles, puis publiez-le.',
    overlapping:
      'Certains rendez-vous en chevauchent d’autres de leur hôte. Ils sont ici, et leurs hôtes sont occupés à ces heures.',
    erased: 'Les rendez-vous de personnes effacées ici ne viennent pas.',
    pageRefused:
      'Une page d’une liste ({list}) est refusée chaque fois. Importez à nouveau plus tard : l’importation reprend où elle s’est arrêtée.',
    canceledHere:
      '« {name} » a été annulé ici et le reste, car les invités ont été prévenus. Réservez-le à nouveau s’il doit avoir lieu.',
    webhookAddress: 'Un webhook n’a pas été importé : son adresse n’est ni en http ni en https.',
    webhookOut: 'Un webhook vers {host} ne vient pas : il y en a déjà un, ou rien ici qu’il puisse concerner.',
    otherPool: '« {name} » choisit ses hôtes autrement là-bas. Ici c’est à tour de rôle.',
    questionsOut: 'Les questions de « {name} » n’ont pas pu être apportées.',
    locationsOut: 'Certains lieux de « {name} » sont d’une sorte inconnue ici.',
    buffersGuessed:
      '« {name} » de {owner} semble garder {before} minutes libres avant et {after} après ({count} de ses rendez-vous).',
    buffersSet:
      '« {name} » de {owner} garde {before} minutes libres avant et {after} après ({count} de ses rendez-vous).',
    severalOfBoth:
      '« {name} » prend plusieurs invités et a plusieurs hôtes : ici ses rendez-vous sont tenus par le premier.',
    manyQuestions: '« {name} » pose plus de questions qu’un type n’en a ici : les dix premières sont venues.',
    waiting: 'Certaines réservations attendent une confirmation là-bas. Ici elles sont faites.',
    webhooksOfTypes:
      'Les webhooks d’un seul type ne viennent pas : ici un webhook concerne tous les types d’un utilisateur, d’un groupe ou de tous.',
    confirmedThere: '« {name} » : là-bas un hôte confirme les réservations ; ici elles valent tout de suite.',
    repeats: '« {name} » : les rendez-vous se répètent là-bas. Ici chacun se réserve à part.',
    longLimits: '« {name} » : il n’y a pas ici de limites par mois ou par an.',
    minuteLimits: '« {name} » : il n’y a pas ici de limites de minutes réservées.',
    paid: '« {name} » est payant là-bas. Ici c’est gratuit.',
    fixedHosts:
      '« {name} » : là-bas, certains hôtes sont de tous les rendez-vous. Ici chacun a un hôte, à tour de rôle.',
    weights:
      '« {name} » : là-bas, les hôtes ont des parts selon leur poids. Ici ceux de même priorité en ont autant chacun.',
    laterTimes:
      '« {name} » : là-bas, ses créneaux commencent {minutes} minutes après ses heures. Ici ils commencent avec elles.',
    privateLinks:
      '« {name} » a des liens privés qui servent plusieurs fois. Ici un tel lien réserve une fois, ils ne sont donc pas venus.',
    tokenCannot: 'Le jeton ne peut pas lire cela.',
    notThere: 'Cela n’existe pas là-bas.',
    refusesUs: 'La requête est refusée ({status}).',
    notSent: 'Nous n’envoyons pas à cette adresse : elle doit être publique et commencer par https.',
    unreachable: 'Elle est injoignable ({code}).',
    late: 'Elle ne répond pas à temps.',
    triedAgain: 'Cela n’avance pas pour le moment, et un nouvel essai se fait tout seul. {why}',
    triedForADay:
      'Les essais ont duré un jour. {why} Ce qui est venu jusque-là reste. Importez à nouveau quand l’autre côté répond : cela reprend où c’était arrêté.',
    newerNeeded:
      '{why} Ce qui est venu jusque-là reste. Une version plus récente le comprend peut-être ; dites-le à l’exploitant de ce service. Importez ensuite à nouveau : cela reprend où c’était arrêté.',
    ownFault: 'Un problème est survenu ici ; l’exploitant de ce service le trouve dans le journal.',
    failedHere:
      'Un nouvel essai a échoué ici à chaque fois ; l’exploitant de ce service en trouve la cause dans le journal. Ce qui est venu jusque-là reste. Une version plus récente y parviendra peut-être. Importez alors encore une fois : cela reprend là où c’était arrêté.',
    notUnderstood: 'La réponse de {path} n’a pas été comprise ({what}).',
    otherForm: 'Elle répond sous une forme inconnue.',
    noName: 'Cette adresse a un nom que personne ne connaît.',
    more: 'Il y en a plus qu’il n’en est listé ici.',
    formRules: 'Règles des formulaires : ils viennent comme brouillons, avec leurs questions.',
    workflows: 'Textes et moments des automatisations.',
    connections: 'Connexions aux agendas et visioconférences : chaque membre connecte les siennes.',
    passwords: 'Mots de passe : les membres en choisissent un par un lien.',
    singleUse: 'Liens privés et à usage unique.',
    signingKeys:
      'Clés de signature des webhooks : ils viennent désactivés, et s’activent avec une nouvelle sous « Développeurs ».',
    unknownLimits:
      'Combien d’invités un type de groupe accepte, jusqu’à ce qu’un rendez-vous le montre ; délais, fenêtres et limites des types.',
    travelZones:
      'Les fuseaux de voyage, paiements, enregistrements, attributs, et les limites par mois, par an ou en minutes.',
    teamPages: 'Les pages des équipes et des organisations. Leurs types d’événement gardent leurs anciennes adresses.',
  },
}
