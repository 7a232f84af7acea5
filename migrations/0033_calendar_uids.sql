-- Imports from Cal.com. Entries of its meetings are in people's calendars: they are updated, not written a second time.

alter table imports drop constraint imports_kind_check;
alter table imports add constraint imports_kind_check check (kind in ('calendly', 'calcom'));

-- Under which UID a meeting from elsewhere is in calendars, and how often it was changed there. Null for meetings that were booked here.
alter table scheduled_events add column calendar_uid text;
alter table scheduled_events add column calendar_sequence integer not null default 0;

alter table calendar_entries add column sequence integer not null default 0;
