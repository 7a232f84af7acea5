-- Mails about meetings that a host does not want. All, unless they say otherwise.
alter table users add column unwanted_mails text[] not null default '{}'
  check (unwanted_mails <@ array['booked', 'moved', 'canceled', 'reminder']);
