-- What invitees pay, and the accounts at other services that take it.

alter table provider_accounts
  add column purpose text not null default 'conference' check (purpose in ('conference', 'payment')),
  drop constraint provider_accounts_service_check,
  drop constraint provider_accounts_kind_check,
  add constraint provider_accounts_service_check check (service in ('zoom', 'zoom_server', 'webex', 'webhook', 'stripe', 'paypal')),
  add constraint provider_accounts_kind_check check (kind in ('google_conference', 'gotomeeting_conference', 'microsoft_teams_conference', 'webex_conference', 'zoom_conference', 'stripe', 'paypal', 'webhook')),
  -- One that takes payments is of the organization, and one of each service.
  add check (case purpose when 'payment' then kind = service and membership_id is null else kind like '%_conference' end);
alter table provider_accounts alter column purpose drop default;

-- One attempt to pay for a booking request at one service. It stays when the request, the meeting or the account is gone.
create table payments (
  organization_id uuid not null references organizations (id),
  -- Jobs name it by this alone, and the service is asked for it under this key.
  id              uuid primary key,
  request_id      uuid not null,
  -- Who was booked with it; the payment follows them when they reschedule.
  invitee_id      uuid,
  account_id      uuid,
  service         text not null check (service in ('stripe', 'paypal', 'webhook')),
  -- What was agreed on. Amounts are in the smallest unit of the currency.
  amount_minor    bigint not null check (amount_minor > 0),
  currency        text not null,
  terms           text,
  refund_hours    integer,
  description     text not null,
  -- Open until the service says that it is paid or over. Paid becomes booked, or is returned.
  state           text not null check (state in ('open', 'booked', 'returned', 'over')),
  -- Where the invitee pays, encrypted; null until the service has answered.
  session         bytea,
  -- Until then the service takes the money.
  expires_at      timestamptz(3) not null,
  -- How the service calls what was paid.
  external_id     text,
  paid_at         timestamptz(3),
  refunded_minor  bigint not null default 0,
  fault           text,
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null,
  unique (organization_id, id),
  check (refunded_minor between 0 and amount_minor),
  check ((state in ('booked', 'returned')) = (paid_at is not null)),
  foreign key (organization_id, account_id) references provider_accounts (organization_id, id) on delete set null (account_id)
);

create unique index payments_open on payments (organization_id, request_id, account_id) where state = 'open';
create index payments_by_invitee on payments (organization_id, invitee_id) where invitee_id is not null;
create index payments_by_account on payments (organization_id, account_id);

create table payment_refunds (
  organization_id uuid not null references organizations (id),
  -- Jobs name it by this alone, and the service is asked for it under this key.
  id              uuid primary key,
  payment_id      uuid not null,
  amount_minor    bigint not null check (amount_minor > 0),
  reason          text not null check (reason in ('host_canceled', 'invitee_canceled', 'by_hand', 'too_late')),
  state           text not null check (state in ('waiting', 'done', 'failed')),
  -- Since then the service may have been asked for it.
  tried_at        timestamptz(3),
  fault           text,
  created_at      timestamptz(3) not null,
  updated_at      timestamptz(3) not null,
  unique (organization_id, id),
  foreign key (organization_id, payment_id) references payments (organization_id, id)
);

create index payment_refunds_by_payment on payment_refunds (organization_id, payment_id);
