import type { CalendarsTexts } from '../en/calendars.ts'

export const calendars: CalendarsTexts = {
  title: 'Calendários',
  conferences: {
    title: 'Ligações de videochamada',
    hint: 'As reuniões usam a sua ligação do respetivo serviço de vídeo. Acrescente {random} a uma ligação para dar a cada reunião uma ligação própria.',
    link: 'Configurar as suas ligações de videochamada',
    accounts: 'Contas',
    accountsHint: 'Ligue uma conta e cada reunião terá lá uma videochamada própria.',
    works: 'Cada nova reunião tem uma ligação própria.',
    shared: 'É usada pelos membros sem ligação nem conta próprias.',
    test: 'Testar',
    tested: 'O teste funcionou: foi criada uma videochamada e eliminada de seguida.',
    disconnectHint: 'As reuniões mantêm as ligações que têm. As credenciais são eliminadas de imediato.',
    organization: 'Zoom para toda a organização',
    organizationHint:
      'Crie no Zoom uma aplicação OAuth de servidor para servidor e introduza as suas chaves. O Zoom tem de conhecer os seus membros pelos mesmos endereços de e-mail.',
    accountId: 'ID da conta',
    clientId: 'ID de cliente',
    clientSecret: 'Segredo de cliente',
    linksTitle: 'Ligações',
    byCalendar: 'O seu calendário cria um link para cada reunião. Para usar outro, introduza-o aqui.',
    finishTitle: 'Ligar a sua conta',
    denied: 'Nenhuma conta foi ligada porque o acesso não foi concedido.',
    done: { connected: 'Conta ligada', disconnected: 'Conta desligada' },
    faults: {
      access: 'O serviço não nos deixa entrar. Verifique as chaves ou volte a ligar a conta.',
      expired: 'O pedido de acesso expirou ou já foi usado. Comece de novo.',
      permission:
        'O serviço não deixa esta conta criar videochamadas. Verifique lá o plano e as permissões da aplicação.',
      setUp:
        'O serviço não reconhece este servidor. Peça ao administrador do servidor que verifique o ID de cliente e o segredo.',
      unknown: 'O serviço não o conhece pelo seu endereço de e-mail.',
      away: 'De momento não é possível aceder ao serviço, ou ele pede-nos para esperar.',
    },
  },
  intro:
    'Só é possível marcar consigo quando os seus calendários estão livres. Guardamos as horas dos eventos e mais nada.',
  connect: 'Ligar um calendário',
  connectAnother: 'Ligar outro calendário',
  google: 'Google Calendar',
  microsoft: 'Microsoft 365 ou Outlook',
  ics: 'Feed de calendário',
  caldav: 'CalDAV',
  continueAt: 'Continuar com {service}',
  consentHint: 'Escolhe lá uma conta e depois volta a esta página.',
  feedHint:
    'Um URL secreto que acaba em .ics, nas definições de partilha do seu calendário. Os feeds são só de leitura.',
  feedUrl: 'URL do feed',
  caldavHint:
    'Para iCloud, Fastmail, Nextcloud e muitos mais. Se a sua conta usa autenticação de dois fatores, crie lá uma palavra-passe de aplicação.',
  server: 'URL do servidor',
  username: 'Nome de utilizador',
  password: 'Palavra-passe',
  connectIt: 'Ligar',
  state: {
    connecting: 'Primeira sincronização em curso. Ninguém pode marcar consigo até terminar.',
    fresh: 'Última sincronização: {when}.',
    late: '{reason} Continuamos a usar os eventos da última sincronização ({when}).',
    lost: '{reason} Ninguém pode marcar consigo até este calendário voltar a sincronizar.',
    lostOpen: '{reason} Continua a aceitar marcações, mas os eventos deste calendário já não bloqueiam o seu tempo.',
  },
  never: 'nunca',
  chip: {
    connecting: 'A ligar',
    fresh: 'Em dia',
    syncing: 'A sincronizar…',
    late: 'Sincronização atrasada',
    lost: 'Falha na sincronização',
  },
  conflicts: 'Verificar conflitos',
  conflictsOf: 'Verificar conflitos em {name}',
  bookings: 'Adicionar marcações a este calendário',
  bookingsOf: 'Adicionar marcações a {name}',
  tentative: 'Incluir eventos provisórios',
  tentativeOf: 'Incluir eventos provisórios de {name}',
  readOnly: 'Só leitura',
  isNew: 'Novo',
  emptyOfOthers:
    'Nenhum evento encontrado. Este calendário pertence a outra pessoa e os eventos dela podem não estar partilhados consigo. Não bloqueia o seu tempo.',
  nothingCounts:
    'Nenhum dos seus calendários bloqueia o seu tempo: podem marcar consigo enquanto está ocupado. Ative «{counts}» em pelo menos um calendário.',
  unread: {
    one: '{count} evento não pôde ser lido por completo. Bloqueia o seu tempo desde o início.',
    other: '{count} eventos não puderam ser lidos por completo. Bloqueiam o seu tempo desde o início.',
  },
  syncNow: 'Sincronizar agora',
  reconnect: 'Ligar de novo',
  newPassword: 'Nova palavra-passe',
  newUrl: 'Novo URL do feed',
  saveAndSync: 'Guardar e sincronizar',
  stayOpen: 'Continuar a aceitar marcações quando este calendário não puder ser sincronizado',
  more: 'Mais ações para {account}',
  disconnect: 'Desligar',
  disconnectHint: 'As horas sincronizadas e as credenciais são eliminadas de imediato.',
  removeMeetings: 'Remover antes deste calendário as próximas reuniões',
  finishTitle: 'Ligar o seu calendário',
  finish: 'Acesso concedido. Só mais um passo.',
  finishButton: 'Terminar',
  denied: 'Nenhum calendário foi ligado porque o acesso não foi concedido.',
  known: 'Este calendário já está ligado.',
  tooMany: 'Atingiu o limite de 10 contas ligadas. Desligue primeiro uma.',
  notAnAddress: 'Introduza um URL completo que comece por https://.',
  settled: 'Este pedido já foi tratado.',
  done: {
    connected: 'Calendário ligado. Primeira sincronização em curso.',
    disconnected: 'Calendário desligado',
    syncing: 'Sincronização iniciada',
    saved: 'Guardado',
  },
  faults: {
    wrong_credentials:
      'O servidor de calendário rejeitou este nome de utilizador e palavra-passe. Serviços com autenticação de dois fatores, como iCloud e Fastmail, exigem uma palavra-passe de aplicação: crie-a nas definições da sua conta.',
    revoked:
      'O serviço de calendário terminou o nosso acesso: foi revogado, a palavra-passe mudou ou não foi usado durante meses. Ligue o calendário de novo.',
    revoked_in_testing:
      'O Google terminou o nosso acesso ao fim de sete dias porque o ecrã de consentimento OAuth deste servidor está em modo de teste. Ligue o calendário de novo e peça ao administrador do servidor que o publique.',
    consent_expired: 'O pedido de acesso expirou ou já foi usado. Comece de novo.',
    consent_incomplete:
      'Precisamos de autorização para ler e escrever no seu calendário, mas nem tudo foi concedido. Comece de novo e deixe todas as caixas marcadas.',
    wrong_client:
      'O serviço de calendário não reconhece este servidor. Peça ao administrador do servidor que verifique o ID de cliente e o segredo.',
    forbidden:
      'O servidor de calendário não deixa esta conta ler o calendário. Verifique lá as definições de partilha.',
    gone: 'Já não há calendário neste URL. Verifique o URL ou ligue o calendário de novo.',
    not_allowed:
      'Este URL não é permitido: os calendários têm de estar acessíveis por https na internet pública. O administrador do servidor pode permitir outros endereços.',
    unknown_name: 'Nenhum servidor encontrado com este nome. Verifique se há erros no URL.',
    unreachable: 'De momento não é possível aceder ao servidor de calendário.',
    certificate:
      'O certificado do servidor de calendário não é válido, por isso não enviámos nada. O administrador desse servidor deve renová-lo.',
    timed_out: 'O servidor de calendário não respondeu a tempo.',
    busy: 'O servidor de calendário pediu-nos para esperar antes da próxima sincronização.',
    server_error: 'O servidor de calendário comunicou um erro interno.',
    not_a_calendar:
      'Não há calendário neste URL. Os URL de feeds acabam muitas vezes em .ics: copie o URL das definições de partilha do seu calendário.',
    no_calendars: 'Esta conta não tem calendários com eventos.',
    too_large:
      'Este calendário ou esta conta é grande demais. Os limites são 20 MB por calendário e 500 calendários por conta.',
    bad_answer: 'Não conseguimos ler a resposta completa do servidor de calendário.',
    conflict: 'O evento foi alterado ao mesmo tempo no servidor de calendário.',
    cursor_expired: 'O serviço de calendário exige uma sincronização completa.',
    silent: 'O calendário não é sincronizado há um dia.',
  },
}
