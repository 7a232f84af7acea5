-- Mail that people get, and what reminds them.

-- One message to one person. What it is to say is kept as data until it was sent, and as it was said afterwards; both go when
-- somebody it tells about is forgotten. Links that let their holder sign in or join are in neither: they are made when it is sent.
create table mails (
  id                 uuid primary key,
  organization_id    uuid not null references organizations (id),
  kind               text not null check (kind in (
    'booked', 'moved', 'canceled', 'reminder', 'invitation', 'password_reset', 'email_change', 'webhook_disabled'
  )),
  recipient          text,
  -- Everybody among invitees and their guests whom it tells something about, the recipient included.
  persons            bytea[] not null,
  letter             json,
  subject            text,
  body               text,
  sender             text,
  invitee_id         uuid,
  scheduled_event_id uuid,
  event_type_id      uuid,
  status             text not null check (status in ('pending', 'sent', 'failed', 'expired', 'erased')),
  attempts           integer not null default 0,
  -- What came of the last attempt, in a word or two.
  outcome            text,
  first_failed_at    timestamptz(3),
  sent_at            timestamptz(3),
  -- Later than this it helps nobody.
  expires_at         timestamptz(3),
  created_at         timestamptz(3) not null,
  unique (organization_id, id),
  foreign key (organization_id, invitee_id) references invitees (organization_id, id) on delete cascade,
  foreign key (organization_id, scheduled_event_id) references scheduled_events (organization_id, id) on delete cascade,
  foreign key (organization_id, event_type_id) references event_types (organization_id, id),
  check (status <> 'pending' or (letter is not null and recipient is not null)),
  check ((status = 'sent') = (sent_at is not null) or status = 'erased')
);

create index mails_page on mails (organization_id, created_at, id) where sent_at is not null and scheduled_event_id is not null;
create index mails_of_person on mails using gin (persons);
create index mails_old on mails (created_at) where status <> 'pending';
-- For those who delete what is referred to.
create index mails_of_invitee on mails (organization_id, invitee_id) where invitee_id is not null;
create index mails_of_event on mails (organization_id, scheduled_event_id) where scheduled_event_id is not null;

-- When somebody who booked is to be reminded. Made with the booking, and looked at again when the time has come.
create table reminders (
  id              uuid primary key,
  organization_id uuid not null references organizations (id),
  invitee_id      uuid not null,
  due_at          timestamptz(3) not null,
  created_at      timestamptz(3) not null,
  foreign key (organization_id, invitee_id) references invitees (organization_id, id) on delete cascade
);

create unique index reminders_once on reminders (organization_id, invitee_id, due_at);
