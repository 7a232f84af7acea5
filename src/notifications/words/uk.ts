import type { Words } from './words.ts'

export const ukrainian: Words = {
  hello: 'Вітаємо, {name}!',
  helloSomebody: 'Вітаємо!',
  subject: {
    booked: 'Підтверджено: {event}, {name}, {when}',
    bookedForHost: 'Нова зустріч: {event}, {name}, {when}',
    moved: 'Змінено: {event}, {name}, {when}',
    canceled: 'Скасовано: {event}, {name}, {when}',
    reminder: 'Нагадування: {event}, {name}, {when}',
  },
  intro: {
    bookedForInvitee: 'Вашу зустріч підтверджено. Організатор: {host}.',
    bookedForGuest: '{invitee} запрошує вас на зустріч. Організатор: {host}.',
    bookedForHost: '{invitee} бронює зустріч із вами.',
    moved: 'Цю зустріч перенесено на інший час.',
    canceled: 'Цю зустріч скасовано.',
    reminder: 'Ця зустріч відбудеться незабаром.',
  },
  label: {
    what: 'Що',
    when: 'Коли',
    before: 'Раніше',
    where: 'Де',
    host: 'Організатор',
    invitee: 'Учасник',
    guests: 'Гості',
    seats: 'Зайнято місць',
    canceledBy: 'Хто скасував',
    reason: 'Причина',
  },
  place: { theyCall: 'Телефонний дзвінок на {number}', youCall: 'Телефонний дзвінок: наберіть {number}', conference: 'Відеоконференція' },
  action: { reschedule: 'Обрати інший час', cancel: 'Скасувати' },
  worksOnce: 'Посилання діє один раз, до {until}.',
  notYou: 'Якщо ви цього не просили, не зважайте на цей лист: нічого не станеться.',
  invitation: { subject: 'Запрошення до {organization}', intro: '{name} запрошує вас приєднатися до {organization}.', action: 'Відповісти на запрошення' },
  passwordReset: {
    subject: 'Новий пароль',
    intro: 'Для вашого облікового запису попросили новий пароль.',
    action: 'Встановити новий пароль',
  },
  emailChange: {
    subject: 'Підтвердьте нову адресу',
    intro: 'Підтвердьте, що це нова електронна адреса вашого облікового запису.',
    action: 'Підтвердити адресу',
  },
  webhookDisabled: {
    subject: 'Підписку на вебхуки вимкнено',
    intro: 'Протягом 24 годин на цю адресу не вдалося нічого доставити, тому вашу підписку на вебхуки вимкнено: {url}',
    advice: 'Коли адреса знову стане доступною, видаліть підписку і створіть нову. Пропущене зберігається 30 днів, і його можна надіслати знову.',
  },
}
