-- A link that signs its holder in: the operator gets it from the command line, and gives it to whom it is for.
alter table account_links drop constraint account_links_purpose_check;
alter table account_links add constraint account_links_purpose_check check (purpose in ('password_reset', 'email_change', 'sign_in'));

-- New accounts go through the first run: who they are, when they can be booked, and their first event type.
alter table users add column awaits_welcome boolean not null default false;
