-- Mails and deliveries are inserted, sent, and updated once. With room left on their pages and no index on what that update changes,
-- PostgreSQL writes the new row beside the old one and touches no index.
drop index mails_old;
drop index mails_page;
create index mails_old on mails (created_at);
create index mails_page on mails (organization_id, created_at, id) where scheduled_event_id is not null;
alter table mails drop constraint mails_organization_id_id_key;
alter table mails set (fillfactor = 30);

drop index webhook_deliveries_old;
create index webhook_deliveries_old on webhook_deliveries (created_at);
alter table webhook_deliveries set (fillfactor = 50);

-- What is queued about a subject is replaced when something else is to be done about it.
create index jobs_of_subject on jobs (subject_id);

-- Another key of each of these holds the organization as well. All bookings of an organization locked its row once for each table.
alter table taken_spans drop constraint taken_spans_organization_id_fkey;
alter table scheduled_events drop constraint scheduled_events_organization_id_fkey;
alter table scheduled_event_hosts drop constraint scheduled_event_hosts_organization_id_fkey;
alter table invitees drop constraint invitees_organization_id_fkey;
alter table reminders drop constraint reminders_organization_id_fkey;
alter table webhook_deliveries drop constraint webhook_deliveries_organization_id_fkey;
