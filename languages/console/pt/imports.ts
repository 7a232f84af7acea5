import type { ImportsTexts } from '../en/imports.ts'

export const imports: ImportsTexts = {
  title: 'Importar',
  hint: 'Importe membros, tipos de evento, horários, reuniões, formulários de encaminhamento e webhooks de outro serviço. Ninguém recebe e-mails e nada muda nesse serviço.',
  from: 'Importar de',
  kinds: { calendly: 'Calendly', calcom: 'Cal.com' },
  token: 'Token',
  tokenHint:
    'Um token de acesso pessoal do Calendly ou uma chave de API do Cal.com, de um proprietário ou admin desse serviço. Guardamo-lo cifrado até a importação terminar e nunca o mostramos.',
  address: 'Endereço da API',
  addressHint: 'Só para serviços em alojamento próprio, como outro servidor Openslot.',
  preview: 'Pré-visualizar',
  start: 'Iniciar importação',
  wouldCome: 'Pré-visualização de «{name}»',
  wouldTake: 'A importação demora cerca de {duration}.',
  notCounted: 'Não houve tempo suficiente para contar o resto.',
  nothingWritten: 'Ainda nada foi importado. Cole o token outra vez para iniciar a importação: não o guardámos.',
  earlier: 'Importações',
  none: 'Ainda não há importações.',
  begun: 'Iniciada em {day}',
  ended: 'Terminada em {day}',
  states: { running: 'Em curso', finished: 'Concluída', failed: 'Parada' },
  reading: 'A importar: {what}',
  finishing: 'Últimos passos',
  meetingsRead: '{read} de {total} reuniões',
  left: 'faltam cerca de {duration}',
  seconds: { one: '{count} segundo', other: '{count} segundos' },
  minutes: { one: '{count} minuto', other: '{count} minutos' },
  goesOn: 'A importação continua se sair desta página.',
  refresh: 'Atualizar',
  stop: 'Parar importação',
  stopHint: 'Tudo o que foi importado até agora mantém-se. Para continuar mais tarde, importe de novo com o token.',
  came: 'Resultados',
  columns: {
    kind: 'Tipo',
    created: 'Novos',
    changed: 'Atualizados',
    unchanged: 'Sem alterações',
    gone: 'Eliminados na origem',
  },
  records: {
    users: 'Membros',
    groups: 'Grupos',
    user_availability_schedules: 'Horários',
    event_types: 'Tipos de evento',
    routing_forms: 'Formulários de encaminhamento',
    routing_form_submissions: 'Respostas a formulários de encaminhamento',
    scheduled_events: 'Reuniões',
    invitees: 'Convidados',
    booking_requests: 'Pedidos de marcação',
    invitee_no_shows: 'Não comparências',
    webhook_subscriptions: 'Webhooks',
  },
  toReview: 'A rever',
  notImported: 'Não importado',
  next: 'Importar de novo',
  nextHint: 'Importar de novo atualiza o que mudou lá e nunca cria duplicados.',
  options: {
    apply_buffers: {
      label: 'Aplicar as margens sugeridas acima',
      hint: 'Cada tipo de evento recebe as margens que a maioria das suas reuniões tem.',
    },
    take_over: {
      label: 'Enviar os lembretes daqui',
      hint: 'Desative primeiro os lembretes lá. Caso contrário, os convidados recebem dois.',
    },
    invite: {
      label: 'Enviar aos membros um e-mail com uma ligação para definir uma palavra-passe',
      hint: 'Só aos membros que ainda não têm palavra-passe.',
    },
    prefer_source: {
      label: 'Preferir a versão importada',
      hint: 'Substitui as alterações feitas aqui desde a última importação. Caso contrário, as suas alterações mantêm-se e o relatório indica cada diferença.',
    },
  },
  again: 'Importar de novo',
  ofOperator:
    'Esta importação lê uma base de dados. O administrador do servidor pode repeti-la com: openslot import calcom',
  done: { started: 'Importação iniciada', stopped: 'Importação parada' },
  errors: {
    tokenRefused: 'Este token não é aceite. Crie um novo e verifique se o copiou por inteiro.',
    tokenWeak: 'Este token não pode ler o seu próprio utilizador. Precisa do âmbito users:read.',
    tokenForm: 'Cole o token sem espaços.',
    waits: 'O outro serviço pede-nos que esperemos {seconds} segundos. Tente de novo depois.',
    noApi: 'Este não é o endereço de uma API de onde possamos importar.',
    unreadable: 'Não é possível ler este endereço. {why}',
    addressForm: 'Introduza o endereço de uma API, como https://api.calendly.com.',
    underWay: 'Já está em curso uma importação deste serviço.',
    otherCalcom: 'Uma organização só pode importar de um Cal.com, e esta organização já importou de {source}.',
  },
  remarks: {
    token_of_one_user:
      'O token pertence a um só utilizador, por isso os membros, tipos de evento e reuniões de outras pessoas não são importados. Use o token de um proprietário ou admin para importar tudo.',
    list_closed: 'O token não pode ler esta lista, por isso não é importada: {list}.',
    tables_closed:
      'A função da base de dados não pode ler estas tabelas, por isso não são importadas: {tables}. Para as incluir, execute: grant usage on schema public to …; grant select on all tables in schema public to …',
    invited_only:
      'Os membros apenas convidados para um grupo não são adicionados ao grupo. Os convites não são importados.',
    several_groups:
      'Alguns membros pertencem na origem a vários grupos. No Openslot um membro pertence a um só grupo e pode ser admin de qualquer um, por isso foram adicionados ao primeiro.',
    address_invalid: 'Um membro sem um endereço de e-mail válido ({email}) não foi importado.',
    no_account:
      '{email} não foi importado: não foi possível criar uma conta para este endereço. Em vez disso, convide esta pessoa.',
    locked_out:
      '{email} não foi importado: a conta está bloqueada na origem ou o seu endereço de e-mail nunca foi verificado.',
    owner_there:
      '{email} é proprietário na origem e admin no Openslot. O proprietário no Openslot pode transferir a propriedade.',
    slug_taken:
      'A página de marcação de {email} está no Openslot em /{slug}, porque /{taken} está ocupado, reservado ou não é possível.',
    schedule_unreadable: 'O horário «{name}» não foi importado: não foi possível ler as suas horas.',
    address_changed: '«{name}» tem um novo endereço: {now} no Openslot, {before} na origem.',
    pooling_unknown:
      '«{name}» atribui os anfitriões de uma forma que não existe no Openslot. Foi importado como rotativo (round robin).',
    questions_unreadable: 'Não foi possível importar as perguntas de «{name}».',
    too_many_questions:
      '«{name}» tem mais perguntas do que um tipo de evento pode ter no Openslot. As primeiras dez foram importadas.',
    locations_unknown: 'Alguns locais de «{name}» são de um tipo que não existe no Openslot.',
    seats_and_hosts:
      '«{name}» tem vários convidados e vários anfitriões. No Openslot o primeiro anfitrião assegura as reuniões.',
    confirmation_there:
      '«{name}»: os anfitriões confirmam as marcações, na origem e no Openslot. No Openslot, um pedido expira após {hours} horas sem resposta.',
    confirmation_always:
      '«{name}»: na origem, os anfitriões só confirmam as marcações em cima da hora. No Openslot confirmam todas.',
    recurring_there: '«{name}»: na origem as reuniões repetem-se. No Openslot cada reunião é marcada em separado.',
    long_limits: '«{name}»: os limites por mês ou por ano não existem no Openslot.',
    minute_limits: '«{name}»: os limites de minutos marcados não existem no Openslot.',
    paid_there: '«{name}» é pago na origem. No Openslot é gratuito.',
    fixed_hosts:
      '«{name}»: na origem alguns anfitriões participam em todas as reuniões. No Openslot cada reunião tem um anfitrião, à vez.',
    weighted_hosts:
      '«{name}»: na origem os anfitriões recebem reuniões conforme o seu peso. No Openslot os anfitriões com a mesma prioridade recebem o mesmo número de reuniões.',
    start_offset:
      '«{name}»: na origem as horas de início são {minutes} minutos depois do começo do seu horário. No Openslot começam com o horário.',
    multiple_use_links:
      '«{name}» tem ligações privadas que podem ser usadas várias vezes. No Openslot uma ligação dessas serve para uma marcação, por isso não foram importadas.',
    buffers_guessed:
      '«{name}» de {owner} parece ter margens de {before} minutos antes e {after} depois (é assim em {count} das suas reuniões). Para as definir, importe de novo com a opção de aplicar as margens.',
    buffers_set:
      '«{name}» de {owner} tem agora margens de {before} minutos antes e {after} depois (é assim em {count} das suas reuniões).',
    form_draft:
      'O formulário de encaminhamento «{name}» é no Openslot um rascunho. Defina as suas regras e depois publique-o.',
    webhook_address: 'Um webhook não foi importado: o seu endereço não é um endereço http ou https.',
    webhook_exists: 'Um webhook para {host} não foi importado: já existe, ou aquilo a que se refere não foi importado.',
    webhooks_of_types:
      'Os webhooks de tipos de evento específicos não são importados. No Openslot um webhook refere-se a um utilizador, a um grupo ou à organização.',
    meeting_incomplete:
      'A reunião {id} não foi importada ou atualizada: não foi possível ler por inteiro os seus convidados.',
    overlapping:
      'Algumas reuniões sobrepõem-se a outras do mesmo anfitrião. Foram importadas, e o anfitrião está ocupado a essas horas.',
    erased: 'As reuniões de pessoas cujos dados foram eliminados no Openslot não são importadas.',
    links_kept:
      'As próximas reuniões mantêm as ligações de videochamada que já têm. O Openslot não cria novas ligações para elas.',
    waiting_there:
      'As marcações que aguardam confirmação na origem foram importadas como pedidos de marcação, exceto se a hora já passou. Ninguém foi avisado. Aceite-os ou recuse-os em Reuniões → Pedidos.',
    request_taken:
      'O pedido de «{name}» não foi importado: a sua hora está ocupada no Openslot, ou o tipo de evento não tem anfitrião.',
    request_decided: 'O pedido de «{name}» foi decidido no Openslot e na origem. Mantém-se a decisão do Openslot.',
    record_unreadable: 'Não foi possível ler um registo de {path} ({id}), que não foi importado: {what}.',
    record_not_saved: 'Não foi possível guardar um registo ({id}). Não foi importado ou atualizado.',
    other_source: 'Alguns registos foram importados antes de outra fonte. Não foram alterados.',
    belongs_elsewhere: 'Um registo ({kind}) pertence no Openslot a algo diferente do que na origem. Não foi alterado.',
    deleted_here: 'Eliminado no Openslot e alterado na origem: {kind} «{name}». Continua eliminado.',
    canceled_here:
      'Cancelada no Openslot: «{name}». Continua cancelada, porque os convidados foram avisados. Marque-a de novo se deve realizar-se.',
    conflict_kept:
      'Alterado de ambos os lados: {kind} «{name}», {field}. Openslot: {here}. Origem: {there}. A sua versão foi mantida.',
    conflict_taken:
      'Alterado de ambos os lados: {kind} «{name}», {field}. Openslot: {here}. Origem: {there}. A versão importada substituiu a sua.',
    more: 'Há mais observações do que as indicadas aqui.',
    stopped: 'Parada. Tudo o que foi importado até agora mantém-se. Importe de novo para continuar onde parou.',
    token_ended: 'O token já não é aceite. Importe de novo com um novo token para continuar onde parou.',
    access_ended:
      'A pessoa que iniciou esta importação já não é admin, ou a aplicação que a iniciou perdeu o acesso. Tudo o que foi importado até agora mantém-se. Um admin pode importar de novo para continuar onde parou.',
    process_ended:
      'O serviço falhou três vezes durante esta importação, por isso a importação foi parada. Tudo o que foi importado até agora mantém-se. Verifique a memória e o registo do serviço e depois importe de novo para continuar onde parou.',
    oversized:
      '{cause} É mais do que uma importação consegue processar. Tudo o que foi importado até agora mantém-se. Quando isto tiver mudado, importe de novo para continuar onde parou.',
    retrying: 'De momento a importação não pode continuar e tenta de novo automaticamente. {cause}',
    gave_up_unreachable:
      '{cause} A importação tentou de novo durante um dia. Tudo o que foi importado até agora mantém-se. Quando o outro serviço voltar a responder, importe de novo para continuar onde parou.',
    gave_up_unreadable:
      '{cause} Tentar de novo não ajudou. Tudo o que foi importado até agora mantém-se. Uma versão mais recente pode compreender estes dados; comunique o problema. Depois importe de novo para continuar onde parou.',
    gave_up_here:
      'Algo correu mal no Openslot em cada nova tentativa da importação; os detalhes estão no registo do serviço. Tudo o que foi importado até agora mantém-se. Uma versão mais recente pode ajudar; comunique o problema. Depois importe de novo para continuar onde parou.',
    own_fault: 'Algo correu mal no Openslot; os detalhes estão no registo do serviço.',
    page_refused:
      'Uma página de uma lista ({list}) é recusada de todas as vezes. {cause} Importe de novo mais tarde para continuar onde parou.',
    source_token_refused: 'O outro serviço não aceita o token.',
    source_forbidden: 'O token não tem permissão para ler isto.',
    source_missing: 'O outro serviço não tem esse registo.',
    source_rejected: 'O outro serviço recusa o pedido ({status}).',
    source_rate_limited: 'O outro serviço pede-nos que esperemos.',
    source_status: 'O outro serviço responde com o estado {status}.',
    source_incomplete: 'A resposta do outro serviço está incompleta.',
    source_unreachable: 'Não é possível contactar o outro serviço ({code}).',
    source_timeout: 'O outro serviço não responde a tempo.',
    source_blocked: 'Não enviamos pedidos para este endereço. Use um endereço https público.',
    source_unknown_name: 'Nenhum servidor tem o nome indicado neste endereço.',
    source_unknown_format: 'A resposta de {path} tem um formato desconhecido ({what}).',
    source_page_too_long: '{path} tem mais de {count} registos numa página.',
    source_endless: '{path} não termina após {count} registos.',
    source_too_many: '{path} tem mais de {count} registos.',
    source_large_answer: 'Uma resposta de {path} tem mais de {size} MB.',
    source_large_together: '{path} e os seus detalhes têm mais de {size} MB no total.',
    source_repeats: 'Uma lista ({list}) não termina ou repete os mesmos registos.',
    database_credentials: 'A base de dados não aceita o nome de utilizador ou a palavra-passe.',
    database_missing: 'Não há nenhuma base de dados com este nome.',
    database_unknown_name: 'Nenhum servidor tem o nome indicado no endereço da base de dados.',
    database_forbidden: 'A função da base de dados não pode ler uma tabela necessária.',
    database_tables_closed:
      'A função da base de dados não pode ler estas tabelas: {tables}. Execute: grant usage on schema public to …; grant select on all tables in schema public to …',
    database_unreachable:
      'Nada responde neste endereço. Verifique o anfitrião e a porta, e se o servidor aceita ligações desta máquina.',
    database_unknown_format: 'As tabelas têm um formato desconhecido: {what}.',
    database_unreadable: 'Não é possível ler a base de dados ({code}).',
    database_not_calcom: 'Esta não é a base de dados de um Cal.com: não tem as tabelas users, EventType e Booking.',
    database_empty: 'Não há utilizadores nesta base de dados.',
    database_too_many: 'A tabela {table} tem mais de {count} linhas relacionadas.',
    never_form_rules:
      'Regras dos formulários de encaminhamento: os formulários são importados como rascunhos, com as suas perguntas. Defina as regras e depois publique-os.',
    never_workflows: 'Textos e tempos dos fluxos de trabalho.',
    never_connections: 'Ligações a calendários e videoconferências: cada membro liga as suas.',
    never_passwords:
      'Palavras-passe: os membros definem uma através de uma ligação, enviada por e-mail se decidir convidá-los.',
    never_single_use_links: 'Ligações de uso único que não foram usadas.',
    never_private_links:
      'Ligações privadas que podem ser usadas várias vezes e, se for lida a API, todas as ligações privadas: no Openslot uma ligação dessas serve para uma marcação.',
    never_signing_keys:
      'Chaves de assinatura dos webhooks: os webhooks são importados desativados. Ao ativar um, é criada uma nova chave.',
    never_webhook_secrets:
      'Segredos dos webhooks: os webhooks são importados desativados. Ao ativar um, é criada uma nova chave. Os dados enviados têm o formato deste serviço.',
    never_limits:
      'O número de convidados de um tipo de evento de grupo, até uma reunião o mostrar. Antecedência mínima, intervalos de datas e limites dos tipos de evento.',
    never_travel_zones:
      'Horários de viagem, pagamentos, gravações, atributos e limites por mês, por ano ou em minutos.',
    never_team_pages: 'Páginas de equipas e organizações. Os seus tipos de evento mantêm os endereços anteriores.',
    other: '{text}',
  },
}
