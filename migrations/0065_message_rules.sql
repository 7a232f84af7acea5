-- Messages in the words of hosts: what is sent, when, and to whom.
create table message_rules (
  organization_id uuid not null references organizations (id),
  id              uuid primary key,
  -- Null: every event type of the organization. A managed event type stands for its copies, too.
  event_type_ids  text[],
  trigger         text not null check (trigger in ('booked', 'rescheduled', 'canceled', 'no_show', 'before', 'after', 'requested', 'decided')),
  offset_minutes  integer,
  audience        text not null check (audience in ('invitee', 'hosts')),
  channel         text not null check (channel in ('email')),
  -- By language: subject and body.
  texts           json not null,
  -- Null while the rule is turned off. What happened earlier causes no message.
  active_since    timestamptz(3),
  created_by      uuid,
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null,
  unique (organization_id, id),
  check ((trigger in ('before', 'after')) = (offset_minutes is not null)),
  foreign key (organization_id, created_by) references organization_memberships (organization_id, id)
);

create index message_rules_active on message_rules (organization_id) where active_since is not null;

-- Messages that rules have caused and that are not due yet. Text, state, and recipients are read when they are.
create table scheduled_messages (
  organization_id uuid not null references organizations (id),
  id              uuid primary key,
  rule_id         uuid not null,
  invitee_id      uuid,
  request_id      uuid,
  due_at          timestamptz(3) not null,
  created_at      timestamptz(3) not null,
  foreign key (organization_id, rule_id) references message_rules (organization_id, id) on delete cascade,
  foreign key (organization_id, invitee_id) references invitees (organization_id, id) on delete cascade,
  foreign key (organization_id, request_id) references booking_requests (organization_id, id) on delete cascade,
  check (num_nonnulls(invitee_id, request_id) = 1)
);

-- Also for those who delete what is referred to.
create unique index scheduled_messages_of_invitee on scheduled_messages (organization_id, invitee_id, rule_id) where invitee_id is not null;
create unique index scheduled_messages_of_request on scheduled_messages (organization_id, request_id, rule_id) where request_id is not null;
create index scheduled_messages_of_rule on scheduled_messages (organization_id, rule_id);

-- The rule that caused the mail. It stays when the rule is deleted, because it counts for the limit of a day.
alter table mails add column rule_id uuid;
create index mails_of_rules on mails (organization_id, created_at) where rule_id is not null;

do $$
begin
  execute (
    select format('alter table mails drop constraint mails_kind_check, add constraint mails_kind_check %s',
      replace(pg_get_constraintdef(oid), $kind$'link_missing'::text$kind$, $kinds$'link_missing'::text, 'message'::text$kinds$))
    from pg_constraint where conname = 'mails_kind_check' and conrelid = 'mails'::regclass
  );
end
$$;
